/** The board from the revolution window to the first lead: declarations, taxes, the Merchant exchange. */
import type { PublicEventOf } from '../public-events.ts';
import type { Exchange } from '../view.ts';
import type { Draft } from './draft.ts';
import { answered, ask, askNobody, giveTurn } from './questions.ts';
import { takePositions } from './table.ts';

export function revolutionDeclared(draft: Draft, event: PublicEventOf<'revolutionDeclared'>): void {
  draft.revolution = { by: event.seat, greater: event.greater };
}

export function revolutionWindowClosed(draft: Draft): void {
  askNobody(draft);
}

/** Everybody keeps his hand and changes seats with it (R-REV-8, R-REV-10). */
export function seatsReversed(draft: Draft, event: PublicEventOf<'seatsReversed'>): void {
  takePositions(draft, event.order, event.titles);
}

/**
 * A Dalmuti is asked at once, unless he is to see the tax first and his Peon has yet to pay it (R-TAX-6, R-TAX-14);
 * a Peon only where he pays by hand (R-TAX-3); the highest Merchant beside them (R-MEX-6).
 */
export function taxOpened(draft: Draft, event: PublicEventOf<'taxOpened'>): void {
  draft.phase = 'tax';
  draft.exchanges = event.exchanges.map(({ kind, upper, lower, count, lowerGives }): Exchange => {
    return { kind, upper, lower, count, state: 'open', upperGives: null, lowerGives };
  });
  const { timing, peonPayment } = draft.ruleset.tax;
  const asked = event.exchanges.flatMap(({ upper, lower }) => {
    // A Merchant has no partner yet (R-MEX-4).
    if (lower === null || peonPayment === 'auto') return [upper];
    return timing === 'sealed' ? [upper, lower] : [lower];
  });
  askNobody(draft);
  ask(draft, event, asked, draft.clock.taxSeconds);
}

export function taxChosen(draft: Draft, event: PublicEventOf<'taxChosen'>): void {
  const { seat, cards } = event;
  const exchange = draft.exchanges.find(({ upper, lower }) => upper === seat || lower === seat);
  if (exchange === undefined) return;
  const changed = exchange.upper === seat ? { ...exchange, upperGives: cards } : { ...exchange, lowerGives: cards };
  replaceExchange(draft, exchange, changed);
  answered(draft, seat);
  if (seat === exchange.lower && draft.ruleset.tax.timing === 'sequential') {
    ask(draft, event, [exchange.upper], draft.clock.taxSeconds);
  }
}

export function taxesExchanged(draft: Draft, event: PublicEventOf<'taxesExchanged'>): void {
  const made = new Map(event.exchanges.map((exchange) => [exchange.kind as string, exchange]));
  draft.exchanges = draft.exchanges.map((exchange): Exchange => {
    const gifts = made.get(exchange.kind);
    if (gifts === undefined) return exchange;
    return { ...exchange, state: 'settled', upperGives: gifts.upperGives, lowerGives: gifts.lowerGives };
  });
}

/** The partner is asked for his card, beside those who still owe a tax (R-MEX-4). */
export function merchantPartnerNamed(draft: Draft, event: PublicEventOf<'merchantPartnerNamed'>): void {
  const { upper, lower, upperGives } = event;
  changeMerchants(draft, { lower, upperGives });
  answered(draft, upper);
  ask(draft, event, [lower], draft.clock.taxSeconds);
}

export function merchantExchanged(draft: Draft, event: PublicEventOf<'merchantExchanged'>): void {
  const { upper, lower, upperGives, lowerGives } = event;
  changeMerchants(draft, { lower, upperGives, lowerGives, state: 'settled' });
  answered(draft, upper);
  answered(draft, lower);
}

export function merchantExchangeDeclined(draft: Draft, event: PublicEventOf<'merchantExchangeDeclined'>): void {
  changeMerchants(draft, { state: 'declined' });
  answered(draft, event.seat);
}

/** The Greater Dalmuti opens the first trick of every hand (R-LEAD-1). */
export function playStarted(draft: Draft, event: PublicEventOf<'playStarted'>): void {
  draft.phase = 'play';
  giveTurn(draft, event, event.lead);
}

function changeMerchants(draft: Draft, change: Partial<Exchange>): void {
  const exchange = draft.exchanges.find(({ kind }) => kind === 'merchant');
  if (exchange !== undefined) replaceExchange(draft, exchange, { ...exchange, ...change });
}

function replaceExchange(draft: Draft, old: Exchange, changed: Exchange): void {
  draft.exchanges = draft.exchanges.map((exchange) => (exchange === old ? changed : exchange));
}
