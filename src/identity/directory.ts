/** Names for the ids that events hold (decision 14): read in one query, remembered for a short while. */
import { LRUCache } from 'lru-cache';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Player } from '../http/identity.ts';
import { type PlayerRow, playerOf } from './player-row.ts';

export type BotLevel = 'random' | 'greedy';

export interface Directory {
  /** Always has every id that was asked for: one without a row is called Somebody. */
  players(ids: readonly string[]): Promise<ReadonlyMap<string, Player>>;
  /** How a built-in bot plays; `null` for everybody else. */
  level(id: string): Promise<BotLevel | null>;
  /** The row has changed. A node that is not told sees it within a minute. */
  forget(id: string): void;
}

const MOST = 20_000;
const MINUTE_MS = 60_000;

export function createDirectory(prisma: PrismaClient): Directory {
  const known = new LRUCache<string, PlayerRow>({ max: MOST, ttl: MINUTE_MS });

  async function rows(ids: readonly string[]): Promise<ReadonlyMap<string, PlayerRow>> {
    const found = new Map<string, PlayerRow>();
    const missing = new Set<string>();
    for (const id of ids) {
      const row = known.get(id);
      if (row === undefined) missing.add(id);
      else found.set(id, row);
    }
    if (missing.size > 0) {
      const read = await prisma.player.findMany({ where: { id: { in: [...missing] } } });
      for (const row of read) {
        known.set(row.id, row);
        found.set(row.id, row);
      }
    }
    return found;
  }

  return {
    async players(ids) {
      const found = await rows(ids);
      return new Map(ids.map((id) => [id, playerOf(found.get(id), id)]));
    },
    async level(id) {
      const level = (await rows([id])).get(id)?.level;
      return level === 'random' || level === 'greedy' ? level : null;
    },
    forget(id) {
      known.delete(id);
    },
  };
}
