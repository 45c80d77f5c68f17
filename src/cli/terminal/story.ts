/** What anybody may see happen at the table, told in a line each. */
import type { WireEvent } from '../../client/wire.ts';
import type { GameEvent } from '../../rules/events.ts';
import type { Seat } from '../../rules/seats.ts';
import type { Style } from './style.ts';
import { cardsText, ordinal } from './words.ts';

/**
 * @param event as it travels, or as it stands in the log
 * @param names by seat
 * @returns `null` for an event that is not worth a line
 */
export function tell(event: WireEvent | GameEvent, names: readonly string[], style: Style): string | null {
  const name = (seat: Seat): string => style.bold(nameOf(names, seat));
  switch (event.type) {
    case 'seatsDrawn': {
      const [first] = event.order;
      return first === undefined ? null : `Cards are drawn for seats: ${name(first)} drew the best.`;
    }
    case 'handDealt':
      return style.accent(
        `Hand ${event.handNumber}: ${event.deck.cards} cards are dealt by ${nameOf(names, event.dealer)}.`,
      );
    case 'revolutionDeclared':
      return style.bad(
        event.greater ? `${name(event.seat)} calls a GREATER REVOLUTION!` : `${name(event.seat)} calls a REVOLUTION!`,
      );
    case 'seatsReversed':
      return style.bad('All players change places: the last become the first.');
    case 'taxesExchanged':
      return event.exchanges
        .map(({ upper, lower, count }) => `${name(lower)} pays ${count} to ${name(upper)}`)
        .join(', ')
        .concat('.');
    case 'playStarted':
      return `${name(event.lead)} leads the first trick.`;
    case 'setPlayed':
      return `${name(event.seat)} plays ${cardsText(event.cards)}, ${event.left} left.`;
    case 'playerPassed':
      return style.dim(`${nameOf(names, event.seat)} passes.`);
    case 'playerWentOut':
      return style.good(
        `${name(event.seat)} is out, ${ordinal(event.place)}${event.points === null ? '' : ` (+${event.points})`}.`,
      );
    case 'trickWon':
      return `${name(event.seat)} wins trick ${event.number}.`;
    case 'leadPassed':
      return `The lead passes on to ${name(event.to)}.`;
    case 'handEnded': {
      const order = event.placings.map(({ place, seat }) => `${place}. ${nameOf(names, seat)}`).join(', ');
      return style.accent(`Hand ${event.handNumber} is over: ${order}.`);
    }
    case 'gameEnded': {
      const winners = event.winners.map(name).join(' and ');
      return style.good(winners === '' ? 'The game is over.' : `The game is over: ${winners} won.`);
    }
    default:
      return null;
  }
}

/** @param names by seat */
export function nameOf(names: readonly string[], seat: Seat): string {
  return names[seat] ?? `seat ${seat}`;
}
