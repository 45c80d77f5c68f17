/** Cards as kinds: copies of a kind are interchangeable, so a hand is a multiset of kinds (R-CARD-6). */

/** `"1"` is the best natural card, `"12"` the worst, `"J"` a Jester; the last four belong to Corporate Shuffle (R-CORP-1). */
export type Card =
  | '1'
  | '2'
  | '3'
  | '4'
  | '5'
  | '6'
  | '7'
  | '8'
  | '9'
  | '10'
  | '11'
  | '12'
  | 'J'
  | 'W'
  | 'TW'
  | 'RB'
  | 'DW';

/** 0 (World Ruler), 1..12, 13 (wilds alone); the numerically lower rank is the better one (R-TERM-4). */
export type Rank = number;

/** A hand or any other pile, best card first (R-TERM-4, the order of `CARD_ORDER`). */
export type Cards = readonly Card[];

/** The rank that a card has on its own: specials count as cards of their value (R-CORP-5), a lone wild is 13 (R-SET-2). */
const RANK: Readonly<Record<Card, Rank>> = {
  DW: 0,
  '1': 1,
  '2': 2,
  '3': 3,
  '4': 4,
  '5': 5,
  '6': 6,
  TW: 6,
  '7': 7,
  '8': 8,
  '9': 9,
  '10': 10,
  '11': 11,
  RB: 11,
  '12': 12,
  W: 13,
  J: 13,
};

/** All kinds, best first. */
export const CARD_ORDER: Cards = [
  'DW',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  'TW',
  '7',
  '8',
  '9',
  '10',
  '11',
  'RB',
  '12',
  'W',
  'J',
];

const PLACE = Object.fromEntries(CARD_ORDER.map((card, place) => [card, place])) as Readonly<Record<Card, number>>;

export function rankOf(card: Card): Rank {
  return RANK[card];
}

/** Jesters and wild Dogberts: they take the rank of the cards they are played with (R-SET-3, R-CORP-4). */
export function isWild(card: Card): boolean {
  return card === 'J' || card === 'W';
}

const bestFirst = (a: Card, b: Card): number => PLACE[a] - PLACE[b];

/** The same cards, best first: the canonical form of any pile. */
export function sorted(cards: Cards): Cards {
  return [...cards].sort(bestFirst);
}

/** Whether `hand` has every one of `cards`, copies counted (R-PLAY-9). */
export function holds(hand: Cards, cards: Cards): boolean {
  const left = hand.slice();
  for (const card of cards) {
    const at = left.indexOf(card);
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return true;
}

/** `hand` after `cards` have been taken out of it. */
export function without(hand: Cards, cards: Cards): Cards {
  const left = hand.slice();
  for (const card of cards) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** `hand` after `cards` have come into it. */
export function withMore(hand: Cards, cards: Cards): Cards {
  return sorted([...hand, ...cards]);
}

export function copiesOf(hand: Cards, card: Card): number {
  let copies = 0;
  for (const held of hand) if (held === card) copies += 1;
  return copies;
}

/** Each kind once, in the order in which the pile has them. */
export function kindsIn(cards: Cards): Cards {
  return [...new Set(cards)];
}
