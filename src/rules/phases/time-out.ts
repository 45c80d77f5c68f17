/** What the clock's command does, whatever the game waits for (R-PLAY-12, R-TAX-13, R-REV-4, R-GAME-7). */
import { onTimeout } from '../legal.ts';
import { look } from '../look.ts';
import { type Rejection, reject } from '../rejections.ts';
import type { Step } from '../step.ts';
import { dealHand, settleOverdueMisdeal } from './deal.ts';
import { endGame, endGameIfTimeIsUp } from './game-end.ts';
import { tradeOverdue } from './merchants.ts';
import { newcomersWithRoom, openPlacement, placeOverdue } from './newcomers.ts';
import { moveOverdue } from './play.ts';
import { closeOverdueWindow } from './revolution.ts';
import { payOverdue, settleTaxes } from './taxes.ts';

/** The clock is trusted to come when the time is up: it needs an open deadline and no more. */
export function timeOut(step: Step): Rejection | null {
  const { board } = step.state;
  if (step.context.actor.kind !== 'clock' || board.deadline === null) {
    return reject('E_PHASE', 'No time is running out.');
  }
  switch (board.phase) {
    case 'seating':
      goOn(step);
      return null;
    case 'handEnd':
      if (!endGameIfTimeIsUp(step)) goOn(step);
      return null;
    case 'revolution':
      closeOverdueWindow(step);
      return null;
    case 'deal':
      settleOverdueMisdeal(step);
      return null;
    case 'tax':
      answerOverdueTaxes(step);
      return null;
    case 'play':
      playOverdue(step);
      return null;
    case 'waiting':
    case 'ended':
      return reject('E_PHASE', 'No time is running out.');
    default:
      return board.phase satisfies never;
  }
}

/** Newcomers come in before the deal, and their places may have to be chosen first (R-JOIN-1, R-JOIN-4). */
function goOn(step: Step): void {
  const { board, handLimit } = step.state;
  // Void hands count against the operator's limit as well: every game ends (R-GAME-6).
  if (board.handNumber >= handLimit) endGame(step, 'abandoned');
  else if (board.placement !== null) placeOverdue(step);
  else if (newcomersWithRoom(board).length > 0) openPlacement(step);
  else dealHand(step);
}

/** Taxes first, then the Merchants; whoever is asked only after that has his own time (R-TAX-14, R-MEX-4). */
function answerOverdueTaxes(step: Step): void {
  const silent = step.state.board.awaiting.map((seat) => [seat, onTimeout(look(step.state, seat))] as const);
  for (const [seat, command] of silent) if (command?.type === 'payTax') payOverdue(step, seat, command);
  settleTaxes(step);
  for (const [seat, command] of silent) if (command !== null) tradeOverdue(step, seat, command);
}

function playOverdue(step: Step): void {
  const { turn } = step.state.board;
  const move = turn === null ? null : onTimeout(look(step.state, turn));
  if (move !== null) moveOverdue(step, move);
}
