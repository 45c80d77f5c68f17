/** Going on to the next player, and the end of a trick (R-TRICK-1..5, R-LEAD-2, R-LEAD-3). */
import type { Seat } from '../seats.ts';
import { emit, type Step } from '../step.ts';
import { isActive, nextToAnswer, nextWithCards, othersFrom } from '../turns.ts';
import type { Trick } from '../view.ts';

/** After a play or a pass of `from`: the next player's turn, or the end of the trick when nobody is left to answer. */
export function moveOn(step: Step, from: Seat): void {
  const { board } = step.state;
  const next = nextToAnswer(board, from);
  if (next === null) {
    endTrick(step);
    return;
  }
  for (const seat of bannedBetween(step, from, next)) emit(step, 'rule', { type: 'forcedPass', seat });
}

/** Banned players whom the turn goes past (R-CORP-9). */
function bannedBetween({ state }: Step, from: Seat, next: Seat): readonly Seat[] {
  if (state.banned.length === 0) return [];
  const passedOver = othersFrom(state.board, from);
  return passedOver.slice(0, passedOver.indexOf(next)).filter((seat) => state.banned.includes(seat));
}

/** The last player leads the next trick, or, if he is out, the next one clockwise who has cards (R-LEAD-2, R-LEAD-3). */
export function endTrick(step: Step): void {
  const { trick } = step.state.board;
  if (trick === null) return;
  const winner = trick.top.seat;
  emit(step, 'rule', { type: 'trickWon', seat: winner, number: trick.number });
  if (isActive(step.state.board, winner)) {
    takeRatbert(step, trick);
    return;
  }
  const to = nextWithCards(step.state.board, winner);
  if (to !== null) emit(step, 'rule', { type: 'leadPassed', from: winner, to });
}

/** Ratbert goes to a winner who still plays, unless he was alone in the trick (R-CORP-12..14). */
function takeRatbert(step: Step, { plays, top }: Trick): void {
  const isIn = plays.some(({ cards }) => cards.includes('RB'));
  if (!isIn || (plays.length === 1 && top.count === 1)) return;
  const left = (step.state.board.seats[top.seat]?.cardCount ?? 0) + 1;
  emit(step, 'rule', { type: 'ratbertTaken', seat: top.seat, left });
}
