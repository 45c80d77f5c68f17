/** What the game, its classes and places are called on a terminal: in English, in the words of its edition. */
import { ENGLISH } from '../../lobby/names/english.ts';
import type { NameSet } from '../../lobby/names/name-set.ts';
import { type Cards, isWild } from '../../rules/cards.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { Title } from '../../rules/seats.ts';

type Edition = Ruleset['edition'];

/** The Great Dalmuti, or Corporate Shuffle. */
export function gameTitle(edition: Edition): string {
  return namesOf(edition).title;
}

/** `Greater Peon`, or `Junior Intern`; an empty text for nobody's title. */
export function className(edition: Edition, title: Title | null): string {
  return title === null ? '' : (namesOf(edition).classes[title] ?? title);
}

/** What cards without a number are, where an edition has any but Jesters; `null` else. */
export function cardLegend(edition: Edition): string | null {
  if (edition === 'dalmuti') return null;
  const { cards } = namesOf(edition);
  const special = (['W', 'TW', 'RB', 'DW'] as const).map((card) => {
    return `${card} ${cards[card] ?? card}${isWild(card) ? ' (wild)' : ''}`;
  });
  return `Cards: ${special.join('; ')}.`;
}

function namesOf(edition: Edition): NameSet {
  const found = ENGLISH.find(({ theme }) => theme === edition);
  if (found === undefined) throw new Error(`nothing has a name in the edition ${edition}`);
  return found;
}

/** `1st`, `2nd`, `3rd`, `4th` … up to the twelfth. */
export function ordinal(place: number): string {
  return `${place}${['', 'st', 'nd', 'rd'][place] ?? 'th'}`;
}

/** `12 12 J` */
export function cardsText(cards: Cards): string {
  return cards.join(' ');
}

/** `1 hand`, `2 hands` */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
