/** Requests to the service: JSON there and back, refusals as `Refused`. */
import { Refused } from './refused.ts';
import type { Problem } from './wire.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One request; the path begins with `/v1/`.
 * @returns the body of a 2xx answer, `undefined` where there is none; the caller names its type
 * @throws Refused
 */
export type Http = <Body = unknown>(method: Method, path: string, body?: object) => Promise<Body>;

/**
 * @param base the service's address, `http://127.0.0.1:7575`
 * @param token an access token or a bot's token; without it only public calls succeed
 */
export function createHttp(base: string, token?: string): Http {
  return async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const answer = await fetch(new URL(path, base), {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Refused(problemIn(text, answer.status, `${method} ${path}`));
    return (text === '' ? undefined : JSON.parse(text)) as Body;
  };
}

/** A proxy's error page is no problem document; it is told as one all the same. */
function problemIn(text: string, status: number, call: string): Problem {
  try {
    const sent = JSON.parse(text) as Partial<Problem>;
    if (typeof sent.code === 'string') return sent as Problem;
  } catch {
    // Not JSON: told below.
  }
  return {
    type: 'about:blank',
    title: 'Unexpected answer',
    status,
    detail: `${call} was answered with ${status}.`,
    code: 'unexpected',
    requestId: '',
  };
}
