/** What a seat can expect of the cards that it has not seen: whether a set will be beaten, and whether it can follow. */
import type { Cards, Rank } from '../rules/cards.ts';
import { isWild, rankOf } from '../rules/cards.ts';
import { deckCards } from '../rules/deck.ts';
import type { Seat } from '../rules/seats.ts';
import type { View } from '../rules/view.ts';

export interface Outlook {
  /** The chance, 0..1, that nobody else has a set that beats `count` cards of `rank`; 1 is certainty. */
  wins(rank: Rank, count: number): number;
  /** The chance, 0..1, that somebody else has `count` cards of a worse rank to play, which this set could follow. */
  follows(rank: Rank, count: number): number;
}

const WORST: Rank = 13;

/** Counts cards as an attentive player does: the whole deck, without the own hand and without what lies on the table. */
export function outlook(view: View, seat: Seat, hand: Cards): Outlook {
  const others = view.order.filter((each) => each !== seat && (view.seats[each]?.cardCount ?? 0) > 0);
  const largest = Math.max(0, ...others.map((each) => view.seats[each]?.cardCount ?? 0));
  const { naturals, wilds } = unseen(view, hand);

  /** How many sets of `count` cards of `rank` are to be expected in single hands, if chance has dealt the unseen cards. */
  function expected(rank: Rank, count: number): number {
    if (count > largest) return 0;
    const sets = choose((naturals[rank] ?? 0) + wilds, count) - choose(wilds, count);
    return sets / others.length ** (count - 1);
  }

  function among(from: Rank, to: Rank, count: number): number {
    let sum = 0;
    for (let rank = from; rank <= to; rank += 1) sum += expected(rank, count);
    return sum;
  }

  return {
    wins: (rank, count) => Math.exp(-among(0, rank - 1, count)),
    follows: (rank, count) => 1 - Math.exp(-among(rank + 1, WORST - 1, count)),
  };
}

function unseen(view: View, hand: Cards): { naturals: readonly number[]; wilds: number } {
  const naturals = Array<number>(WORST).fill(0);
  let wilds = 0;
  const count = (cards: Cards, by: 1 | -1): void => {
    for (const card of cards) {
      if (isWild(card)) wilds += by;
      else naturals[rankOf(card)] = (naturals[rankOf(card)] ?? 0) + by;
    }
  };
  if (view.deck !== null) count(deckCards(view.deck.variant), 1);
  count(hand, -1);
  for (const { plays } of view.history ?? []) for (const { cards } of plays) count(cards, -1);
  for (const { cards } of view.trick?.plays ?? []) count(cards, -1);
  return { naturals: naturals.map((left) => Math.max(0, left)), wilds: Math.max(0, wilds) };
}

/** Ways to take `count` out of `from`. */
function choose(from: number, count: number): number {
  if (count > from) return 0;
  let ways = 1;
  for (let taken = 0; taken < count; taken += 1) ways = (ways * (from - taken)) / (taken + 1);
  return ways;
}
