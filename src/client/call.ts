/** Every call of the contract, typed by its operation, with the patience that the protocol asks for. */
import { CALLS, type Calls } from './contract.ts';
import { createHttp, type HttpOptions } from './http.ts';
import { Refused, retryAfterMs, wantsToken } from './refused.ts';
import { askToken, type TokenSource } from './tokens.ts';
import { backoffMs, sleep } from './waiting.ts';

export type CallName = keyof Calls;

/** What a call takes: what it needs must be there, what it can do without may be. */
export type Asked<Name extends CallName> = Part<Name, 'path'> & Part<Name, 'query'> & Part<Name, 'body'> & CallOptions;

type Part<Name extends CallName, Place extends string> =
  Calls[Name] extends Readonly<Record<Place, infer Type>>
    ? Record<never, never> extends Type
      ? { readonly [P in Place]?: Type }
      : { readonly [P in Place]: Type }
    : { readonly [P in Place]?: never };

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

export type Answer<Name extends CallName> = Calls[Name]['answer'];

/** Arguments may be left out where nothing is needed. */
type Arguments<Name extends CallName> =
  Record<never, never> extends Asked<Name> ? [asked?: Asked<Name>] : [asked: Asked<Name>];

/**
 * One call, by the `operationId` of the contract. Waits as long as a 429 or 503 says and asks again, likewise when no
 * answer came to a call that does no harm twice; a token that has ended is replaced.
 * @throws Refused, or what `fetch` throws when there is no answer
 */
export type Call = <Name extends CallName>(name: Name, ...asked: Arguments<Name>) => Promise<Answer<Name>>;

/** In a row; who waits longer than that should say so himself. */
const MOST_FAILURES = 5;
/** That do no harm twice, besides those that change nothing or put something in its place (docs/PROTOCOL.md, "Tables"). */
const REPEATABLE: ReadonlySet<CallName> = new Set(['sendCommand', 'takeSeat', 'startTable', 'rematch', 'endTable']);

const LONG_POLL_MARGIN_MS = 15_000;

interface AnyAsked extends CallOptions {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: object;
}

export function createCall(base: string, source: TokenSource | null, options: HttpOptions = {}): Call {
  let token: string | undefined;

  async function renew(): Promise<boolean> {
    const refused = token ?? null;
    token = source === null ? undefined : await askToken(source, refused);
    return token !== undefined && token !== refused;
  }

  return async <Name extends CallName>(name: Name, ...[given]: Arguments<Name>): Promise<Answer<Name>> => {
    // What each call takes is known to its caller; here all are alike.
    const asked: AnyAsked = { ...(given as AnyAsked | undefined) };
    const [method, pattern] = CALLS[name];
    const { path = {}, query = {}, body, headers = {}, signal } = asked;
    const address = addressOf(pattern, path, query);
    // A long poll is answered when its time is up.
    const timeout = typeof query.wait === 'number' ? { timeoutMs: 1000 * query.wait + LONG_POLL_MARGIN_MS } : {};
    const mayRepeat = (method !== 'POST' && method !== 'PATCH') || REPEATABLE.has(name);
    if (token === undefined && source !== null) await renew();
    for (let failures = 0; ; failures += 1) {
      const http = createHttp(base.replace(/^ws/, 'http'), token, options);
      try {
        return await http<Answer<Name>>(method, address, body, { headers, signal, ...timeout });
      } catch (error) {
        signal?.throwIfAborted();
        if (failures >= MOST_FAILURES) throw error;
        if (error instanceof Refused && wantsToken(error.problem)) {
          if (!(await renew())) throw error;
          continue;
        }
        const wait = waitBefore(error, mayRepeat, failures);
        if (wait === null) throw error;
        await sleep(wait, signal);
      }
    }
  };
}

/** `null` when asking again is of no use, or might do something twice. */
function waitBefore(error: unknown, mayRepeat: boolean, failures: number): number | null {
  if (!(error instanceof Refused)) return mayRepeat ? backoffMs(failures) : null;
  // What was too often was not done; what could not be done just now may have been done all the same.
  if (error.problem.code !== 'rate_limited' && !mayRepeat) return null;
  const wait = retryAfterMs(error.problem);
  return wait === null ? null : wait + backoffMs(0);
}

function addressOf(
  pattern: string,
  path: NonNullable<AnyAsked['path']>,
  query: NonNullable<AnyAsked['query']>,
): string {
  const address = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name] ?? '')));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(Object.fromEntries(asked.map(([name, value]) => [name, String(value)])));
  return search.size === 0 ? address : `${address}?${search}`;
}
