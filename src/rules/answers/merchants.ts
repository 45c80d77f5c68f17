/** What the highest Merchant and his partner may answer (R-MEX-3..5). */
import type { Cards } from '../cards.ts';
import type { Command } from '../commands.ts';
import { merchantPartners } from '../exchanges.ts';
import { gifts } from '../payments.ts';
import type { Exchange, View, You } from '../view.ts';

export function merchantAnswers(view: View, { upper }: Exchange, { seat, cards }: You): readonly Command[] {
  if (seat !== upper) return gifts(cards, 1).flatMap(returned);
  return [{ type: 'declineMerchantExchange' }, ...offers(view, cards)];
}

const returned = (cards: Cards): readonly Command[] => cards.map((card) => ({ type: 'returnMerchant', card }));

function offers(view: View, cards: Cards): readonly Command[] {
  const partners = merchantPartners(view);
  if (view.ruleset.mex.give === 'random') return partners.map((target) => ({ type: 'exchangeMerchant', target }));
  const offered = gifts(cards, 1).flat();
  return offered.flatMap((card) => partners.map((target): Command => ({ type: 'exchangeMerchant', target, card })));
}
