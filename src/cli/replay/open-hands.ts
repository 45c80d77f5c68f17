/** Everybody at the table with his cards face up, a line each. */
import { type Cards, copiesOf, isWild, kindsIn } from '../../rules/cards.ts';
import type { Seat } from '../../rules/seats.ts';
import type { State } from '../../rules/state.ts';
import type { SeatView } from '../../rules/view.ts';
import { nameOf } from '../terminal/story.ts';
import type { Style } from '../terminal/style.ts';
import { clip, column, fillLeft, widthOf } from '../terminal/text.ts';
import { className, ordinal } from '../terminal/words.ts';

/** From so many columns on there is room for whole titles and long names. */
const WIDE = 110;

/**
 * In the social order; whoever waits for a place comes last.
 *
 * @param names by seat
 * @param width columns of a line
 */
export function openHands(
  state: State,
  names: readonly string[],
  style: Style,
  width: number,
): readonly { readonly seat: Seat; readonly line: string }[] {
  const wide = width >= WIDE;
  const scored = state.board.seats.some(({ total }) => total !== null);
  const nameWidth = nameColumn(names, wide ? 24 : 10);
  return seated(state).map((shown) => {
    const { seat, title } = shown;
    const mark = markOf(state, seat);
    const called = wide ? className(state.board.ruleset.edition, title) : (title ?? '');
    const left = ` ${style.accent(mark)} ${style.dim(column(called, wide ? 15 : 2))} ${column(nameOf(names, seat), nameWidth)} ${fillLeft(countOf(shown), 2)}  `;
    const right = scored ? scoreOf(shown, style) : '';
    const room = width - widthOf(left) - widthOf(right);
    return { seat, line: `${left}${column(standing(shown, state.hands[seat] ?? [], room, style), room)}${right}` };
  });
}

/** @param most columns */
export function nameColumn(names: readonly string[], most: number): number {
  return Math.min(most, Math.max(4, ...names.map(widthOf)));
}

function seated({ board }: State): readonly SeatView[] {
  const inOrder = board.order.flatMap((seat) => board.seats[seat] ?? []);
  const others = board.seats.filter(({ seat, state }) => !board.order.includes(seat) && state !== 'left');
  return [...inOrder, ...others];
}

/** Whoever has the turn, and whoever is asked for something else. */
function markOf({ board }: State, seat: Seat): string {
  if (board.turn === seat) return '▶';
  return board.awaiting.includes(seat) ? '?' : ' ';
}

function countOf({ cardCount }: SeatView): string {
  return cardCount === 0 ? '' : String(cardCount);
}

function standing({ state, place, away, controlledBy }: SeatView, cards: Cards, room: number, style: Style): string {
  if (state === 'waiting') return style.dim('waits for a place');
  if (state === 'folded') return style.dim('folded');
  const absent = controlledBy === 'standIn' ? 'stand-in' : away === null ? '' : 'away';
  const mark = absent === '' ? '' : style.dim(` (${absent})`);
  if (cards.length === 0) return place === null ? mark.trimStart() : `${style.good(`out, ${ordinal(place)}`)}${mark}`;
  return `${handText(cards, room - widthOf(mark), style)}${mark}`;
}

/** Card by card where there is room, else kind by kind: `1 7×3 12×2`. */
export function handText(cards: Cards, room: number, style: Style): string {
  const face = (card: Cards[number], text: string): string => (isWild(card) ? style.accent(text) : text);
  const single = cards.map((card) => face(card, card)).join(' ');
  if (widthOf(single) <= room) return single;
  const kinds = kindsIn(cards).map((card) => {
    const copies = copiesOf(cards, card);
    return face(card, copies === 1 ? card : `${card}×${copies}`);
  });
  return clip(kinds.join(' '), room);
}

function scoreOf({ points, total }: SeatView, style: Style): string {
  const gain = points === null ? '' : style.good(`+${points}`);
  return `${fillLeft(gain, 4)} ${fillLeft(String(total ?? ''), 4)}`;
}
