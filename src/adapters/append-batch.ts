/** Writes a batch of steps and tells each sender what became of his own; one bad step costs the others nothing. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type AppendResult, LogUnavailable, type NewStep } from '../ports/event-log.ts';
import { classify } from './append-failure.ts';
import { appendStatement, appendValues } from './append-statement.ts';
import type { Query } from './database.ts';
import type { FindSteps } from './find-steps.ts';

/** A step, and the promise that its sender waits for. */
export interface PendingStep {
  readonly step: NewStep;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * What a batch met: `busy` when its only step waited for a lock in vain, `unavailable` when the log takes nothing just
 * now. Every step is settled, or will be without further writing.
 */
export type Written = 'done' | 'busy' | 'unavailable';

/** Waits before each look for what a broken connection left behind. */
const lookAfterMs = [0, 50, 250, 1_000];
/** A connection that breaks again and again with the same batch may be broken by it. */
const mostBroken = 3;
/** So many steps may wait for locks, one after the other, before the rest of their batch is given up. */
const mostBusy = 4;

export function createWriteBatch(
  insert: Query,
  findSteps: FindSteps,
): (batch: readonly PendingStep[]) => Promise<Written> {
  async function write(batch: readonly PendingStep[]): Promise<Written> {
    let rest = batch;
    let broken = 0;
    while (rest.length > 0) {
      const error = await tryInsert(rest);
      if (error === null) {
        for (const pending of rest) pending.resolve({ outcome: 'appended' });
        return 'done';
      }
      const failure = classify(error);
      switch (failure.type) {
        case 'taken': {
          const { gameId } = failure;
          for (const pending of rest.filter(({ step }) => step.gameId === gameId)) void settleTaken(pending);
          rest = rest.filter(({ step }) => step.gameId !== gameId);
          break;
        }
        case 'busy':
        case 'refused': {
          const [only] = rest;
          if (only === undefined || rest.length > 1) return writeSingly(rest);
          if (failure.type === 'busy') void settleBusy(only, error);
          else only.reject(error);
          return failure.type === 'busy' ? 'busy' : 'done';
        }
        case 'unavailable':
          return giveUp(rest, error);
        case 'unknown': {
          broken += 1;
          const left = broken < mostBroken ? await settleWritten(rest) : null;
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
      return error ?? new Error('The insert failed without an error.');
    }
  }

  /** When Postgres does not say which step it was. */
  async function writeSingly(batch: readonly PendingStep[]): Promise<Written> {
    let busy = 0;
    for (const [index, pending] of batch.entries()) {
      const written = await write([pending]);
      if (written === 'busy') busy += 1;
      if (written === 'unavailable' || busy === mostBusy)
        return giveUp(batch.slice(index + 1), 'too many locks are held');
    }
    return 'done';
  }

  /** A row of the step's game was there already: written by this very command, or by somebody else. */
  async function settleTaken({ step, resolve, reject }: PendingStep): Promise<void> {
    try {
      const found = (await findSteps([step])).get(step.gameId);
      resolve(found === undefined ? { outcome: 'conflict' } : { outcome: 'repeated', step: found });
    } catch (error) {
      reject(unavailable(error));
    }
  }

  async function settleBusy({ step, resolve, reject }: PendingStep, cause: unknown): Promise<void> {
    try {
      const found = (await findSteps([step])).get(step.gameId);
      if (found === undefined) reject(unavailable(cause));
      else resolve({ outcome: 'repeated', step: found });
    } catch (error) {
      reject(unavailable(error));
    }
  }

  /** @returns the steps that are not in the log, `null` when it cannot be read */
  async function settleWritten(batch: readonly PendingStep[]): Promise<readonly PendingStep[] | null> {
    for (const delay of lookAfterMs) {
      await sleep(delay);
      const found = await findSteps(batch.map((pending) => pending.step)).catch(() => null);
      if (found === null) continue;
      for (const { step, resolve } of batch) {
        const record = found.get(step.gameId);
        if (record !== undefined) resolve({ outcome: 'repeated', step: record });
      }
      return batch.filter(({ step }) => !found.has(step.gameId));
    }
    return null;
  }

  return write;
}

function giveUp(batch: readonly PendingStep[], cause: unknown): 'unavailable' {
  for (const pending of batch) pending.reject(unavailable(cause));
  return 'unavailable';
}

export function unavailable(cause: unknown): LogUnavailable {
  return new LogUnavailable('The log of games cannot take or give anything now.', 1, { cause });
}
