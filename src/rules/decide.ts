/** From command to events: the whole of what a player, or the clock, can make happen (decision 1). */
import type { Command, ServiceCommand } from './commands.ts';
import type { Context, Decision } from './context.ts';
import { proposeEnd, voteEnd } from './phases/consent.ts';
import { settleMisdeal } from './phases/deal.ts';
import { stopGame } from './phases/game-end.ts';
import { absence, comeBack, leave, settleAbsent, takeBackByActing } from './phases/leaving.ts';
import { declineMerchantExchange, exchangeMerchant, returnMerchant } from './phases/merchants.ts';
import { join, placeNewcomers } from './phases/newcomers.ts';
import { pass, play } from './phases/play.ts';
import { answerRevolution } from './phases/revolution.ts';
import { payTax } from './phases/taxes.ts';
import { timeOut } from './phases/time-out.ts';
import type { Rejection } from './rejections.ts';
import type { State } from './state.ts';
import type { Step } from './step.ts';

/**
 * The events that `command` leads to and the state after them, or the first check of R-ERR-1 that it fails. Changes
 * nothing (R-ERR-3).
 *
 * `context.random` must be fresh for each decision: the same decision made again, on another node, draws the same.
 */
export function decide(state: State, command: Command | ServiceCommand, context: Context): Decision {
  const step: Step = { state, events: [], context };
  if (isSignOfReturn(command)) takeBackByActing(step);
  const rejection = carryOut(step, command);
  if (rejection !== null) return { ok: false, rejection };
  settleAbsent(step);
  return { ok: true, events: step.events, state: step.state };
}

/** An answer without a call is none: the return beside it would show whose answer it is (R-REV-4). */
function isSignOfReturn(command: Command | ServiceCommand): boolean {
  switch (command.type) {
    case 'leave':
    case 'comeBack':
      return false;
    case 'answerRevolution':
      return command.call;
    default:
      return true;
  }
}

function carryOut(step: Step, command: Command | ServiceCommand): Rejection | null {
  switch (command.type) {
    case 'answerRevolution':
      return answerRevolution(step, command);
    case 'payTax':
      return payTax(step, command);
    case 'play':
      return play(step, command);
    case 'pass':
      return pass(step);
    case 'timeout':
      return timeOut(step);
    case 'exchangeMerchant':
      return exchangeMerchant(step, command);
    case 'returnMerchant':
      return returnMerchant(step, command);
    case 'declineMerchantExchange':
      return declineMerchantExchange(step);
    case 'settleMisdeal':
      return settleMisdeal(step, command);
    case 'placeNewcomers':
      return placeNewcomers(step, command);
    case 'proposeEnd':
      return proposeEnd(step, command);
    case 'voteEnd':
      return voteEnd(step, command);
    case 'leave':
      return leave(step);
    case 'comeBack':
      return comeBack(step);
    case 'absence':
      return absence(step, command.seat);
    case 'join':
      return join(step, command);
    case 'endGame':
      return stopGame(step, command);
    default:
      return command satisfies never;
  }
}
