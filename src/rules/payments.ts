/** What can be given in taxation: what a Peon owes, and what a Dalmuti may choose from (R-TAX-3..7, R-CORP-20, R-CORP-21). */
import { type Card, type Cards, copiesOf, isWild, type Rank, rankOf, sorted } from './cards.ts';
import type { Ruleset } from './ruleset.ts';

type Wilds = Ruleset['tax']['wilds'];

/** The order in which cards are rather given away: the worst natural first, wilds last (R-TAX-13). */
export const GIVING_ORDER: Cards = [
  '12',
  'RB',
  '11',
  '10',
  '9',
  '8',
  '7',
  '6',
  'TW',
  '5',
  '4',
  '3',
  '2',
  '1',
  'DW',
  'J',
  'W',
];

/** What a card counts as when it is owed: wilds are the worst cards, or the best (R-TAX-4, R-CORP-20). */
function taxValue(card: Card, wilds: Wilds): Rank {
  return isWild(card) && wilds === 'best' ? -1 : rankOf(card);
}

/** How many cards a hand can pay of `count`; wilds may be exempt (R-TAX-12). */
export function payable(hand: Cards, count: number, wilds: Wilds): number {
  const cards = wilds === 'exempt' ? hand.filter((card) => !isWild(card)) : hand;
  return Math.min(count, cards.length);
}

/**
 * The `count` best cards of a hand, which its Peon owes (R-TAX-3). Of equal ones the ordinary card, which stands first, so
 * that he keeps the Wedgie (R-CORP-21).
 *
 * @param hand best card first
 */
export function bestCards(hand: Cards, count: number, wilds: Wilds): Cards {
  const owed = wilds === 'exempt' ? hand.filter((card) => !isWild(card)) : hand;
  const byValue = [...owed].sort((a, b) => taxValue(a, wilds) - taxValue(b, wilds));
  return sorted(byValue.slice(0, count));
}

/** Whether `cards` are as good as the best that `hand` can pay: equal values are interchangeable (R-TAX-7, R-CORP-21). */
export function isBestPayment(hand: Cards, cards: Cards, wilds: Wilds): boolean {
  const values = (payment: Cards): string =>
    payment
      .map((card) => taxValue(card, wilds))
      .sort((a, b) => a - b)
      .join();
  return values(cards) === values(bestCards(hand, cards.length, wilds));
}

/** All ways to give one or two cards out of `pool`, what is rather given away first. */
export function gifts(pool: Cards, count: number): readonly Cards[] {
  const held = GIVING_ORDER.filter((card) => pool.includes(card));
  if (count === 1) return held.map((card) => [card]);
  return held.flatMap((first, index) =>
    held.slice(index).flatMap((second: Card): readonly Cards[] => {
      if (first === second && copiesOf(pool, first) < 2) return [];
      return [sorted([first, second])];
    }),
  );
}
