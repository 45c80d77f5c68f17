/** When a bot's token was last used, to the minute: noted on the way and written behind the request's back. */
import { LRUCache } from 'lru-cache';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { SystemClock } from '../ports/system.ts';

export interface TokenUse {
  /** Returns at once, whatever the database does. @param tokenId of a bot's token that was just found good */
  note(tokenId: string): void;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

export interface TokenUseNeeds {
  readonly prisma: PrismaClient;
  readonly clock: SystemClock;
  readonly logger: { warn(details: object, message: string): void };
}

const MINUTE_MS = 60_000;
const MOST = 20_000;

export function createTokenUse({ prisma, clock, logger }: TokenUseNeeds): TokenUse {
  const notedAt = new LRUCache<string, number>({ max: MOST });
  const writing = new Set<Promise<void>>();

  async function write(id: string, now: number): Promise<void> {
    // Of several nodes that note it in the same minute, one writes.
    const before = { lte: new Date(now - MINUTE_MS) };
    try {
      await prisma.botToken.updateMany({
        where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: before }] },
        data: { lastUsedAt: new Date(now) },
      });
    } catch (error) {
      logger.warn({ err: error }, 'when a bot token was used could not be written; its next use is');
      notedAt.delete(id);
    }
  }

  return {
    note(tokenId) {
      const now = clock.now();
      if (now - (notedAt.get(tokenId) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
      notedAt.set(tokenId, now);
      const written = write(tokenId, now);
      writing.add(written);
      void written.finally(() => writing.delete(written));
    },
    async close() {
      while (writing.size > 0) await Promise.all(writing);
    },
  };
}
