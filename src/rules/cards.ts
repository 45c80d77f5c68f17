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
