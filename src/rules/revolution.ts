/** Who may call a revolution, and what it does to the order (R-REV-1..15). */
import { type Cards, isWild } from './cards.ts';
import { type Rejection, reject } from './rejections.ts';
import type { Seat } from './seats.ts';
import type { View } from './view.ts';

/** Why this seat has nothing to call in the window that is open; `null` when it may call. */
export function callRefused(board: View, seat: Seat, dealt: Cards): Rejection | null {
  if (!board.ruleset.revolution.enabled || dealt.filter(isWild).length < 2) {
    return reject('E_REV_NOT_ELIGIBLE', 'Only a player who was dealt both wild cards can call a revolution.');
  }
  if (isUntaxedFirstHand(board) && !isGreaterPeon(board, seat)) {
    return reject('E_REV_ALREADY', 'The first hand is untaxed anyway; only the Greater Peon has something to call.');
  }
  return null;
}

/** The first hand as if a revolution had been called (R-REV-13). */
export function isUntaxedFirstHand({ ruleset, handNumber, voided }: View): boolean {
  return ruleset.revolution.firstDeal && handNumber - voided === 1;
}

/** A call of the Greater Peon is a greater revolution, always (R-REV-7). */
export function isGreaterPeon({ order }: View, seat: Seat): boolean {
  return order.at(-1) === seat;
}

/** Position p becomes n-1-p, for all (R-REV-8, R-REV-9). */
export function reversed(order: readonly Seat[]): readonly Seat[] {
  return order.toReversed();
}
