/** Who exchanges cards with whom in a hand, and how many (R-TAX-1, R-TAX-2, R-MEX-1..3). */
import { type Cards, withMore } from './cards.ts';
import type { OpenedExchange } from './events.ts';
import { bestCards, payable } from './payments.ts';
import type { Ruleset } from './ruleset.ts';
import type { Seat } from './seats.ts';
import type { View } from './view.ts';

/** The exchanges that taxation opens; hands by seat, because a Peon's payment follows from his cards alone (R-TAX-3). */
export function openedExchanges(board: View, hands: readonly Cards[]): readonly OpenedExchange[] {
  const { order } = board;
  const taxes = [tax(board, hands, 'greater', order.at(0), order.at(-1), 2)];
  if (order.length >= 4) taxes.push(tax(board, hands, 'lesser', order.at(1), order.at(-2), 1));
  const upper = highestMerchant(board);
  const merchant: readonly OpenedExchange[] =
    upper === null ? [] : [{ kind: 'merchant', upper, lower: null, count: 1, lowerGives: null }];
  return [...taxes.flat(), ...merchant];
}

function tax(
  { ruleset }: View,
  hands: readonly Cards[],
  kind: 'greater' | 'lesser',
  upper: Seat | undefined,
  lower: Seat | undefined,
  owed: number,
): readonly OpenedExchange[] {
  if (upper === undefined || lower === undefined) return [];
  const hand = hands[lower] ?? [];
  const count = payable(hand, owed, ruleset.tax.wilds);
  if (count === 0) return [];
  const lowerGives = ruleset.tax.peonPayment === 'auto' ? bestCards(hand, count, ruleset.tax.wilds) : null;
  return [{ kind, upper, lower, count, lowerGives }];
}

/** Who has the right to a Merchant exchange in this hand; it takes two Merchants (R-MEX-1, R-MEX-2). */
export function highestMerchant({ ruleset, order }: View): Seat | null {
  return ruleset.mex.enabled && order.length >= 6 ? (order[2] ?? null) : null;
}

/** Whom the highest Merchant may name, in the order of positions (R-MEX-3). */
export function merchantPartners({ order }: View): readonly Seat[] {
  return order.slice(3, -2);
}

/** What a Dalmuti chooses from: his hand, and the tax itself if he was shown it first (R-TAX-6, R-TAX-14). */
export function poolOf({ tax }: Ruleset, hand: Cards, lowerGives: Cards | null): Cards {
  return tax.timing === 'sequential' && lowerGives !== null ? withMore(hand, lowerGives) : hand;
}
