/** Dealing a hand, when the time to look at the seats or the last result is up (R-DEAL-1..5), accidents included (R-MIS-2). */
import { type Cards, sorted } from '../cards.ts';
import type { Command } from '../commands.ts';
import { dealOut, dealtToGreaterPeon, nextExposed, shuffled } from '../deal.ts';
import { deckCards, deckVariant } from '../deck.ts';
import type { Cause } from '../events.ts';
import { type Rejection, reject } from '../rejections.ts';
import type { Seat } from '../seats.ts';
import { actingSeat, causeOf, drawOf, emit, type Step } from '../step.ts';
import { seatTitles } from '../titles.ts';
import { declareByItself } from './revolution.ts';
import { openTaxes } from './taxes.ts';

/** Shuffles for the next hand and deals it. */
export function dealHand(step: Step): void {
  const { order, ruleset, handNumber } = step.state.board;
  const deck = deckCards(deckVariant(ruleset.deck, order.length));
  dealFrom(step, shuffled(deck, drawOf(step), `deal/${handNumber + 1}`), 0, 'clock');
}

/** Deals the rest of `deck`, unless a card is exposed first. */
function dealFrom(step: Step, deck: Cards, from: number, cause: Cause): void {
  const { order } = step.state.board;
  const place = exposedFrom(step, deck, from);
  const card = place === null ? undefined : deck[place];
  if (place === null || card === undefined) {
    giveHands(step, deck, cause);
    return;
  }
  const seat = order[place % order.length] ?? 0;
  emit(step, 'rule', { type: 'cardExposed', seat, card, dealt: place, deck });
}

function exposedFrom(step: Step, deck: Cards, from: number): number | null {
  const { order, ruleset, handNumber } = step.state.board;
  if (ruleset.misdeal.mode === 'off') return null;
  const [purpose, draw] = [misdealPurpose(handNumber + 1), drawOf(step)];
  const random = (place: number, bound: number): number => draw(`${purpose}/${place}`, bound);
  return nextExposed(deck.length, order.length, from, ruleset.misdeal.rate ?? 0, random);
}

/** A stream for each card, so that it does not matter in how many steps a hand is dealt. */
const misdealPurpose = (handNumber: number): string => `misdeal/${handNumber}`;

function giveHands(step: Step, deck: Cards, cause: Cause): void {
  const { order, ruleset, handNumber } = step.state.board;
  const hands = dealOut(deck, order.length);
  emit(step, cause, {
    type: 'handDealt',
    handNumber: handNumber + 1,
    deck: { variant: deckVariant(ruleset.deck, order.length), cards: deck.length },
    dealer: order.at(-1) ?? 0,
    order,
    titles: seatTitles(ruleset, order),
    hands: order.map((seat, position) => {
      const cards = sorted(hands[position] ?? []);
      return { seat, count: cards.length, cards };
    }),
  });
  if (ruleset.revolution.enabled) declareByItself(step);
  else openTaxes(step);
}

type Settle = Extract<Command, { readonly type: 'settleMisdeal' }>;

/** The Greater Dalmuti decides who gets the exposed card (R-MIS-2). */
export function settleMisdeal(step: Step, { to }: Settle): Rejection | null {
  const seat = actingSeat(step, 'deal');
  if (typeof seat !== 'number') return seat;
  const { board } = step.state;
  if (!board.awaiting.includes(seat)) return reject('E_NOT_YOUR_TURN', 'The Greater Dalmuti decides.');
  const held = dealtToGreaterPeon(board.order.length, board.exposed?.dealt ?? 0);
  if (to === 'greaterPeon' && held.length === 0) return reject('E_TARGET', 'The Greater Peon holds no card yet.');
  settle(step, to, causeOf(step.context), held);
  return null;
}

/** No answer: the card goes to the player whom it was meant for (R-MIS-2). */
export function settleOverdueMisdeal(step: Step): void {
  settle(step, 'intended', 'clock', []);
}

function settle(step: Step, to: Settle['to'], cause: Cause, held: readonly number[]): void {
  const { board, dealing } = step.state;
  const { exposed } = board;
  if (exposed === null || dealing === null) return;
  const purpose = `${misdealPurpose(board.handNumber + 1)}/${exposed.dealt}/replacement`;
  const given = to === 'intended' ? undefined : held[drawOf(step)(purpose, held.length)];
  const greaterPeon: Seat = board.order.at(-1) ?? 0;
  emit(step, cause, {
    type: 'misdealSettled',
    seat: exposed.seat,
    to,
    card: exposed.card,
    replacement: given === undefined ? null : (dealing[given] ?? null),
    greaterPeon,
  });
  dealFrom(step, step.state.dealing ?? dealing, exposed.dealt + 1, 'rule');
}
