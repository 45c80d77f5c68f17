/** Newcomers: how they arrive, and how they get their places between two hands (R-JOIN-1..10). */
import type { Command, ServiceCommand } from '../commands.ts';
import type { Cause } from '../events.ts';
import { entered, halfwayPlaces } from '../joining.ts';
import { type Rejection, reject } from '../rejections.ts';
import type { Seat } from '../seats.ts';
import { actingSeat, causeOf, emit, type Step } from '../step.ts';
import { seatTitles } from '../titles.ts';
import type { View } from '../view.ts';

/** Somebody sits down at the table of a running game and waits for the next deal (R-JOIN-1, R-JOIN-8, R-JOIN-10). */
export function join(
  step: Step,
  { player, kind, entropy }: Extract<ServiceCommand, { type: 'join' }>,
): Rejection | null {
  const { board, gaveUp } = step.state;
  if (step.context.actor.kind !== 'table') return reject('E_PLAYER', 'A place is taken at the table.');
  if (board.phase === 'ended') return reject('E_PHASE', 'The game is over.');
  const mine = board.seats.filter((seat) => seat.player === player);
  if (mine.some(({ state }) => state !== 'left')) return reject('E_PHASE', 'You hold a seat already.');
  // Bots may fill a table that is too small even where nobody else may join (R-LEAVE-9).
  const fills = board.phase === 'waiting' && kind === 'builtIn';
  if (!board.ruleset.join.allowed && !fills)
    return reject('E_OPTION_OFF', 'The ruleset of this table allows no newcomers.');
  if (gaveUp.includes(player)) {
    return reject('E_OPTION_OFF', 'You have just given up your place; sit down again after the next deal.');
  }
  const { max } = board.ruleset.players;
  const held = board.seats.filter(({ state, away }) => state !== 'left' && away === null);
  if (held.length >= max) return reject('E_TABLE_FULL', `The table seats ${max} players.`);
  const total = mine.at(-1)?.total ?? startScore(board);
  emit(step, 'player', { type: 'newcomerArrived', seat: board.seats.length, player, kind, total, entropy });
  return null;
}

/** @returns `null` where no points are counted */
function startScore({ ruleset, order, seats }: View): number | null {
  if (ruleset.scoring.mode === 'none') return null;
  if (ruleset.join.startScore === 'zero') return 0;
  const totals = order.map((seat) => seats[seat]?.total ?? 0);
  return totals.length === 0 ? 0 : Math.min(...totals);
}

/** Those who wait and find room, in the order in which they came (R-JOIN-6). */
export function newcomersWithRoom({ seats, order, ruleset }: View): readonly Seat[] {
  const waiting = seats.filter(({ state }) => state === 'waiting').map(({ seat }) => seat);
  return waiting.slice(0, Math.max(0, ruleset.players.max - order.length));
}

/** Asks the Greater Dalmuti of the coming hand where there is something to choose; else they enter at once (R-JOIN-4, R-JOIN-7). */
export function openPlacement(step: Step): void {
  const { board } = step.state;
  const seats = newcomersWithRoom(board);
  if (seats.length === 0 || board.phase === 'waiting') return;
  const above = halfwayPlaces(board.order.length);
  const isOver = board.placeBy !== null && board.placeBy <= step.context.now;
  const open = (above.length > 1 || seats.length > 1) && board.order.length > 0 && !isOver;
  if (open && board.ruleset.join.choice === 'gd') emit(step, 'rule', { type: 'placementOpened', seats, above });
  else enter(step, 'rule', seats, null);
}

export function placeNewcomers(
  step: Step,
  { above, order }: Extract<Command, { readonly type: 'placeNewcomers' }>,
): Rejection | null {
  const { board } = step.state;
  const { placement } = board;
  if (placement === null) return reject('E_PHASE', 'No newcomers are to be placed.');
  const seat = actingSeat(step, board.phase);
  if (typeof seat !== 'number') return seat;
  if (seat !== board.order[0]) return reject('E_JOIN_ROLE', 'The Greater Dalmuti of the coming hand decides.');
  const seats = order ?? placement.seats;
  if ([...seats].sort((a, b) => a - b).join() !== [...placement.seats].sort((a, b) => a - b).join()) {
    return reject('E_POSITION', 'Name each of the newcomers once.');
  }
  return enter(step, causeOf(step.context), seats, { above, by: seat });
}

/** No answer: they enter lower, in the order in which they came (R-JOIN-6, R-JOIN-7). */
export function placeOverdue(step: Step): void {
  const { placement } = step.state.board;
  if (placement !== null) enter(step, 'clock', placement.seats, null);
}

function enter(
  step: Step,
  cause: Cause,
  seats: readonly Seat[],
  choice: { readonly above: number; readonly by: Seat } | null,
): Rejection | null {
  const { order: before, ruleset } = step.state.board;
  const order = entered(ruleset, before, seats, choice);
  if ('code' in order) return order;
  const [first] = seats;
  const above = first === undefined ? 0 : order.indexOf(first);
  emit(step, cause, { type: 'newcomersPlaced', above, seats, order, titles: seatTitles(ruleset, order) });
  return null;
}
