/** Who sits at the demo's table, and what classes are called there. */
import type { Title } from '../../rules/seats.ts';

/** One for each seat that a table can have (R-TITLE-4). */
export const NAMES: readonly string[] = [
  'Agnes',
  'Bertram',
  'Clara',
  'Dietmar',
  'Edith',
  'Falk',
  'Gisela',
  'Hugo',
  'Irmgard',
  'Jost',
  'Klara',
  'Ludolf',
];

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
