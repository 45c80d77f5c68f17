/** Commands that nobody has checked: what a seat might send by mistake or on purpose. */
import { CARD_ORDER, type Cards } from '../../../src/rules/cards.ts';
import type { Command } from '../../../src/rules/commands.ts';
import type { State } from '../../../src/rules/state.ts';

const from = (next: () => number, count: number): number => next() % count;

/** Something that a seat might send, sensible or not. */
export function randomCommand({ board, hands }: State, seat: number, next: () => number): Command {
  const hand = hands[seat] ?? [];
  const owned = hand.filter(() => from(next, 4) === 0);
  const any: Cards =
    from(next, 5) === 0 ? [CARD_ORDER[from(next, CARD_ORDER.length)] ?? 'J'] : owned.slice(0, 1 + from(next, 4));
  const cards = from(next, 2) === 0 ? any : [...any].reverse();
  const one = cards[0] ?? '1';
  const target = from(next, board.seats.length + 1);
  switch (from(next, 9)) {
    case 0:
      return { type: 'answerRevolution', call: from(next, 2) === 0 };
    case 1:
    case 2:
      return { type: 'payTax', cards };
    case 3:
      return from(next, 2) === 0
        ? { type: 'exchangeMerchant', target }
        : { type: 'exchangeMerchant', target, card: one };
    case 4:
      return from(next, 2) === 0 ? { type: 'returnMerchant', card: one } : { type: 'declineMerchantExchange' };
    case 5:
      return from(next, 2) === 0 ? { type: 'pass' } : { type: 'settleMisdeal', to: 'greaterPeon' };
    case 6:
      return { type: 'play', cards, declare: from(next, 14) };
    case 7:
      return { type: 'play', cards, target };
    default:
      return { type: 'play', cards };
  }
}
