/** A trick on the table, as lines for a terminal. */
import type { Cards } from '../../rules/cards.ts';
import type { Trick } from '../../rules/view.ts';
import type { Style } from './style.ts';
import { column } from './text.ts';

/**
 * @param names by seat
 * @param room lines for the plays; older ones move up and out
 * @param nameWidth columns for a name
 * @returns always one line more than `room`
 */
export function trickLines(
  { plays, passed }: Trick,
  names: readonly string[],
  style: Style,
  room: number,
  nameWidth: number,
): readonly string[] {
  const shown = room > 0 ? plays.slice(-room) : [];
  const rows = shown.map(({ seat, cards }, index) => {
    const best = index === shown.length - 1;
    const name = column(names[seat] ?? '', nameWidth);
    return `   ${best ? style.bold(name) : name} ${cardFaces(cards, best, style)}`;
  });
  const silent = passed.length === 0 ? '' : style.dim(`   passed: ${passed.map((seat) => names[seat]).join(', ')}`);
  return [...rows, ...Array<string>(room - rows.length).fill(''), silent];
}

function cardFaces(cards: Cards, best: boolean, style: Style): string {
  const face = cards.map((card) => (card === 'J' ? style.accent('[ J]') : `[${card.padStart(2)}]`)).join('');
  return best ? style.bold(face) : style.dim(face);
}
