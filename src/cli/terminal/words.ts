/** What classes and places are called on a terminal. */
import type { Cards } from '../../rules/cards.ts';
import type { Title } from '../../rules/seats.ts';

export const TITLES: Readonly<Record<Title, string>> = {
  GD: 'Greater Dalmuti',
  LD: 'Lesser Dalmuti',
  M: 'Merchant',
  LP: 'Lesser Peon',
  GP: 'Greater Peon',
};

/** `1st`, `2nd`, `3rd`, `4th` … up to the twelfth. */
export function ordinal(place: number): string {
  return `${place}${['', 'st', 'nd', 'rd'][place] ?? 'th'}`;
}

/** `12 12 J` */
export function cardsText(cards: Cards): string {
  return cards.join(' ');
}
