/** What a seat may give in taxation, and what it gives when its time is up (R-TAX-3, R-TAX-5, R-TAX-13, R-MEX-5). */
import { type Cards, isWild } from '../cards.ts';
import type { Command } from '../commands.ts';
import { poolOf } from '../exchanges.ts';
import { bestCards, gifts, isBestPayment } from '../payments.ts';
import type { Ruleset } from '../ruleset.ts';
import type { View, You } from '../view.ts';
import { merchantAnswers } from './merchants.ts';

export function taxAnswers(view: View, you: You): readonly Command[] {
  const { seat, cards } = you;
  const exchange = view.exchanges.find(({ upper, lower }) => upper === seat || lower === seat);
  if (exchange === undefined) return [];
  if (exchange.kind === 'merchant') return merchantAnswers(view, exchange, you);
  const payments =
    exchange.upper === seat
      ? returns(view.ruleset, poolOf(view.ruleset, cards, exchange.lowerGives), exchange.count)
      : gifts(cards, exchange.count).filter((payment) => isBestPayment(cards, payment, view.ruleset.tax.wilds));
  return payments.map((payment) => ({ type: 'payTax', cards: payment }));
}

/** Everything that a Dalmuti may give, his worst cards first (R-TAX-5). */
function returns(ruleset: Ruleset, pool: Cards, count: number): readonly Cards[] {
  const allowed = ruleset.tax.dalmutiMayGiveWilds ? pool : pool.filter((card) => !isWild(card));
  return gifts(allowed, count);
}

/**
 * A Peon who is silent pays what he owes (R-CORP-21). Everybody else gives what comes first in his answers: a Dalmuti his
 * worst cards (R-TAX-13), a Merchant's partner his worst, and the highest Merchant declines (R-MEX-5).
 */
export function unpaidTax(view: View, you: You): Command | null {
  const exchange = view.exchanges.find(({ kind, lower }) => kind !== 'merchant' && lower === you.seat);
  if (exchange === undefined) return taxAnswers(view, you)[0] ?? null;
  return { type: 'payTax', cards: bestCards(you.cards, exchange.count, view.ruleset.tax.wilds) };
}
