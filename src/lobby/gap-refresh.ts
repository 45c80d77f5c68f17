/** After a gap of the bus every follower reads again, few of them at once, so that the other requests of a node find connections. */
import type { Bus } from '../ports/bus.ts';

export interface GapRefresh {
  /** @param refresh reads again what one follower is shown; calls during a reading are coalesced, and it does not throw. @returns its removal */
  add(refresh: () => Promise<void>): () => void;
}

/** Followers that read at the same time. */
export const MAX_REFRESHING = 4;

export function createGapRefresh(bus: Pick<Bus, 'onGap'>): GapRefresh {
  const followers = new Set<() => Promise<void>>();
  /** Whom the last gap still concerns, in the order in which they came. */
  const stale = new Set<() => Promise<void>>();
  let running = 0;

  async function work(): Promise<void> {
    running += 1;
    try {
      for (const refresh of stale) {
        stale.delete(refresh);
        await refresh();
      }
    } finally {
      running -= 1;
    }
  }

  bus.onGap(() => {
    for (const refresh of followers) stale.add(refresh);
    while (running < MAX_REFRESHING && stale.size > 0) void work();
  });

  return {
    add(refresh) {
      followers.add(refresh);
      return () => {
        followers.delete(refresh);
        stale.delete(refresh);
      };
    },
  };
}
