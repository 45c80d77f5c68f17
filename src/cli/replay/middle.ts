/** What lies in the middle of the table: the trick, or what the game asks before it and shows after it. */
import type { ExchangeKind } from '../../rules/events.ts';
import type { Seat } from '../../rules/seats.ts';
import type { State } from '../../rules/state.ts';
import type { Exchange } from '../../rules/view.ts';
import { nameOf } from '../terminal/story.ts';
import type { Style } from '../terminal/style.ts';
import { trickLines } from '../terminal/trick.ts';
import { cardsText } from '../terminal/words.ts';
import { nameColumn } from './open-hands.ts';

/**
 * @param names by seat
 * @param rows the most lines that there is room for
 * @returns the first line says what it is
 */
export function middle(state: State, names: readonly string[], style: Style, rows: number): readonly string[] {
  const { board } = state;
  const name = (seat: Seat | null): string => (seat === null ? '?' : nameOf(names, seat));
  const all = (seats: readonly Seat[]): string => seats.map(name).join(', ');
  const turned = board.revolution === null ? '' : style.bad(revolutionWords(board.revolution, name));
  if (board.trick !== null) {
    const room = Math.max(0, rows - 2);
    return [
      ` Trick ${board.trick.number}${turned}`,
      ...trickLines(board.trick, names, style, room, nameColumn(names, 16)),
    ];
  }
  switch (board.phase) {
    case 'seating':
      return [board.order.length === 0 ? ' They sit down.' : ' The places are known; the first hand is to be dealt.'];
    case 'waiting':
      return [' Too few are at the table; it waits for more.'];
    case 'deal':
      return [` The cards are being dealt${exposedWords(state, name)}.`];
    case 'revolution':
      return [` Does anybody call a revolution?${turned}`, style.dim(`   answered: ${all(state.answered)}`)];
    case 'tax':
      return [` Taxes${turned}`, ...exchangeLines(state, name)];
    case 'play':
      return [
        ` ${board.turn === null ? 'A trick is over.' : `${style.bold(name(board.turn))} leads.`}${turned}`,
        ...(board.tricksDone === 0 ? exchangeLines(state, name) : []),
      ];
    case 'handEnd':
      return [` ${handWords(state)}`, ...placingLines(state, name, style)];
    case 'ended':
      return [style.good(` ${winnerWords(state, all)}`), ...standingLines(state, name)];
    default:
      return board.phase satisfies never;
  }
}

type Name = (seat: Seat | null) => string;

function revolutionWords({ by, greater }: { readonly by: Seat; readonly greater: boolean }, name: Name): string {
  return `   ${greater ? 'greater revolution' : 'revolution'} of ${name(by)}`;
}

function exposedWords({ board: { exposed } }: State, name: Name): string {
  return exposed === null ? '' : `; a ${exposed.card} for ${name(exposed.seat)} lies open`;
}

const KINDS: Readonly<Record<ExchangeKind, string>> = { greater: 'Greater', lesser: 'Lesser', merchant: 'Merchants' };

function exchangeLines({ board, chosen }: State, name: Name): readonly string[] {
  return board.exchanges.map((exchange) => {
    const { kind, upper, lower, state } = exchange;
    const of = (seat: Seat | null): string => (seat === null ? '…' : cardsText(chosen[seat] ?? [])) || '…';
    const words = state === 'declined' ? 'no trade' : `${name(lower)} ${of(lower)} ⇄ ${of(upper)} ${name(upper)}`;
    return `   ${KINDS[kind].padEnd(9)}  ${words}${dueWords(exchange)}`;
  });
}

function dueWords({ state, count }: Exchange): string {
  return state === 'open' ? `  (${count} ${count === 1 ? 'card' : 'cards'} each, not yet exchanged)` : '';
}

function handWords({ board: { lastHand } }: State): string {
  if (lastHand === null) return 'No hand has been played.';
  return lastHand.void ? `Hand ${lastHand.handNumber} does not count.` : `Hand ${lastHand.handNumber} is over.`;
}

function placingLines({ board: { lastHand } }: State, name: Name, style: Style): readonly string[] {
  return (lastHand?.placings ?? []).map(({ place, seat, finish, points, bonus, total }) => {
    const gain = points === null ? '' : style.good(`  +${points}${bonus === null || bonus === 0 ? '' : `+${bonus}`}`);
    const sum = total === null ? '' : ` = ${total}`;
    return `   ${String(place).padStart(2)}. ${name(seat)}${gain}${sum}${finish === 'out' ? '' : style.dim(`  ${finish}`)}`;
  });
}

function winnerWords({ board: { result } }: State, all: (seats: readonly Seat[]) => string): string {
  const winners = result?.winners ?? [];
  return winners.length === 0 ? 'The game is over without a winner.' : `The game is over; ${all(winners)} won.`;
}

function standingLines({ board: { result } }: State, name: Name): readonly string[] {
  return (result?.standings ?? []).map(
    ({ rank, seat, total, longestReign }) =>
      `   ${String(rank).padStart(2)}. ${name(seat)}${total === null ? '' : `  ${total}`}${reign(longestReign)}`,
  );
}

const reign = (hands: number): string =>
  hands === 0 ? '' : `  (longest reign: ${hands} hand${hands === 1 ? '' : 's'})`;
