/** From command to events: the whole of what a player, or the clock, can make happen (decision 1). */
import type { Command, TimeoutCommand } from './commands.ts';
import type { Context, Decision } from './context.ts';
import { settleMisdeal } from './phases/deal.ts';
import { declineMerchantExchange, exchangeMerchant, returnMerchant } from './phases/merchants.ts';
import { pass, play } from './phases/play.ts';
import { answerRevolution } from './phases/revolution.ts';
import { payTax } from './phases/taxes.ts';
import { timeOut } from './phases/time-out.ts';
import { type Rejection, reject } from './rejections.ts';
import type { State } from './state.ts';
import type { Step } from './step.ts';

/**
 * The events that `command` leads to, or the first check of R-ERR-1 that it fails. Changes nothing (R-ERR-3).
 *
 * `context.random` must be fresh for each decision: the same decision made again, on another node, draws the same.
 */
export function decide(state: State, command: Command | TimeoutCommand, context: Context): Decision {
  const step: Step = { state, events: [], context };
  const rejection = carryOut(step, command);
  return rejection === null ? { ok: true, events: step.events } : { ok: false, rejection };
}

function carryOut(step: Step, command: Command | TimeoutCommand): Rejection | null {
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
    case 'proposeEnd':
    case 'voteEnd':
    case 'leave':
    case 'comeBack':
      return reject('E_OPTION_OFF', 'This is not possible at this table.');
    default:
      return command satisfies never;
  }
}
