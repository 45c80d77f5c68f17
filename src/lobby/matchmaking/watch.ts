/** Looks when it is told to and when the time has come, once at a time. */
import type { SystemClock } from '../../ports/system.ts';

export interface WatchNeeds {
  readonly clock: SystemClock;
  /** @returns in how many milliseconds to look again, if nothing is heard before */
  readonly look: () => Promise<number>;
  /** Hears why a look failed; another follows. */
  readonly failed: (error: unknown) => void;
}

export interface Watch {
  /** Something may have changed: looks at once, and again if it is looking just now. */
  nudge(): void;
  /** Looks no more and waits for what is in hand. */
  stop(): Promise<void>;
}

const AGAIN_MS = 1000;

export function createWatch({ clock, look, failed }: WatchNeeds): Watch {
  let looking: Promise<void> | null = null;
  let isStale = false;
  let isStopped = false;
  let cancel = (): void => {};

  async function lookAll(): Promise<void> {
    let next = AGAIN_MS;
    while (isStale && !isStopped) {
      isStale = false;
      try {
        next = await look();
      } catch (error) {
        failed(error);
        next = AGAIN_MS;
        break;
      }
    }
    looking = null;
    if (!isStopped) cancel = clock.after(next, nudge);
  }

  function nudge(): void {
    isStale = true;
    if (looking !== null || isStopped) return;
    cancel();
    looking = lookAll();
  }

  return {
    nudge,
    async stop() {
      isStopped = true;
      cancel();
      await looking;
    },
  };
}
