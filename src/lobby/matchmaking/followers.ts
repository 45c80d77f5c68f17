/** Who follows topic `me` on this node, and is seen without asking. */

export interface Followers {
  /** One more stream of a player; the returned function ends it. */
  join(playerId: string): () => void;
  /** Whether a player follows now. */
  has(playerId: string): boolean;
  /** @returns those whose last stream has ended since this was called last */
  takeLeft(): ReadonlySet<string>;
}

export function createFollowers(): Followers {
  const streams = new Map<string, number>();
  let left = new Set<string>();

  function leave(playerId: string): void {
    const others = (streams.get(playerId) ?? 1) - 1;
    if (others > 0) {
      streams.set(playerId, others);
      return;
    }
    streams.delete(playerId);
    left.add(playerId);
  }

  return {
    join(playerId) {
      streams.set(playerId, (streams.get(playerId) ?? 0) + 1);
      let follows = true;
      return () => {
        if (follows) leave(playerId);
        follows = false;
      };
    },
    has: (playerId) => streams.has(playerId),
    takeLeft() {
      const taken = left;
      left = new Set();
      return taken;
    },
  };
}
