/** The one job that removes rows no request can ask for any more: in small batches, by one node at a time. */
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { SystemClock } from '../ports/system.ts';

export interface Purge {
  /** Of what the log counts the rows. */
  readonly name: string;
  /**
   * Removes at most `limit` rows in the given transaction. May be repeated.
   *
   * @param now milliseconds since 1970
   * @returns how many it removed; fewer than `limit` when no more are left
   */
  readonly remove: (tx: Prisma.TransactionClient, now: number, limit: number) => Promise<number | Removed>;
}

export interface Removed {
  readonly count: number;
  /** Called when the transaction is committed: what this node still knows of the rows is forgotten. */
  readonly committed: () => void;
}

export interface Retention {
  /** Looks a minute later, and then ten minutes after the end of each look. */
  start(): void;
  /** One look: every purge until nothing is left, or another node is found at work. */
  look(): Promise<void>;
  /** Looks no more and waits for the batch under way. */
  stop(): Promise<void>;
}

export interface RetentionDeps {
  readonly prisma: Pick<PrismaClient, '$transaction'>;
  readonly clock: SystemClock;
  readonly logger: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  /** In this order. */
  readonly purges: readonly Purge[];
}

const FIRST_LOOK_MS = 60_000;
const LOOK_MS = 10 * 60_000;
/** Between two batches, so that requests come first. */
const PAUSE_MS = 200;
/** Rows of one batch. */
export const MAX_BATCH = 500;
/** Nodes that remove rows exclude each other here; a killed node's lock ends with its connection. */
export const RETENTION_LOCK = 7_270_736_902n;
const PATIENCE = { maxWait: 10_000, timeout: 30_000 };

export function createRetention({ prisma, clock, logger, purges }: RetentionDeps): Retention {
  let cancel = (): void => {};
  let wakeUp = (): void => {};
  let looking: Promise<void> = Promise.resolve();
  let isStopped = false;

  /** @returns `null` when another node is at work */
  async function removeBatch({ remove }: Purge): Promise<number | null> {
    const removed = await prisma.$transaction(async (tx) => {
      const [lock] = await tx.$queryRaw<{ readonly mine: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(${RETENTION_LOCK}::bigint) AS mine`;
      return lock?.mine === true ? remove(tx, clock.now(), MAX_BATCH) : null;
    }, PATIENCE);
    if (removed === null || typeof removed === 'number') return removed;
    removed.committed();
    return removed.count;
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      wakeUp = resolve;
      cancel = clock.after(PAUSE_MS, resolve);
    });
  }

  /** @returns whether this node may go on with the next purge */
  async function purge(one: Purge, removed: Map<string, number>): Promise<boolean> {
    while (!isStopped) {
      const count = await removeBatch(one);
      if (count === null) return false;
      if (count > 0) removed.set(one.name, (removed.get(one.name) ?? 0) + count);
      if (count < MAX_BATCH) return true;
      await pause();
    }
    return false;
  }

  async function look(): Promise<void> {
    const removed = new Map<string, number>();
    for (const one of purges) {
      try {
        if (!(await purge(one, removed))) break;
      } catch (error) {
        logger.warn({ err: error, purge: one.name }, 'failed to remove old rows; trying again at the next look');
      }
    }
    if (removed.size > 0) logger.info({ removed: Object.fromEntries(removed) }, 'removed old rows');
  }

  function lookIn(ms: number): void {
    cancel = clock.after(ms, () => {
      looking = look().then(() => {
        if (!isStopped) lookIn(LOOK_MS);
      });
    });
  }

  return {
    start: () => lookIn(FIRST_LOOK_MS),
    look,
    async stop() {
      isStopped = true;
      cancel();
      wakeUp();
      await looking;
    },
  };
}
