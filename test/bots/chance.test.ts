/** Bots' own chance: uniform, repeatable from a seed, and every answer of the random bot possible. */
import { expect, test } from 'vitest';
import { chanceFrom, seededChance } from '../../src/bots/chance.ts';
import { random } from '../../src/bots/random.ts';
import { seen } from './situations.ts';

const drawn = (chance: (bound: number) => number, times: number, bound: number): number[] =>
  Array.from({ length: times }, () => chance(bound));

test('the same seed draws the same, another seed another', () => {
  const [one, same, other] = ['a', 'a', 'b'].map((seed) => drawn(seededChance(seed), 50, 1000));
  expect(one).toEqual(same);
  expect(one).not.toEqual(other);
});

test('every result of a small bound is equally likely, within what chance allows', () => {
  const counts = Array<number>(6).fill(0);
  for (const result of drawn(seededChance('die'), 60_000, 6)) counts[result] = (counts[result] ?? 0) + 1;
  // Chi-square with five degrees of freedom: beyond 25.7 once in ten thousand.
  const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
  expect(chiSquare).toBeLessThan(25.7);
});

test('random bytes become numbers below the bound, most significant byte first', () => {
  const chance = chanceFrom(() => Uint8Array.of(0, 0, 1, 5));
  expect(chance(1000)).toBe(261);
});

test('the random bot gives each of its answers', () => {
  const view = seen('play', 'GD', ['3', '3', '8', '12']);
  const chance = seededChance('each');
  const given = new Set(Array.from({ length: 200 }, () => JSON.stringify(random(view, chance))));
  expect(given.size).toBe(view.you?.legal.length);
});
