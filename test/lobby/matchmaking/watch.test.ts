/** The watch over the queue: looks when told to, once at a time, and goes on after failures. */
import { expect, it, vi } from 'vitest';
import { createFollowers } from '../../../src/lobby/matchmaking/followers.ts';
import { createWatch } from '../../../src/lobby/matchmaking/watch.ts';
import { manualClock } from '../../streams/manual-clock.ts';

function watched() {
  const clock = manualClock('2026-01-05T19:00:00Z');
  const ends: { readonly resolve: (ms: number) => void; readonly reject: (error: Error) => void }[] = [];
  const failures: unknown[] = [];
  const watch = createWatch({
    clock,
    look: () => new Promise((resolve, reject) => ends.push({ resolve, reject })),
    failed: (error) => failures.push(error),
  });
  return { clock, ends, failures, watch, looks: (count: number) => vi.waitFor(() => expect(ends).toHaveLength(count)) };
}

it('looks again in the time that the last look has said', async () => {
  const { clock, ends, watch, looks } = watched();
  watch.nudge();
  await looks(1);
  ends[0]?.resolve(10_000);
  await vi.waitFor(() => expect(clock.pending()).toBe(1));
  clock.forward(9999);
  expect(ends).toHaveLength(1);
  clock.forward(1);
  await looks(2);
});

it('is told many things while it looks, and looks once more for all of them', async () => {
  const { clock, ends, watch, looks } = watched();
  watch.nudge();
  await looks(1);
  for (let times = 0; times < 5; times += 1) watch.nudge();
  expect(ends).toHaveLength(1);
  ends[0]?.resolve(1000);
  await looks(2);
  ends[1]?.resolve(1000);
  await vi.waitFor(() => expect(clock.pending()).toBe(1));
  watch.nudge();
  await looks(3);
  expect(clock.pending()).toBe(0);
});

it('tells of a failure, and looks again a second later', async () => {
  const { clock, ends, failures, watch, looks } = watched();
  watch.nudge();
  await looks(1);
  ends[0]?.reject(new Error('away'));
  await vi.waitFor(() => expect(clock.pending()).toBe(1));
  expect(failures).toEqual([new Error('away')]);
  clock.forward(1000);
  await looks(2);
});

it('waits for what is in hand when it stops, and looks no more', async () => {
  const { clock, ends, watch, looks } = watched();
  watch.nudge();
  await looks(1);
  watch.nudge();
  let isOver = false;
  const stopped = watch.stop().then(() => {
    isOver = true;
  });
  await Promise.resolve();
  expect(isOver).toBe(false);
  ends[0]?.resolve(1000);
  await stopped;
  watch.nudge();
  expect([ends.length, clock.pending()]).toEqual([1, 0]);
});

it('a player follows as long as one of his streams does, and is told of once when the last one has ended', () => {
  const followers = createFollowers();
  const leaves = [followers.join('ada'), followers.join('ada')];
  leaves[0]?.();
  leaves[0]?.();
  expect([followers.has('ada'), followers.takeLeft().size]).toEqual([true, 0]);
  leaves[1]?.();
  expect(followers.has('ada')).toBe(false);
  expect([...followers.takeLeft()]).toEqual(['ada']);
  expect(followers.takeLeft().size).toBe(0);
});
