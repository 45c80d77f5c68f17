/** Which steps go out together, and what happens when too many wait (decision 6). */
import { expect, it } from 'vitest';
import type { PendingStep, Written } from '../../src/adapters/append-batch.ts';
import { createGroupCommit, type GroupCommitLimits } from '../../src/adapters/group-commit.ts';
import { aStep } from '../support/steps.ts';

/** A group commit whose writes wait until the test lets them end. */
function heldWriter(limits?: GroupCommitLimits) {
  const batches: (readonly PendingStep[])[] = [];
  let release: (written: Written) => void = () => undefined;
  const append = createGroupCommit((batch) => {
    batches.push(batch);
    return new Promise<Written>((resolve) => {
      release = resolve;
    });
  }, limits);
  const nextBatch = async () => {
    const before = batches.length;
    await expect.poll(() => batches.length).toBe(before + 1);
  };
  return {
    append,
    /** The games of every batch so far. */
    games: () => batches.map((batch) => batch.map(({ step }) => step.gameId)),
    keys: () => batches.map((batch) => batch.map(({ step }) => step.key)),
    firstBatch: () => expect.poll(() => batches.length).toBe(1),
    endBatch: async (andWaitForNext: boolean) => {
      const next = andWaitForNext ? nextBatch() : undefined;
      for (const { resolve } of batches.at(-1) ?? []) resolve({ outcome: 'appended' });
      release('done');
      await next;
    },
    failBatch: () => {
      for (const { reject } of batches.at(-1) ?? []) reject(new Error('away'));
      release('unavailable');
    },
  };
}

it('decision 6: what waits at the same moment goes out together, sorted by game', async () => {
  const writer = heldWriter();
  const games = ['c', 'a', 'b'];
  const all = Promise.all(games.map((gameId) => writer.append(aStep({ gameId }))));
  await writer.firstBatch();
  await writer.endBatch(false);

  expect(await all).toEqual(games.map(() => ({ outcome: 'appended' })));
  expect(writer.games()).toEqual([['a', 'b', 'c']]);
});

it('decision 6: one writer: what comes while a batch is under way waits for the next', async () => {
  const writer = heldWriter();
  const first = writer.append(aStep({ gameId: 'a' }));
  await writer.firstBatch();
  const others = [writer.append(aStep({ gameId: 'b' })), writer.append(aStep({ gameId: 'c' }))];
  expect(writer.games()).toEqual([['a']]);

  await writer.endBatch(true);
  expect(writer.games()).toEqual([['a'], ['b', 'c']]);
  await writer.endBatch(false);
  await Promise.all([first, ...others]);
});

it('decision 6: a batch holds at most one step of a game, and the order of a game stays', async () => {
  const writer = heldWriter();
  const steps = [
    aStep({ gameId: 'a', key: 'a1' }),
    aStep({ gameId: 'a', key: 'a2' }),
    aStep({ gameId: 'b', key: 'b1' }),
    aStep({ gameId: 'a', key: 'a3' }),
  ];
  const all = Promise.all(steps.map(writer.append));
  await writer.firstBatch();
  await writer.endBatch(true);
  await writer.endBatch(true);
  await writer.endBatch(false);
  await all;

  expect(writer.keys()).toEqual([['a1', 'b1'], ['a2'], ['a3']]);
});

it('decision 6: a batch holds no more steps than its limit', async () => {
  const writer = heldWriter({ mostInBatch: 2 });
  const all = Promise.all(['a', 'b', 'c'].map((gameId) => writer.append(aStep({ gameId }))));
  await writer.firstBatch();
  await writer.endBatch(true);
  await writer.endBatch(false);
  await all;

  expect(writer.games()).toEqual([['a', 'b'], ['c']]);
});

it('decision 6: the queue is bounded; beyond it the log is unavailable and says when to come back', async () => {
  const writer = heldWriter({ mostWaiting: 3 });
  const underWay = writer.append(aStep());
  await writer.firstBatch();
  const waiting = [writer.append(aStep()), writer.append(aStep()), writer.append(aStep())];

  await expect(writer.append(aStep())).rejects.toMatchObject({ name: 'LogUnavailable', retryAfterSeconds: 1 });

  await writer.endBatch(true);
  const again = writer.append(aStep());
  await writer.endBatch(true);
  await writer.endBatch(false);
  await Promise.all([underWay, ...waiting, again]);
});

it('when the log is away, those who wait are told at once, and later ones are tried again', async () => {
  const writer = heldWriter();
  const underWay = writer.append(aStep({ gameId: 'a' }));
  await writer.firstBatch();
  const waiting = writer.append(aStep({ gameId: 'b' }));
  writer.failBatch();
  await expect(underWay).rejects.toThrow('away');
  await expect(waiting).rejects.toMatchObject({ name: 'LogUnavailable' });

  const later = writer.append(aStep({ gameId: 'c' }));
  await expect.poll(() => writer.games()).toEqual([['a'], ['c']]);
  await writer.endBatch(false);
  expect(await later).toEqual({ outcome: 'appended' });
});
