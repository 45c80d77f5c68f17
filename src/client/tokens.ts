/** Tokens that last: an access token is renewed in time, a refresh token is followed through its rotation (docs/PROTOCOL.md "Who you are"). */
import type { Guest, Player, Tokens } from './contract.ts';
import { createHttp, type HttpOptions } from './http.ts';
import { Refused, retryAfterMs } from './refused.ts';
import { backoffMs, sleep } from './waiting.ts';

/**
 * A token for the service: a text that stays (a bot's), or whoever can give one. It is told which token will not do any
 * more, because it is refused or about to end, `null` when none was given yet; to give the same one again means that there is no other.
 */
export type TokenSource = string | ((refused: string | null) => string | Promise<string>);

export interface LoginOptions extends HttpOptions {
  /** Told of each new pair, before it is used: to be kept for `resumeLogin`. */
  readonly changed?: (tokens: Tokens) => void;
}

/** A guest or an account that stays logged in as long as it is used. */
export interface Login {
  /** Give it to `createClient`. */
  readonly token: (refused: string | null) => Promise<string>;
  /** What the next renewal will use. */
  readonly refreshToken: () => string;
}

export async function askToken(source: TokenSource, refused: string | null): Promise<string> {
  return typeof source === 'string' ? source : source(refused);
}

/**
 * Makes a guest. @param base the service's address
 * @throws Refused
 */
export async function loginAsGuest(
  base: string,
  guest: { readonly name: string; readonly locale?: string },
  options: LoginOptions = {},
): Promise<Login & { readonly player: Player }> {
  const made = await createHttp(base, undefined, options)<Guest>('POST', '/v1/guests', guest);
  options.changed?.(made);
  return { player: made.player, ...loginOf(base, made, options) };
}

/** Goes on with a refresh token that was kept. The service is asked when the first token is needed. */
export function resumeLogin(base: string, refreshToken: string, options: LoginOptions = {}): Login {
  return loginOf(base, { accessToken: null, refreshToken }, options);
}

interface Pair {
  readonly accessToken: string | null;
  readonly refreshToken: string;
}

function loginOf(base: string, first: Pair, options: LoginOptions): Login {
  const http = createHttp(base, undefined, options);
  let pair = first;
  let renewal: Promise<string> | null = null;

  /**
   * Each refresh token is good for one exchange. An answer that was lost is asked for again with the same one, which gives
   * the same successor for a minute; only what has arrived takes the place of what was.
   */
  async function renew(): Promise<string> {
    for (let failures = 0; ; failures += 1) {
      try {
        const tokens = await http<Tokens>('POST', '/v1/tokens/refresh', { refreshToken: pair.refreshToken });
        options.changed?.(tokens);
        pair = tokens;
        return tokens.accessToken;
      } catch (error) {
        const wait = error instanceof Refused ? retryAfterMs(error.problem) : backoffMs(failures);
        if (wait === null || failures >= MOST_FAILURES) throw error;
        await sleep(wait);
      }
    }
  }

  return {
    refreshToken: () => pair.refreshToken,
    async token(refused) {
      if (pair.accessToken !== null && pair.accessToken !== refused) return pair.accessToken;
      // Whoever asks meanwhile waits for the same answer: a second exchange would end the login.
      renewal ??= renew().finally(() => {
        renewal = null;
      });
      return renewal;
    },
  };
}

/** In a row; the minute in which the same successor is given is over by then. */
const MOST_FAILURES = 8;

/**
 * When a token ends, in milliseconds of the server's time since 1970; `null` for one that does not say (a bot's, which
 * lasts until it is replaced).
 */
export function endOf(token: string): number | null {
  const [, payload = ''] = token.split('.');
  try {
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { readonly exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : null;
  } catch {
    return null;
  }
}
