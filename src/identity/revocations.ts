/** Brings the news that a token or a player is good no longer to every node: at once where the bus works, within a second everywhere. */
import { LRUCache } from 'lru-cache';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Bus } from '../ports/bus.ts';
import type { SystemClock } from '../ports/system.ts';
import { type NewsRow, readNews } from './revocation-rows.ts';

export interface Revocations {
  /** After a transaction with `writeNews` in it: this node has heard of it when the promise resolves, others look at once. */
  spread(): Promise<void>;
  /** Everything that this node hears, each row once. @returns its removal */
  onNews(listener: (rows: readonly NewsRow[]) => void): () => void;
  /** Now, for {@link heardSince}. */
  mark(): number;
  /** Whether there was news of one of them: what was read from the database since then may be older than that. */
  heardSince(mark: number, subjects: readonly string[]): boolean;
  close(): Promise<void>;
}

export interface RevocationsNeeds {
  readonly prisma: PrismaClient;
  readonly bus: Bus;
  readonly clock: SystemClock;
  readonly logger: { warn(details: object, message: string): void };
}

const CHANNEL = 'identity:news';
/** The longest that a revocation goes unnoticed anywhere. */
const LOOK_MS = 1000;
const MOST = 50_000;

export async function createRevocations({ prisma, bus, clock, logger }: RevocationsNeeds): Promise<Revocations> {
  /** Rows that were told on, and when a subject was last heard of, counted in rows. */
  const told = new LRUCache<string, true>({ max: MOST });
  const heardAt = new LRUCache<string, number>({ max: MOST });
  const listeners = new Set<(rows: readonly NewsRow[]) => void>();
  let heard = 0;
  let since: Date | null = null;
  let failures = 0;
  let looking: Promise<void> = Promise.resolve();
  /** Begins when the present look has ended, so that it sees all that was committed before it was asked for. */
  let next: Promise<void> | null = null;

  async function read(): Promise<void> {
    const { rows, readAt } = await readNews(prisma, since);
    since = readAt;
    const fresh = rows.filter(({ id }) => !told.has(id));
    for (const { id, subject } of fresh) {
      heard += 1;
      told.set(id, true);
      heardAt.set(subject, heard);
    }
    if (fresh.length > 0) for (const listener of listeners) listener(fresh);
  }

  async function tryToRead(): Promise<void> {
    try {
      await read();
      failures = 0;
    } catch (error) {
      // Told once: until it is over, every further failure says the same.
      if (failures === 0) logger.warn({ err: error }, 'revocations cannot be read; trying again every second');
      failures += 1;
    }
  }

  function look(): Promise<void> {
    if (next !== null) return next;
    next = looking.then(() => {
      next = null;
      looking = tryToRead();
      return looking;
    });
    return next;
  }

  await read();
  const stopLooking = clock.every(LOOK_MS, () => void look());
  const unsubscribe = await bus.subscribe(CHANNEL, () => void look());

  return {
    spread() {
      bus.publish(CHANNEL, '');
      return look();
    },
    onNews(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    mark: () => heard,
    heardSince: (mark, subjects) => subjects.some((subject) => (heardAt.get(subject) ?? 0) > mark),
    async close() {
      stopLooking();
      await unsubscribe();
      await (next ?? looking);
    },
  };
}
