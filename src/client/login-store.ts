/** Where a login is kept, so that all tabs of one site renew it together: a refresh token is good for one exchange only. */
import type { Player } from './contract.ts';

export interface KeptLogin {
  /** Random; tells this login from another one in the same store. */
  readonly id: string;
  /** `null` when the login was resumed from a refresh token. */
  readonly player: Player | null;
  readonly accessToken: string | null;
  readonly refreshToken: string;
}

/** Keeps one login. All clients that share the login must share the store. */
export interface LoginStore {
  load(): KeptLogin | null | Promise<KeptLogin | null>;
  /** `null` removes the login. */
  save(login: KeptLogin | null): void | Promise<void>;
  /** Runs `work` while no other client of this store runs its own. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** A tab can be suspended while it holds the lock. The service repeats its answer for 60 seconds, so the others go on. */
const MAX_LOCK_WAIT_MS = 10_000;

/** The parts of a browser that `browserStore` uses. */
export interface BrowserParts {
  readonly localStorage?: {
    getItem(name: string): string | null;
    setItem(name: string, text: string): void;
    removeItem(name: string): void;
  };
  readonly locks?: {
    request<T>(name: string, options: { readonly signal: AbortSignal }, work: () => Promise<T>): Promise<T>;
  };
}

/** Keeps the login as long as the program runs. */
export function memoryStore(): LoginStore {
  let kept: KeptLogin | null = null;
  let last: Promise<unknown> = Promise.resolve();
  return {
    load: () => kept,
    save(login) {
      kept = login;
    },
    exclusively(work) {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

/**
 * Keeps the login in `localStorage` under `name`, guarded by `navigator.locks`. Without locks (an insecure context) tabs
 * still read each other's tokens; without storage (private mode, no quota) the login is kept in memory.
 */
export function browserStore(name: string, parts: BrowserParts = browserParts()): LoginStore {
  const memory = memoryStore();
  const { locks } = parts;
  let storage = parts.localStorage;

  return {
    load() {
      try {
        if (storage !== undefined) return parse(storage.getItem(name));
      } catch {
        storage = undefined;
      }
      return memory.load();
    },
    save(login) {
      void memory.save(login);
      try {
        if (login === null) storage?.removeItem(name);
        else storage?.setItem(name, JSON.stringify(login));
      } catch {
        storage = undefined;
      }
    },
    exclusively(work) {
      return memory.exclusively(() => (locks === undefined ? work() : locked(locks, name, work)));
    },
  };
}

/** The store of a login at `base` unless another one is given: shared among tabs in a browser, in memory elsewhere. */
export function defaultStore(base: string): LoginStore {
  const isBrowser = 'document' in globalThis;
  return isBrowser ? browserStore(`dalmuti:${new URL(base).host}`) : memoryStore();
}

async function locked<T>(locks: NonNullable<BrowserParts['locks']>, name: string, work: () => Promise<T>): Promise<T> {
  let isGranted = false;
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(MAX_LOCK_WAIT_MS) }, () => {
      isGranted = true;
      return work();
    });
  } catch (error) {
    if (isGranted) throw error;
    return work();
  }
}

/** Reading `localStorage` throws where the browser forbids storage. */
function browserParts(): BrowserParts {
  const { navigator } = globalThis as { readonly navigator?: { readonly locks?: BrowserParts['locks'] } };
  const locks = navigator?.locks;
  try {
    const { localStorage } = globalThis as Pick<BrowserParts, 'localStorage'>;
    return { ...(localStorage ? { localStorage } : {}), ...(locks ? { locks } : {}) };
  } catch {
    return locks ? { locks } : {};
  }
}

function parse(text: string | null): KeptLogin | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<KeptLogin> | null;
    return typeof kept?.refreshToken === 'string' && typeof kept.id === 'string' ? (kept as KeptLogin) : null;
  } catch {
    return null;
  }
}
