/** Dealing a hand: a step of its own, when the time to look at the seats or the last result is up (R-DEAL-1..5). */
import { sorted } from '../cards.ts';
import { dealOut, shuffled } from '../deal.ts';
import { deckCards, deckVariant } from '../deck.ts';
import { emit, type Step } from '../step.ts';
import { seatTitles } from '../titles.ts';
import { openTaxes } from './taxes.ts';

export function dealHand(step: Step): void {
  const { order, ruleset, handNumber } = step.state.board;
  const next = handNumber + 1;
  const variant = deckVariant(ruleset.deck, order.length);
  const deck = shuffled(deckCards(variant), step.context.random, `deal/${next}`);
  const hands = dealOut(deck, order.length);
  emit(step, 'clock', {
    type: 'handDealt',
    handNumber: next,
    deck: { variant, cards: deck.length },
    dealer: order.at(-1) ?? 0,
    order,
    titles: seatTitles(ruleset, order),
    hands: order.map((seat, position) => {
      const cards = sorted(hands[position] ?? []);
      return { seat, count: cards.length, cards };
    }),
  });
  if (!ruleset.revolution.enabled) openTaxes(step);
}
