/** The revolution window: everybody answers once, and others learn no more than that (R-REV-2..12). */
import type { Command } from '../commands.ts';
import { shuffled } from '../deal.ts';
import type { Cause } from '../events.ts';
import { type Rejection, reject } from '../rejections.ts';
import { callRefused, isGreaterPeon, reversed } from '../revolution.ts';
import type { Seat } from '../seats.ts';
import { actingSeat, causeOf, drawOf, emit, type Step } from '../step.ts';
import { seatTitles } from '../titles.ts';
import { openTaxes, startPlay } from './taxes.ts';

type Answer = Extract<Command, { readonly type: 'answerRevolution' }>;

export function answerRevolution(step: Step, { call }: Answer): Rejection | null {
  const seat = actingSeat(step, 'revolution');
  if (typeof seat !== 'number') return seat;
  const { board, hands, answered } = step.state;
  const refused = call ? callRefused(board, seat, hands[seat] ?? []) : null;
  if (refused !== null) return refused;
  if (answered.includes(seat)) return reject('E_REV_ALREADY', 'You have answered already.');
  if (call) {
    declare(step, seat, causeOf(step.context));
  } else {
    emit(step, causeOf(step.context), { type: 'revolutionAnswered', seat, call: false });
    if (silentSeats(step).length === 0) closeWithoutCall(step);
  }
  return null;
}

/** A greater revolution that needs no call, in the step of the deal (`revolution.greater=automatic`, R-REV-17). */
export function declareByItself(step: Step): void {
  const { board, hands } = step.state;
  const greaterPeon = board.order.at(-1) ?? 0;
  if (board.ruleset.revolution.greater !== 'automatic') return;
  if (callRefused(board, greaterPeon, hands[greaterPeon] ?? []) === null) declare(step, greaterPeon, 'rule');
}

/**
 * Silence is no call. The order in which the silent seats are recorded is drawn by lot: by number, a viewer could tell
 * from the place of his own answer which others had been silent (R-REV-4).
 */
export function closeOverdueWindow(step: Step): void {
  const purpose = `revolution/${step.state.board.handNumber}`;
  for (const seat of shuffled(silentSeats(step), drawOf(step), purpose)) {
    emit(step, 'clock', { type: 'revolutionAnswered', seat, call: false });
  }
  closeWithoutCall(step);
}

function silentSeats({ state }: Step): readonly Seat[] {
  return state.board.order.filter((seat) => !state.answered.includes(seat));
}

function closeWithoutCall(step: Step): void {
  emit(step, 'rule', { type: 'revolutionWindowClosed', called: false });
  openTaxes(step);
}

/** No taxes and no Merchant exchange follow (R-REV-6, R-REV-12); the Greater Peon's call turns the order round (R-REV-7). */
function declare(step: Step, seat: Seat, cause: Cause): void {
  const { board } = step.state;
  const greater = isGreaterPeon(board, seat);
  emit(step, cause, { type: 'revolutionDeclared', seat, greater });
  emit(step, 'rule', { type: 'revolutionWindowClosed', called: true });
  if (greater) {
    const order = reversed(board.order);
    emit(step, 'rule', { type: 'seatsReversed', order, titles: seatTitles(board.ruleset, order) });
  }
  startPlay(step);
}
