/** Streams share one rate in equal parts, after a burst that usual documents fit in. */
import { expect, it } from 'vitest';
import { createSharedRate } from '../../src/replays/shared-rate.ts';
import { manualClock } from '../streams/manual-clock.ts';

const START = '2026-01-05T19:00:00.000Z';

it('bytes within the burst are taken at once, more of them at the rate', async () => {
  const clock = manualClock(START);
  const rate = createSharedRate(clock, { bytesPerSecond: 1_000, burstBytes: 500 });
  const taken: string[] = [];
  const take = (name: string, bytes: number) => rate.take(bytes).then(() => taken.push(name));
  const all = [take('a', 300), take('b', 200), take('c', 400), take('d', 600)];
  await Promise.all(all.slice(0, 2));
  expect(taken).toEqual(['a', 'b']);
  clock.forward(399);
  await Promise.resolve();
  expect(taken).toEqual(['a', 'b']);
  clock.forward(1);
  await all[2];
  clock.forward(600);
  await all[3];
  expect(taken).toEqual(['a', 'b', 'c', 'd']);
});

it('a pause gives back the burst and no more', async () => {
  const clock = manualClock(START);
  const rate = createSharedRate(clock, { bytesPerSecond: 1_000, burstBytes: 500 });
  await rate.take(500);
  clock.forward(3_600_000);
  await rate.take(500);
  let isTaken = false;
  const third = rate.take(100).then(() => {
    isTaken = true;
  });
  await new Promise(setImmediate);
  expect(isTaken).toBe(false);
  clock.forward(100);
  await third;
});

it('streams that take one chunk at a time get equal parts', async () => {
  const clock = manualClock(START);
  const rate = createSharedRate(clock, { bytesPerSecond: 1_000, burstBytes: 0 });
  const chunks = { early: 0, late: 0 };
  const stream = async (name: keyof typeof chunks): Promise<void> => {
    while (chunks[name] < 50) {
      await rate.take(10);
      chunks[name] += 1;
    }
  };
  const both = Promise.all([stream('early'), stream('late')]);
  for (let tick = 0; tick < 100; tick += 1) {
    clock.forward(10);
    await new Promise(setImmediate);
    expect(Math.abs(chunks.early - chunks.late)).toBeLessThanOrEqual(1);
  }
  await both;
  expect(chunks).toEqual({ early: 50, late: 50 });
});
