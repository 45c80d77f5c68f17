/** Commands that nobody has checked: what a seat might send by mistake or on purpose. */
import type { Chance } from '../../src/bots/policy.ts';
import { CARD_ORDER, type Cards } from '../../src/rules/cards.ts';
import type { Command } from '../../src/rules/commands.ts';
import type { Seat } from '../../src/rules/seats.ts';
import type { State } from '../../src/rules/state.ts';

/** Something that a seat might send, sensible or not. */
export function randomCommand({ board, hands }: State, seat: Seat, chance: Chance): Command {
  const hand = hands[seat] ?? [];
  const owned = hand.filter(() => chance(4) === 0);
  const any: Cards = chance(5) === 0 ? [CARD_ORDER[chance(CARD_ORDER.length)] ?? 'J'] : owned.slice(0, 1 + chance(4));
  const cards = chance(2) === 0 ? any : [...any].reverse();
  const one = cards[0] ?? '1';
  const target = chance(board.seats.length + 1);
  switch (chance(9)) {
    case 0:
      return { type: 'answerRevolution', call: chance(2) === 0 };
    case 1:
    case 2:
      return { type: 'payTax', cards };
    case 3:
      return chance(2) === 0 ? { type: 'exchangeMerchant', target } : { type: 'exchangeMerchant', target, card: one };
    case 4:
      return chance(2) === 0 ? { type: 'returnMerchant', card: one } : { type: 'declineMerchantExchange' };
    case 5:
      return chance(2) === 0 ? { type: 'pass' } : { type: 'settleMisdeal', to: 'greaterPeon' };
    case 6:
      return { type: 'play', cards, declare: chance(14) };
    case 7:
      return { type: 'play', cards, target };
    default:
      return { type: 'play', cards };
  }
}
