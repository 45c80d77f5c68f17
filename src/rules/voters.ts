/** Who decides about the end of a game, and what a seat may send whatever the game asks (R-GAME-4, R-LEAVE-2, R-LEAVE-3). */
import type { Seat } from './seats.ts';
import type { Available, View } from './view.ts';

/** People who hold a position and are there; somebody who is away, or waits to come in, has no vote. */
export function voters(board: View): readonly Seat[] {
  return board.order.filter((seat) => hasVote(board, seat));
}

export function hasVote({ seats }: View, seat: Seat): boolean {
  const shown = seats[seat];
  return shown !== undefined && shown.kind === 'human' && shown.position !== null && shown.away === null;
}

/** Whether no hand is being dealt or played. */
export function isBetweenHands({ phase }: View): boolean {
  return phase === 'seating' || phase === 'waiting' || phase === 'handEnd';
}

/** A function of the view, like `legal`. */
export function available(board: View, seat: Seat): readonly Available[] {
  const shown = board.seats[seat];
  if (shown === undefined || board.phase === 'ended' || shown.state === 'left') return [];
  if (shown.away === 'left') return ['comeBack'];
  const back: readonly Available[] = shown.away === 'idle' ? ['comeBack'] : [];
  return [...back, 'leave', ...votes(board, seat)];
}

function votes(board: View, seat: Seat): readonly Available[] {
  const { ending, ruleset } = board;
  if (ruleset.end.consent === 'off' || !hasVote(board, seat)) return [];
  if (ending === null) return ['proposeEnd'];
  return ending.agreed.includes(seat) || ending.refused.includes(seat) ? [] : ['voteEnd'];
}
