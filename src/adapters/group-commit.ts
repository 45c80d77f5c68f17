/** Gathers the steps that wait at the same moment into one write, by one writer for each node (decision 6). */
import { type AppendResult, LogUnavailable, type NewStep } from '../ports/event-log.ts';
import { type PendingStep, unavailable, type Written } from './append-batch.ts';

export interface GroupCommitLimits {
  /** Steps that may wait; beyond them `LogUnavailable`. */
  readonly mostWaiting?: number;
  /** Steps that one statement holds. */
  readonly mostInBatch?: number;
}

/** @returns a function that takes a step and settles when its batch is through */
export function createGroupCommit(
  write: (batch: readonly PendingStep[]) => Promise<Written>,
  { mostWaiting = 2_000, mostInBatch = 256 }: GroupCommitLimits = {},
): (step: NewStep) => Promise<AppendResult> {
  let waiting: readonly PendingStep[] = [];
  let added: PendingStep[] = [];
  let isRunning = false;

  async function flush(): Promise<void> {
    const { batch, rest } = takeBatch([...waiting, ...added], mostInBatch);
    waiting = rest;
    added = [];
    const written = await write(batch);
    if (written === 'unavailable') {
      // What has not been sent cannot fare better, and its senders are told sooner.
      for (const pending of [...waiting, ...added]) pending.reject(unavailable('the batch before it failed'));
      waiting = [];
      added = [];
    }
    isRunning = waiting.length + added.length > 0;
    if (isRunning) setImmediate(flush);
  }

  return (step) => {
    if (waiting.length + added.length >= mostWaiting) {
      return Promise.reject(new LogUnavailable(`More than ${mostWaiting} steps wait to be written.`, 1));
    }
    return new Promise((resolve, reject) => {
      added.push({ step, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      setImmediate(flush);
    });
  };
}

/** At most one step of each game, first come first served, sorted by game. */
function takeBatch(waiting: readonly PendingStep[], most: number) {
  const batch = new Map<string, PendingStep>();
  const rest: PendingStep[] = [];
  for (const pending of waiting) {
    if (batch.size < most && !batch.has(pending.step.gameId)) batch.set(pending.step.gameId, pending);
    else rest.push(pending);
  }
  const sorted = [...batch.values()].sort((a, b) => (a.step.gameId < b.step.gameId ? -1 : 1));
  return { batch: sorted, rest };
}
