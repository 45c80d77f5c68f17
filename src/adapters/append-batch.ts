/** Writes a batch of steps and tells each sender what became of his own; one bad step costs the others nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type AppendResult, LogUnavailable, type NewStep } from '../ports/event-log.ts';
import { classify } from './append-failure.ts';
import { appendStatement, appendValues } from './append-statement.ts';
import type { Query } from './database.ts';
import type { FindStale, FindSteps } from './find-steps.ts';

/** A step, and the promise that its sender waits for. */
export interface PendingStep {
  readonly step: NewStep;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

/** What a batch met: `busy` when its only step waited for a lock in vain, `unavailable` when nothing can be written now. */
export type Written = 'done' | 'busy' | 'unavailable';

/** Waits before each look for what a broken connection left behind. */
const lookAfterMs = [0, 50, 250, 1_000];
/** No further look begins later than this after the batch: a database that stays silent takes seconds for each. */
const MAX_LOOKING_MS = 4_000;
/** A connection that breaks again and again with the same batch may be broken by it. */
const mostBroken = 3;
/** So many steps may wait for locks, one after the other, before the rest of their batch is given up. */
const mostBusy = 4;

/** @returns a function that settles every step of a batch and never rejects */
export function createWriteBatch(
  insert: Query,
  findSteps: FindSteps,
  findStale: FindStale,
): (batch: readonly PendingStep[]) => Promise<Written> {
  async function write(batch: readonly PendingStep[]): Promise<Written> {
    let rest = batch;
    let broken = 0;
    const begun = performance.now();
    while (rest.length > 0) {
      const error = await tryInsert(rest);
      if (error === null) {
        for (const pending of rest) pending.resolve({ outcome: 'appended' });
        return 'done';
      }
      const failure = classify(error);
      switch (failure.type) {
        case 'taken': {
          const left = await settleTaken(rest, failure.gameId).catch(() => null);
          if (left === null) return giveUp(rest, error);
          rest = left;
          break;
        }
        case 'busy':
        case 'refused':
          if (rest.length > 1) return writeSingly(rest);
          return failure.type === 'busy' ? settleBusy(rest, error) : settleRefused(rest, error);
        case 'unavailable':
          return giveUp(rest, error);
        case 'unknown': {
          broken += 1;
          const left = broken < mostBroken ? await settleWritten(rest, begun + MAX_LOOKING_MS) : null;
          if (left === null) return giveUp(rest, error);
          rest = left;
          break;
        }
        default:
          return failure satisfies never;
      }
    }
    return 'done';
  }

  async function tryInsert(batch: readonly PendingStep[]): Promise<unknown> {
    try {
      await insert(appendStatement, appendValues(batch.map((pending) => pending.step)));
      return null;
    } catch (error) {
      return error;
    }
  }

  /** When Postgres does not say which step it was. */
  async function writeSingly(batch: readonly PendingStep[]): Promise<Written> {
    let busy = 0;
    for (const [index, pending] of batch.entries()) {
      const written = await write([pending]);
      if (written === 'busy') busy += 1;
      if (written === 'unavailable' || busy === mostBusy) {
        giveUp(batch.slice(index + 1), 'too many steps before it failed');
        return written === 'unavailable' ? written : 'done';
      }
    }
    return 'done';
  }

  /** Looks the commands up: whoever wrote them, perhaps this node. @returns the steps that are not in the log */
  async function settleRepeated(batch: readonly PendingStep[]): Promise<readonly PendingStep[]> {
    const found = await findSteps(batch.map((pending) => pending.step));
    return batch.filter(({ step, resolve }) => {
      const record = found.get(step.gameId);
      if (record !== undefined) resolve({ outcome: 'repeated', step: record });
      return record === undefined;
    });
  }

  /** Takes out all steps that cannot be written, not just the one that Postgres names. @returns the others */
  async function settleTaken(batch: readonly PendingStep[], named: string): Promise<readonly PendingStep[]> {
    const left = await settleRepeated(batch);
    const stale = await findStale(left.map((pending) => pending.step));
    return left.filter(({ step, resolve }) => {
      const isStale = stale.has(step.gameId) || step.gameId === named;
      if (isStale) resolve({ outcome: 'conflict' });
      return !isStale;
    });
  }

  /** Looks once at least. @returns the steps that are not in the log, `null` when it cannot be read */
  async function settleWritten(batch: readonly PendingStep[], until: number): Promise<readonly PendingStep[] | null> {
    for (const delay of lookAfterMs) {
      if (delay > 0 && performance.now() > until) break;
      await sleep(delay);
      const left = await settleRepeated(batch).catch(() => null);
      if (left !== null) return left;
    }
    return null;
  }

  async function settleBusy(batch: readonly PendingStep[], cause: unknown): Promise<Written> {
    const left = await settleRepeated(batch).catch(() => batch);
    giveUp(left, cause);
    return 'busy';
  }

  return write;
}

function settleRefused(batch: readonly PendingStep[], error: unknown): Written {
  for (const pending of batch) pending.reject(error);
  return 'done';
}

function giveUp(batch: readonly PendingStep[], cause: unknown): Written {
  for (const pending of batch) pending.reject(unavailable(cause));
  return 'unavailable';
}

export function unavailable(cause: unknown): LogUnavailable {
  return new LogUnavailable('The log of games cannot take or give anything now.', 1, { cause });
}
