/** Whether 100,000 real deals put every card at every place equally often, by a chi-squared test that can fail. */
import { describe, expect, it } from 'vitest';
import { randomOf } from '../../src/fairness/random.ts';
import type { Seed } from '../../src/fairness/seed.ts';
import type { Draw } from '../../src/rules/context.ts';
import { shuffled } from '../../src/rules/deal.ts';
import { deckCards } from '../../src/rules/deck.ts';

/** Hashing takes its time: a quarter of a minute for 100,000 deals. */
const PATIENCE_MS = 300_000;
const DEALS = 100_000;
/** The biases below show in far fewer. */
const BIASED_DEALS = 4000;
const CARDS = deckCards('full').length;

/** Fixed: the test says the same each time. */
const SEED: Seed = Uint8Array.from({ length: 32 }, (_, index) => 255 - index);

type Shuffle = (places: readonly number[], draw: Draw, purpose: string) => readonly number[];

/**
 * How far the counts of card x place are from even, to be compared with chi-squared.
 *
 * The cells of one shuffle depend on each other: each row and each column of its permutation matrix has a single 1. The
 * covariance of two cells is that of independent ones with both margins fixed, (d - 1/n)(d' - 1/n) / (n - 1), where d and d'
 * are 1 for the same row and the same column, so that Pearson's sum, times (n - 1) / n, has (n - 1)^2 degrees of freedom
 * in the limit of many deals. Its mean is exactly that for any number of deals.
 */
class EvenCounts {
  readonly #cards: number;
  readonly #counts: Int32Array;
  #deals = 0;

  constructor(cards: number) {
    this.#cards = cards;
    this.#counts = new Int32Array(cards * cards);
  }

  add(pile: readonly number[]): void {
    pile.forEach((card, place) => {
      const cell = place * this.#cards + card;
      this.#counts[cell] = (this.#counts[cell] ?? 0) + 1;
    });
    this.#deals += 1;
  }

  get degreesOfFreedom(): number {
    return (this.#cards - 1) ** 2;
  }

  get statistic(): number {
    const expected = this.#deals / this.#cards;
    const pearson = this.#counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    return (pearson * (this.#cards - 1)) / this.#cards;
  }
}

/** The deck's cards told apart by their place in the unshuffled deck: copies of a kind could hide an uneven place. */
function deals(count: number, shuffle: Shuffle): EvenCounts {
  const places = Array.from({ length: CARDS }, (_, place) => place);
  const counts = new EvenCounts(CARDS);
  for (let hand = 1; hand <= count; hand += 1) {
    const random = randomOf(SEED);
    counts.add(shuffle(places, (purpose, bound) => random(purpose, bound, []), `deal/${hand}`));
  }
  return counts;
}

/**
 * The 0.1 % and the 99.9 % quantile of chi-squared with 79^2 = 6241 degrees of freedom: `scipy.stats.chi2.ppf`, SciPy 1.17.
 * Counts that are too even would be as suspicious as uneven ones.
 */
const LEAST = 5901.44;
const MOST = 6591.96;

describe('the shuffle', () => {
  it(`R-DEAL-4: puts each of the 80 cards at each of the 80 places equally often in ${DEALS} deals`, {
    timeout: PATIENCE_MS,
  }, () => {
    const { degreesOfFreedom, statistic } = deals(DEALS, shuffled);
    expect(degreesOfFreedom).toBe(6241);
    expect(statistic).toBeGreaterThan(LEAST);
    expect(statistic).toBeLessThan(MOST);
  });
});

describe('the test itself', () => {
  const swap = (pile: number[], one: number, other: number) => {
    [pile[one], pile[other]] = [pile[other] as number, pile[one] as number];
  };

  it('finds a shuffle that lets each card change places with any other', { timeout: PATIENCE_MS }, () => {
    const naive: Shuffle = (places, draw, purpose) => {
      const pile = [...places];
      for (let place = 0; place < pile.length; place += 1) swap(pile, place, draw(purpose, pile.length));
      return pile;
    };
    expect(deals(BIASED_DEALS, naive).statistic).toBeGreaterThan(MOST);
  });

  it('finds numbers that are the remainder of a byte', { timeout: PATIENCE_MS }, () => {
    const modulo: Shuffle = (places, draw, purpose) =>
      shuffled(places, (_, bound) => draw(purpose, 256) % bound, purpose);
    expect(deals(BIASED_DEALS, modulo).statistic).toBeGreaterThan(MOST);
  });

  it('finds a card that never stays where it was', { timeout: PATIENCE_MS }, () => {
    const offByOne: Shuffle = (places, draw, purpose) =>
      shuffled(places, (_, bound) => draw(purpose, Math.max(1, bound - 1)), purpose);
    expect(deals(BIASED_DEALS, offByOne).statistic).toBeGreaterThan(MOST);
  });

  it('finds nothing in so few deals of the real shuffle', { timeout: PATIENCE_MS }, () => {
    const { statistic } = deals(BIASED_DEALS, shuffled);
    expect(statistic).toBeGreaterThan(LEAST);
    expect(statistic).toBeLessThan(MOST);
  });

  it('has a statistic whose mean is its degrees of freedom: with one deal it is that number, whatever was dealt', () => {
    for (const pile of [
      [0, 1, 2, 3, 4],
      [4, 2, 0, 1, 3],
      [1, 0, 3, 2, 4],
    ]) {
      const counts = new EvenCounts(pile.length);
      counts.add(pile);
      expect(counts.statistic).toBeCloseTo(16, 9);
      expect(counts.degreesOfFreedom).toBe(16);
    }
  });

  it('has a statistic of 0 when every order came up once', () => {
    const counts = new EvenCounts(3);
    for (const pile of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ])
      counts.add(pile);
    expect(counts.statistic).toBeCloseTo(0, 9);
  });
});
