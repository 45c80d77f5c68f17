/** Taxation: who owes what, sealed choices, and the one step in which all cards move (R-TAX-1..15). */
import { type Cards, holds, isWild, sorted } from '../cards.ts';
import type { Command } from '../commands.ts';
import type { Cause, MadeExchange } from '../events.ts';
import { openedExchanges, poolOf } from '../exchanges.ts';
import { isBestPayment } from '../payments.ts';
import { type Rejection, reject } from '../rejections.ts';
import { isUntaxedFirstHand } from '../revolution.ts';
import type { Seat } from '../seats.ts';
import { actingSeat, causeOf, emit, type Step } from '../step.ts';
import type { Exchange } from '../view.ts';

/** Begins taxation, or play where the hand is untaxed (R-TAX-10, R-REV-13). */
export function openTaxes(step: Step): void {
  const { board, hands } = step.state;
  const { tax } = board.ruleset;
  const untaxed = !tax.enabled || isUntaxedFirstHand(board);
  const exchanges = untaxed ? [] : openedExchanges(board, hands);
  if (exchanges.length === 0) startPlay(step);
  else emit(step, 'rule', { type: 'taxOpened', exchanges, timing: tax.timing });
}

/** The Greater Dalmuti of the hand leads (R-LEAD-1), after a greater revolution the new one (R-REV-11). */
export function startPlay(step: Step): void {
  emit(step, 'rule', { type: 'playStarted', lead: step.state.board.order[0] ?? 0 });
}

type Payment = Extract<Command, { readonly type: 'payTax' }>;

export function payTax(step: Step, { cards }: Payment): Rejection | null {
  const seat = actingSeat(step, 'tax');
  if (typeof seat !== 'number') return seat;
  const refused = taxRefused(step, seat, cards);
  if (refused !== null) return refused;
  choose(step, causeOf(step.context), seat, cards);
  settleTaxes(step);
  return null;
}

/** The checks of R-ERR-1 for a Dalmuti's choice and a Peon's payment. */
function taxRefused(step: Step, seat: Seat, cards: Cards): Rejection | null {
  const { board, hands, chosen } = step.state;
  const exchange = taxOf(step, seat);
  if (exchange === undefined) return reject('E_TAX_ROLE', 'You have nothing to choose in this taxation.');
  const isPeon = seat === exchange.lower;
  if (isPeon && board.ruleset.tax.peonPayment === 'auto') {
    return reject('E_TAX_ROLE', 'A Peon chooses nothing: the best cards are paid.');
  }
  if (!board.awaiting.includes(seat)) {
    if (chosen[seat] !== null) return reject('E_TAX_DONE', 'You have chosen already.');
    return reject('E_PHASE', 'Your Peon pays first.');
  }
  if (cards.length !== exchange.count) return reject('E_TAX_COUNT', `Choose exactly ${counted(exchange.count)}.`);
  const hand = hands[seat] ?? [];
  const pool = isPeon ? hand : poolOf(board.ruleset, hand, givenBy(step, exchange.lower));
  if (!holds(pool, cards)) return reject('E_NOT_OWNED', 'You do not hold these cards.');
  if (isPeon) {
    if (isBestPayment(hand, cards, board.ruleset.tax.wilds)) return null;
    return reject('E_TAX_NOT_BEST', 'A Peon pays their best cards.');
  }
  if (!board.ruleset.tax.dalmutiMayGiveWilds && cards.some(isWild)) {
    return reject('E_TAX_WILD', 'At this table wild cards cannot be given away.');
  }
  return null;
}

const counted = (cards: number): string => (cards === 1 ? 'one card' : `${cards} cards`);

function taxOf({ state }: Step, seat: Seat): Exchange | undefined {
  return state.board.exchanges.find(
    ({ kind, upper, lower }) => kind !== 'merchant' && (upper === seat || lower === seat),
  );
}

/** What a seat has committed, `null` until it has. */
function givenBy({ state }: Step, seat: Seat | null): Cards | null {
  return seat === null ? null : (state.chosen[seat] ?? null);
}

function choose(step: Step, cause: Cause, seat: Seat, cards: Cards): void {
  const exchange = taxOf(step, seat);
  const shown = seat === exchange?.lower && step.state.board.ruleset.tax.timing === 'sequential';
  emit(step, cause, { type: 'taxChosen', seat, cards: sorted(cards), shownTo: shown ? exchange.upper : null });
}

/** The time is up for a seat that is asked and silent (R-TAX-13). */
export function payOverdue(step: Step, seat: Seat, { cards }: Payment): void {
  choose(step, 'clock', seat, cards);
}

/** All cards move in one step when the last choice is in; then play starts (R-TAX-11). */
export function settleTaxes(step: Step): void {
  const { board } = step.state;
  const open = board.exchanges.filter(({ kind, state }) => kind !== 'merchant' && state === 'open');
  const exchanges = open.map((exchange) => made(step, exchange)).filter((exchange) => exchange !== null);
  if (open.length === 0 || exchanges.length < open.length) return;
  emit(step, 'rule', { type: 'taxesExchanged', exchanges, visibility: board.ruleset.tax.visibility });
  startPlayIfSettled(step);
}

/** @returns `null` until both sides have committed their cards */
function made(step: Step, { kind, upper, lower, count }: Exchange): MadeExchange | null {
  const [upperGives, lowerGives] = [givenBy(step, upper), givenBy(step, lower)];
  if (kind === 'merchant' || lower === null || upperGives === null || lowerGives === null) return null;
  return { kind, upper, lower, count, upperGives, lowerGives };
}

/** Play waits for taxes and Merchants alike (R-MEX-6). */
export function startPlayIfSettled(step: Step): void {
  if (step.state.board.exchanges.every(({ state }) => state !== 'open')) startPlay(step);
}
