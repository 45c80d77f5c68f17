/** Tokens that last: an access token is renewed in time, a refresh token is followed through its rotation (docs/PROTOCOL.md "Who you are"). */
import type { Guest, Player, Tokens } from './contract.ts';
import { createHttp, type HttpOptions } from './http.ts';
import { defaultStore, type KeptLogin, type LoginStore, memoryStore } from './login-store.ts';
import { randomEntropy } from './random.ts';
import { Refused, retryAfterMs } from './refused.ts';
import { backoffMs, sleep } from './waiting.ts';

/**
 * A token for the service: a text that stays (a bot's), or whoever can give one. It is told which token will not do any
 * more, because it is refused or about to end, `null` when none was given yet; to give the same one again means that there is no other.
 */
export type TokenSource = string | ((refused: string | null) => string | Promise<string>);

export interface LoginOptions extends HttpOptions {
  /**
   * Where the login is kept. `loginAsGuest` uses `localStorage` in browsers unless another store is given, so that all
   * tabs share one guest; `resumeLogin`, and every login outside browsers, is kept in memory.
   */
  readonly store?: LoginStore;
  /** Called with each new pair that this client was given, before it is used. */
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
 * Returns the guest that the store keeps, else makes a new one. @param base the service's address
 * @throws Refused
 */
export function loginAsGuest(
  base: string,
  guest: { readonly name: string; readonly locale?: string },
  options: LoginOptions = {},
): Promise<Login & { readonly player: Player }> {
  const { store = defaultStore(base) } = options;
  return store.exclusively(async () => {
    const kept = await store.load();
    if (kept !== null && kept.player !== null) {
      return { player: kept.player, ...loginOf(base, kept, store, options) };
    }
    const made = await createHttp(base, undefined, options)<Guest>('POST', '/v1/guests', guest);
    options.changed?.(made);
    const { player, accessToken, refreshToken } = made;
    const login = { id: randomEntropy(), player, accessToken, refreshToken };
    await store.save(login);
    return { player, ...loginOf(base, login, store, options) };
  });
}

/**
 * Resumes a login from a refresh token; the service is called when the first token is needed. A login that the `store`
 * already keeps takes precedence over `refreshToken`. Two clients that resume one login must share a store.
 */
export function resumeLogin(base: string, refreshToken: string, options: LoginOptions = {}): Login {
  const { store = memoryStore() } = options;
  return loginOf(base, { id: null, player: null, accessToken: null, refreshToken }, store, options);
}

/** `id` is `null` until it is known which login the store keeps. */
type Pair = Omit<KeptLogin, 'id'> & { readonly id: string | null };

function loginOf(base: string, first: Pair, store: LoginStore, options: LoginOptions): Login {
  const http = createHttp(base, undefined, options);
  let pair = first;
  let renewal: Promise<string> | null = null;

  /** Takes over what another client of the same login has stored meanwhile. */
  async function reread(): Promise<KeptLogin> {
    const kept = await store.load();
    const isMine = kept !== null && (pair.id === null || kept.id === pair.id);
    const current = isMine ? kept : { ...pair, id: pair.id ?? randomEntropy() };
    pair = current;
    return current;
  }

  /** A refresh token that another client replaced while this one waited, is not stored again. */
  async function replace(used: KeptLogin, tokens: Tokens): Promise<string> {
    const kept = await store.load();
    const { accessToken, refreshToken } = tokens;
    const next = { ...used, accessToken, refreshToken };
    const isNewer = kept?.id === used.id && kept.refreshToken !== used.refreshToken;
    pair = isNewer ? kept : next;
    if (isNewer) return kept.accessToken ?? accessToken;
    options.changed?.(tokens);
    // Another login in the store is another player's.
    if (kept === null || kept.id === used.id) await store.save(next);
    return accessToken;
  }

  /**
   * Each refresh token is good for one exchange. An exchange whose answer was lost is repeated with the same token, which
   * gives the same successor for a minute; the store is read before each attempt.
   */
  async function renew(refused: string | null): Promise<string> {
    for (let failures = 0; ; failures += 1) {
      const used = await reread();
      if (used.accessToken !== null && used.accessToken !== refused) return used.accessToken;
      try {
        const tokens = await http<Tokens>('POST', '/v1/tokens/refresh', { refreshToken: used.refreshToken });
        return await replace(used, tokens);
      } catch (error) {
        if (error instanceof Refused && error.problem.status === 401) await forget(used);
        const wait = error instanceof Refused ? retryAfterMs(error.problem) : backoffMs(failures);
        if (wait === null || failures >= MAX_FAILURES) throw error;
        await sleep(wait);
      }
    }
  }

  /** The login has ended: the next `loginAsGuest` makes a new guest. */
  async function forget({ id, refreshToken }: KeptLogin): Promise<void> {
    const kept = await store.load();
    if (kept?.id === id && kept.refreshToken === refreshToken) await store.save(null);
  }

  return {
    refreshToken: () => pair.refreshToken,
    async token(refused) {
      const { accessToken } = await reread();
      if (accessToken !== null && accessToken !== refused) return accessToken;
      renewal ??= store
        .exclusively(() => renew(refused))
        .finally(() => {
          renewal = null;
        });
      return renewal;
    },
  };
}

/** In a row; the minute in which the same successor is given is over by then. */
const MAX_FAILURES = 8;

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
