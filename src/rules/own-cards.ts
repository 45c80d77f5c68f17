/** What each event does to one seat's cards: the only such code, for the state and for that seat's view alike. */
import { type Cards, withMore, without } from './cards.ts';
import type { PublicEvent } from './public-events.ts';
import type { Seat } from './seats.ts';

/** The hand of `seat` after `event`; the event must show what it does to this seat. */
export function cardsAfter(seat: Seat, cards: Cards, event: PublicEvent): Cards {
  switch (event.type) {
    case 'handDealt':
      return event.hands.find((hand) => hand.seat === seat)?.cards ?? [];
    case 'handVoided':
      return [];
    case 'playerFolded':
      return event.seat === seat ? [] : cards;
    case 'setPlayed':
      return event.seat === seat ? without(cards, event.cards) : cards;
    case 'taxesExchanged': {
      const mine = event.exchanges.find(({ upper, lower }) => upper === seat || lower === seat);
      return mine === undefined ? cards : afterExchange(seat, cards, mine);
    }
    case 'merchantExchanged':
      return event.upper === seat || event.lower === seat ? afterExchange(seat, cards, event) : cards;
    case 'ratbertTaken':
      return event.seat === seat ? withMore(cards, ['RB']) : cards;
    default:
      return cards;
  }
}

interface Gifts {
  readonly upper: Seat;
  readonly upperGives: Cards | null;
  readonly lowerGives: Cards | null;
}

/** Takes before it gives, because a Dalmuti who saw the tax may return those very cards (R-TAX-14). */
function afterExchange(seat: Seat, cards: Cards, { upper, upperGives, lowerGives }: Gifts): Cards {
  const [given, got] = seat === upper ? [upperGives, lowerGives] : [lowerGives, upperGives];
  return without(withMore(cards, got ?? []), given ?? []);
}
