/** After a gap of the bus followers read again, few at once. */
import { expect, it } from 'vitest';
import { createGapRefresh, MAX_REFRESHING } from '../../src/lobby/gap-refresh.ts';

function gaps() {
  const listeners: (() => void)[] = [];
  const bus = {
    onGap(listener: () => void) {
      listeners.push(listener);
      return () => undefined;
    },
  };
  return {
    bus,
    gap: () => {
      for (const listener of listeners) listener();
    },
  };
}

/** A follower whose readings end when the test says so. */
function follower() {
  const ends: (() => void)[] = [];
  let readings = 0;
  return {
    readings: () => readings,
    reading: () => ends.length > 0,
    end: () => ends.shift()?.(),
    refresh: () => {
      readings += 1;
      return new Promise<void>((resolve) => ends.push(resolve));
    },
  };
}

const turn = () => new Promise(setImmediate);

it('every follower reads once after a gap, at most four at the same time', async () => {
  const { bus, gap } = gaps();
  const refreshing = createGapRefresh(bus);
  const followers = Array.from({ length: 20 }, follower);
  for (const { refresh } of followers) refreshing.add(refresh);
  gap();
  for (let left = followers.length; left > 0; left -= 1) {
    const reading = followers.filter((one) => one.reading());
    expect(reading).toHaveLength(Math.min(MAX_REFRESHING, left));
    reading[0]?.end();
    await turn();
  }
  expect(followers.map((one) => one.readings())).toEqual(followers.map(() => 1));
});

it('a follower that has left reads no more', async () => {
  const { bus, gap } = gaps();
  const refreshing = createGapRefresh(bus);
  const followers = Array.from({ length: MAX_REFRESHING + 1 }, follower);
  const removals = followers.map(({ refresh }) => refreshing.add(refresh));
  gap();
  removals.at(-1)?.();
  for (const one of followers) one.end();
  await turn();
  expect(followers.at(-1)?.readings()).toBe(0);
});
