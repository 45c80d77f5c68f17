/** The Merchant exchange, beside taxation and as long as it lasts (R-MEX-1..9). */
import type { Card, Cards } from '../cards.ts';
import type { Command } from '../commands.ts';
import type { Cause } from '../events.ts';
import { merchantPartners } from '../exchanges.ts';
import { type Rejection, reject } from '../rejections.ts';
import type { Seat } from '../seats.ts';
import { actingSeat, causeOf, drawOf, emit, type Step } from '../step.ts';
import type { Exchange } from '../view.ts';
import { startPlayIfSettled } from './taxes.ts';

type Offer = Extract<Command, { readonly type: 'exchangeMerchant' }>;
type Return = Extract<Command, { readonly type: 'returnMerchant' }>;

export function exchangeMerchant(step: Step, { target, card }: Offer): Rejection | null {
  const { mex } = step.state.board.ruleset;
  const seat = highestMerchantAsked(step, mex.enabled && (card === undefined || mex.give === 'choice'));
  if (typeof seat !== 'number') return seat;
  if (!merchantPartners(step.state.board).includes(target)) {
    return reject('E_MEX_TARGET', 'The highest Merchant trades with another Merchant.');
  }
  if (mex.give === 'choice' && (card === undefined || !handOf(step, seat).includes(card))) {
    return reject('E_NOT_OWNED', 'Name a card that you hold.');
  }
  if (mex.take === 'target-choice') {
    const upperGives = card === undefined ? null : [card];
    emit(step, causeOf(step.context), { type: 'merchantPartnerNamed', upper: seat, lower: target, upperGives });
    return null;
  }
  const back = drawn(step, 'take', target);
  exchange(step, causeOf(step.context), seat, target, card === undefined ? null : [card], back);
  return null;
}

export function declineMerchantExchange(step: Step): Rejection | null {
  const seat = highestMerchantAsked(step, step.state.board.ruleset.mex.enabled);
  if (typeof seat !== 'number') return seat;
  decline(step, causeOf(step.context), seat);
  return null;
}

/** The partner cannot refuse, but under `mex.take=target-choice` he picks the card (R-MEX-4, R-MEX-5). */
export function returnMerchant(step: Step, { card }: Return): Rejection | null {
  const seat = actingSeat(step, 'tax');
  if (typeof seat !== 'number') return seat;
  const { mex } = step.state.board.ruleset;
  if (!mex.enabled || mex.take !== 'target-choice') return optionOff();
  const open = merchantExchange(step);
  if (open?.lower !== seat) return reject('E_MEX_ROLE', 'You have no open exchange.');
  if (!handOf(step, seat).includes(card)) return reject('E_NOT_OWNED', 'You do not hold this card.');
  giveBack(step, causeOf(step.context), open.upper, seat, card);
  return null;
}

/** No answer of the highest Merchant is a refusal (R-MEX-5); a silent partner gives what the clock gives for him. */
export function tradeOverdue(step: Step, seat: Seat, command: Command): void {
  if (command.type === 'declineMerchantExchange') decline(step, 'clock', seat);
  const open = merchantExchange(step);
  if (command.type === 'returnMerchant' && open !== undefined) giveBack(step, 'clock', open.upper, seat, command.card);
}

/** The checks of R-ERR-1 before the highest Merchant's first answer. */
function highestMerchantAsked(step: Step, isOn: boolean): Seat | Rejection {
  const seat = actingSeat(step, 'tax');
  if (typeof seat !== 'number') return seat;
  if (!isOn) return optionOff();
  const open = merchantExchange(step);
  if (open?.upper !== seat || open.lower !== null) {
    return reject('E_MEX_ROLE', 'Only the highest Merchant may trade, once in a hand.');
  }
  return seat;
}

const optionOff = (): Rejection => reject('E_OPTION_OFF', 'This is not possible at this table.');

function merchantExchange({ state }: Step): Exchange | undefined {
  return state.board.exchanges.find(({ kind, state: stands }) => kind === 'merchant' && stands === 'open');
}

const handOf = ({ state }: Step, seat: Seat): Cards => state.hands[seat] ?? [];

function decline(step: Step, cause: Cause, seat: Seat): void {
  emit(step, cause, { type: 'merchantExchangeDeclined', seat });
  startPlayIfSettled(step);
}

function giveBack(step: Step, cause: Cause, upper: Seat, lower: Seat, card: Card): void {
  exchange(step, cause, upper, lower, step.state.chosen[upper] ?? null, [card]);
}

/** @param upperGives what the highest Merchant has named; `null` leaves it to chance */
function exchange(
  step: Step,
  cause: Cause,
  upper: Seat,
  lower: Seat,
  upperGives: Cards | null,
  lowerGives: Cards,
): void {
  const given = upperGives ?? drawn(step, 'give', upper);
  emit(step, cause, { type: 'merchantExchanged', upper, lower, upperGives: given, lowerGives });
  startPlayIfSettled(step);
}

/** One card of a hand, each copy as likely as any other card, Jesters included (R-MEX-4, R-MEX-8). */
function drawn(step: Step, side: 'give' | 'take', seat: Seat): Cards {
  const hand = handOf(step, seat);
  const card = hand[drawOf(step)(`merchant/${side}/${step.state.board.handNumber}`, hand.length)];
  return card === undefined ? [] : [card];
}
