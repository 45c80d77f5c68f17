/** The people at the table may agree to end the game, after the hand or at once (R-GAME-4). */
import type { Command } from '../commands.ts';
import type { EndingTime } from '../events.ts';
import { type Rejection, reject } from '../rejections.ts';
import type { Seat } from '../seats.ts';
import { causeOf, emit, playerOf, type Step } from '../step.ts';
import type { View } from '../view.ts';
import { hasVote, isBetweenHands, voters } from '../voters.ts';
import { endGame } from './game-end.ts';
import { voidHand } from './void-hand.ts';

/** Who proposes agrees; where nobody else is to be asked, that is enough. */
export function proposeEnd(step: Step, { when }: Extract<Command, { readonly type: 'proposeEnd' }>): Rejection | null {
  const seat = votingSeat(step);
  if (typeof seat !== 'number') return seat;
  if (step.state.board.ending !== null) return reject('E_PHASE', 'A vote about the end is open already.');
  emit(step, causeOf(step.context), { type: 'endProposed', seat, when });
  settleVote(step);
  return null;
}

export function voteEnd(step: Step, { agree }: Extract<Command, { readonly type: 'voteEnd' }>): Rejection | null {
  const seat = votingSeat(step);
  if (typeof seat !== 'number') return seat;
  const { ending } = step.state.board;
  if (ending === null) return reject('E_PHASE', 'No vote about the end is open.');
  if (ending.agreed.includes(seat) || ending.refused.includes(seat))
    return reject('E_PHASE', 'You have voted already.');
  emit(step, causeOf(step.context), { type: 'endVoted', seat, agree });
  settleVote(step);
  return null;
}

/** The checks of R-ERR-1 that a proposal and a vote have in common. */
function votingSeat(step: Step): Seat | Rejection {
  const { board } = step.state;
  const seat = playerOf(step, step.context);
  if (typeof seat !== 'number') return seat;
  if (!hasVote(board, seat)) return reject('E_PLAYER', 'Only people who play in this game decide about its end.');
  if (board.ruleset.end.consent === 'off') return reject('E_OPTION_OFF', 'This table does not vote about its end.');
  return board.phase === 'ended' ? reject('E_PHASE', 'The game is over.') : seat;
}

/** Closes the open vote when it is decided, which it may also be because somebody has gone away. */
export function settleVote(step: Step): void {
  const { board } = step.state;
  const { ending } = board;
  if (ending === null) return;
  const agreed = isDecided(board);
  if (agreed === null) return;
  emit(step, 'rule', { type: 'endVoteClosed', agreed, when: ending.when });
  if (agreed) carryOut(step, ending.when);
}

/** Stopping at once takes everybody, whatever the table's majority is (R-GAME-4). @returns `null` while it is open */
function isDecided(board: View): boolean | null {
  const { ending, ruleset } = board;
  if (ending === null) return null;
  const people = voters(board);
  const count = (votes: readonly Seat[]): number => votes.filter((seat) => people.includes(seat)).length;
  const [agreed, refused] = [count(ending.agreed), count(ending.refused)];
  const majority = ruleset.end.consent === 'majority' && ending.when === 'afterHand';
  const needed = majority ? Math.floor(people.length / 2) + 1 : people.length;
  if (agreed > 0 && agreed >= needed) return true;
  return refused > people.length - needed || people.length === 0 ? false : null;
}

function carryOut(step: Step, when: EndingTime): void {
  const between = isBetweenHands(step.state.board);
  if (!between && when === 'afterHand') return;
  if (!between) voidHand(step, 'consent');
  endGame(step, 'consent');
}
