/** Requests of one person to any of the nodes: what was asked, and what the answer was. */
import type { Problem } from '../../../src/client/wire.ts';

export interface Answer<Body> {
  readonly status: number;
  /** Of a 2xx answer. */
  readonly body: Body | null;
  readonly refusal: Problem | null;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The path is what follows `/v1`; the caller names the type of the answer. */
export type Call = <Body = unknown>(
  node: number,
  method: Method,
  path: string,
  body?: object,
  key?: string,
) => Promise<Answer<Body>>;

export function createCall(bases: readonly string[], token: string): Call {
  return async <Body>(node: number, method: Method, path: string, body?: object, key?: string) => {
    const base = bases[node % bases.length] ?? '';
    const answer = await fetch(new URL(`/v1${path}`, base), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const read: unknown = text === '' ? null : JSON.parse(text);
    return answer.ok
      ? { status: answer.status, body: read as Body | null, refusal: null }
      : { status: answer.status, body: null, refusal: read as Problem };
  };
}
