/** Between two hands: seats of those who are away close, and the game goes on with the others, or not at all (R-LEAVE-1, R-GAME-6). */
import { closedUp } from '../joining.ts';
import type { Seat } from '../seats.ts';
import { emit, type Step } from '../step.ts';
import { seatTitles } from '../titles.ts';
import type { View } from '../view.ts';
import { endGame } from './game-end.ts';
import { openPlacement } from './newcomers.ts';

/** At the end of a hand: whoever is not back by now loses his position, and newcomers may come in (R-LEAVE-3). */
export function closeAbsent(step: Step): void {
  const { seats } = step.state.board;
  close(
    step,
    seats.filter(({ away, state }) => away !== null && state !== 'left').map(({ seat }) => seat),
  );
  if (step.state.board.phase !== 'ended') openPlacement(step);
}

/** Somebody goes between two hands; newcomers who were just being placed are placed anew among those who stay. */
export function closeBetweenHands(step: Step, seat: Seat): void {
  const wasPlacing = step.state.board.placement !== null;
  close(step, [seat]);
  if (wasPlacing && step.state.board.phase !== 'ended') openPlacement(step);
}

/** A table that people have left to its bots does not go on; its last order stays as it is. */
function close(step: Step, leavers: readonly Seat[]): void {
  if (isDeserted(step.state.board)) {
    endGame(step, 'abandoned');
    return;
  }
  for (const seat of leavers) closeSeat(step, seat);
}

/** The seat is gone for good; by itself also for a newcomer who leaves while a hand is played that he is not in. */
export function closeSeat(step: Step, seat: Seat): void {
  const { order, ruleset } = step.state.board;
  const rest = closedUp(order, [seat]);
  emit(step, 'rule', { type: 'seatClosed', seat, order: rest, titles: seatTitles(ruleset, rest) });
}

/** Whether there were people and none of them is still there, waiting newcomers included. */
function isDeserted({ seats }: View): boolean {
  const people = seats.filter(({ kind }) => kind === 'human');
  return people.length > 0 && people.every(({ state, away }) => state === 'left' || away !== null);
}
