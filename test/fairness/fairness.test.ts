import { describe, expect, it } from 'vitest';
import { randomOf } from '../../src/fairness/random.ts';
import { commitmentTo, newSeed } from '../../src/fairness/seed.ts';
import { uniform } from '../../src/fairness/uniform.ts';
import type { Contribution } from '../../src/rules/contribution.ts';

const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
const gameId = '019b8f0a-0002-7001-8001-0000000d0201';
const draws = (purpose: string, count: number, random = randomOf(seed), contributions: readonly Contribution[] = []) =>
  Array.from({ length: count }, () => random(purpose, 80, contributions));

describe('the seed', () => {
  it('promise 4: comes from the entropy that is handed in, 32 bytes of it', () => {
    const asked: number[] = [];
    const made = newSeed((bytes) => {
      asked.push(bytes);
      return new Uint8Array(bytes).fill(7);
    });
    expect(asked).toEqual([32]);
    expect([...made]).toEqual(Array(32).fill(7));
  });

  it('promise 4: has a commitment that an independent program computes alike', () => {
    expect(commitmentTo(seed, gameId)).toBe('66ad0d48266af176b1ab71f857618d1a92635478f9d10f57912fee4651176776');
  });

  it('promise 4: commits to one game and one seed only', () => {
    const other = seed.with(31, 0);
    const commitments = [commitmentTo(seed, gameId), commitmentTo(seed, `${gameId}0`), commitmentTo(other, gameId)];
    expect(new Set(commitments).size).toBe(3);
  });

  it('refuses a seed of another length', () => {
    expect(() => commitmentTo(seed.slice(1), gameId)).toThrow(RangeError);
  });
});

describe('random', () => {
  it('R-DEAL-4: gives the numbers that an independent program computes, over several blocks of the stream', () => {
    const expected = [70, 40, 79, 30, 17, 20, 12, 61, 37, 49, 3, 66, 54, 61, 47, 60, 38, 9, 45, 29];
    expect(draws('deal/1', 20)).toEqual(expected);
  });

  it('R-DEAL-4: a purpose does not depend on what others have drawn', () => {
    const random = randomOf(seed);
    draws('seating', 13, random);
    expect(draws('deal/2', 5, random)).toEqual([48, 63, 25, 46, 64]);
    expect(draws('deal/1', 5, random)).toEqual([70, 40, 79, 30, 17]);
  });

  it('begins anew for each decision, and goes on within one', () => {
    const random = randomOf(seed);
    const both = [...draws('deal/1', 10, random), ...draws('deal/1', 10, random)];
    expect(both).toEqual(draws('deal/1', 20));
    expect(draws('deal/1', 10)).toEqual(both.slice(0, 10));
  });

  it('depends on the seed', () => {
    expect(draws('deal/1', 5, randomOf(seed.with(31, 0)))).not.toEqual(draws('deal/1', 5));
  });

  it('promise 4: mixes what players contributed into the key, in the order of seats', () => {
    const first = { seat: 0, entropy: 'a1' };
    const second = { seat: 3, entropy: 'b 2' };
    const expected = [19, 38, 53, 60, 27];
    expect(draws('deal/1', 5, randomOf(seed), [first, second])).toEqual(expected);
    expect(draws('deal/1', 5, randomOf(seed), [second, first])).toEqual(expected);
  });

  it('promise 4: draws by the contributions that count at the moment, also within one decision', () => {
    const random = randomOf(seed);
    expect(draws('deal/1', 5, random)).toEqual([70, 40, 79, 30, 17]);
    const both = [
      { seat: 0, entropy: 'a1' },
      { seat: 3, entropy: 'b 2' },
    ];
    expect(draws('deal/1', 5, random, both)).toEqual([19, 38, 53, 60, 27]);
  });
});

describe('uniform', () => {
  const from = (...words: number[]) => {
    const left = [...words];
    return { next: () => left.shift() ?? Number.NaN, left };
  };
  const WORDS = 2 ** 32;

  it('keeps every word of a complete run and rejects those of the last, incomplete one', () => {
    // 2^32 = 80 * 53687091 + 16, so the last 16 words would favour 0..15
    expect(uniform(from(WORDS - 17).next, 80)).toBe(79);
    const source = from(WORDS - 16, WORDS - 1, 81);
    expect(uniform(source.next, 80)).toBe(1);
    expect(source.left).toEqual([]);
  });

  it('rejects nothing when the bound divides the number of words', () => {
    expect(uniform(from(WORDS - 1).next, 64)).toBe(63);
    expect(uniform(from(WORDS - 1).next, WORDS)).toBe(WORDS - 1);
    expect(uniform(from(WORDS - 1).next, 1)).toBe(0);
  });

  it('maps each run of words evenly: every value once', () => {
    const values = Array.from({ length: 80 }, (_, index) => uniform(from(800 + index).next, 80));
    expect(values).toEqual(Array.from({ length: 80 }, (_, index) => index));
  });

  it.each([0, -1, 1.5, Number.NaN, WORDS + 1])('refuses the bound %s', (bound) => {
    expect(() => uniform(() => 0, bound)).toThrow(RangeError);
  });
});
