/** Whose turn comes next: clockwise is the direction of increasing position, with wrap-around (R-TERM-3, R-PLAY-7). */
import type { Seat } from './seats.ts';
import type { View } from './view.ts';

/** Dealt in, with cards, not folded (R-TERM-1). */
export function isActive(board: View, seat: Seat): boolean {
  const shown = board.seats[seat];
  return shown !== undefined && shown.state === 'active' && shown.position !== null && shown.cardCount > 0;
}

export function activeSeats(board: View): readonly Seat[] {
  return board.order.filter((seat) => isActive(board, seat));
}

/** All seats of the order once, clockwise, beginning on the left of `from`. */
function clockwiseFrom(board: View, from: Seat): readonly Seat[] {
  const position = board.order.indexOf(from);
  return [...board.order.slice(position + 1), ...board.order.slice(0, position + 1)];
}

/** Active seats other than `from`, clockwise from it. */
export function othersFrom(board: View, from: Seat): readonly Seat[] {
  return clockwiseFrom(board, from).filter((seat) => seat !== from && isActive(board, seat));
}

/** Who leads in place of a winner who is out (R-LEAD-3). */
export function nextWithCards(board: View, from: Seat): Seat | null {
  return othersFrom(board, from)[0] ?? null;
}

/**
 * Who answers the last play next, clockwise from `from`; `null` when everybody who could has passed since, which is the end
 * of the trick (R-TRICK-1). The top player is not asked again (R-TRICK-2), nor is anybody who is barred (R-PLAY-6, R-CORP-10).
 */
export function nextToAnswer(board: View, from: Seat): Seat | null {
  const { order, trick } = board;
  if (trick === null) return null;
  const position = order.indexOf(from);
  for (let step = 1; step <= order.length; step += 1) {
    const seat = order[(position + step) % order.length];
    if (seat === undefined || seat === trick.top.seat || !isActive(board, seat)) continue;
    if (!trick.passed.includes(seat) && !trick.barred.includes(seat)) return seat;
  }
  return null;
}
