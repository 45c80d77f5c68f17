/** Requests to the service: JSON there and back, refusals as `Refused`. */
import type { Problem } from './contract.ts';
import { Refused } from './refused.ts';
import { unless, watchedLine } from './waiting.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What `fetch` is asked for and gives, as far as this client needs it: a browser's, Node's, or one's own. */
export type Fetch = (
  url: URL,
  request: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly signal?: AbortSignal;
  },
) => Promise<Response>;

export interface HttpOptions {
  readonly fetch?: Fetch;
}

export interface Extra {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** How long the answer may take; 15 seconds unless given. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;

/**
 * One request; the path begins with `/v1/`.
 * @returns the body of a 2xx answer, `undefined` where there is none; the caller names its type
 * @throws Refused, or what `fetch` throws when there is no answer
 */
export type Http = <Body = unknown>(method: Method, path: string, body?: object, extra?: Extra) => Promise<Body>;

/**
 * @param base the service's address, `http://127.0.0.1:7575`
 * @param token an access token or a bot's token; without it only public calls succeed
 */
export function createHttp(base: string, token?: string, { fetch: ask = defaultFetch }: HttpOptions = {}): Http {
  return async <Body>(method: Method, path: string, body?: object, extra: Extra = {}) => {
    const { headers = {}, signal, timeoutMs = TIMEOUT_MS } = extra;
    const line = watchedLine(signal, timeoutMs);
    try {
      const answer = await unless(
        ask(new URL(path, base), {
          method,
          headers: {
            accept: 'application/json',
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: line.signal,
        }),
        line.signal,
      );
      await unless(refuseUnlessOk(answer, `${method} ${path}`), line.signal);
      const text = await unless(answer.text(), line.signal);
      return (text === '' ? undefined : JSON.parse(text)) as Body;
    } finally {
      line.stop();
    }
  };
}

/** The global one, looked up at each call and called as a browser wants it. */
export const defaultFetch: Fetch = (url, request) => fetch(url, request);

/** @throws Refused */
export async function refuseUnlessOk(answer: Response, call: string): Promise<void> {
  if (!answer.ok) throw new Refused(problemIn(await answer.text(), answer, call));
}

/** A proxy's error page is no problem document; it is told as one all the same. */
function problemIn(text: string, { status, headers }: Response, call: string): Problem {
  try {
    const sent = JSON.parse(text) as Partial<Problem>;
    if (typeof sent.code === 'string') return sent as Problem;
  } catch {
    // Not JSON: told below.
  }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    type: 'about:blank',
    title: 'Unexpected answer',
    status,
    detail: `${call} was answered with ${status}.`,
    // A proxy that has no node to ask, or too many askers, means what the service means by these.
    code: status === 429 ? 'rate_limited' : status >= 502 && status <= 504 ? 'unavailable' : 'unexpected',
    requestId: '',
    ...(Number.isInteger(seconds) ? { retryAfterSeconds: seconds } : {}),
  };
}
