/** What really happened in a game, and who may know which cards of it by the rules: told from the log, without the product's redaction. */
import type { GameEvent } from '../../../src/rules/events.ts';
import type { Viewer } from '../../../src/rules/public-events.ts';
import type { Seat } from '../../../src/rules/seats.ts';
import { cardsIn, type Path } from './find-cards.ts';

export type KnownTo = readonly (Seat | null)[] | 'all';

/** Cards that an event tells of. */
export interface Pile {
  readonly event: GameEvent;
  readonly path: Path;
  readonly cards: readonly string[];
  readonly knownTo: KnownTo;
}

export interface Truth {
  readonly gameId: string;
  readonly events: readonly GameEvent[];
  readonly piles: readonly Pile[];
  seatOf(playerId: string): Seat | null;
  /** What a seat holds after an event. */
  hand(seat: Seat, version: number): readonly string[];
  /** The version of the deal that a version belongs to; 0 before the first one. */
  dealBefore(version: number): number;
}

export function truthOf(events: readonly GameEvent[]): Truth {
  const [started] = events;
  if (started?.type !== 'gameStarted') throw new Error('a game begins with gameStarted');
  const seats = new Map(started.seats.map(({ seat, player }) => [player, seat]));
  const hands = handsAfterEach(events);
  const deals = events.filter(({ type }) => type === 'handDealt').map(({ version }) => version);
  return {
    gameId: started.gameId,
    events,
    piles: events.flatMap(pilesOf),
    seatOf: (player) => seats.get(player) ?? null,
    hand: (seat, version) => hands[version]?.get(seat) ?? [],
    dealBefore: (version) => deals.findLast((deal) => deal <= version) ?? 0,
  };
}

export const mayKnow = (viewer: Viewer | 'nobody', knownTo: KnownTo): boolean =>
  viewer !== 'nobody' && (knownTo === 'all' || knownTo.some((seat) => seat === viewer));

/** The same cards, in whatever order. */
export const sameCards = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join();

/** Whether `cards` could be taken out of `hand`, copies counted. */
export function areIn(hand: readonly string[], cards: readonly string[]): boolean {
  return taken(hand, cards).length === hand.length - cards.length;
}

function pilesOf(event: GameEvent): readonly Pile[] {
  return cardsIn(event).map(({ path, cards }) => ({ event, path, cards, knownTo: knownTo(event, path) }));
}

/** R-VIS-1..5, R-TAX-6, R-TAX-8, R-TAX-14, R-MEX-9, R-LEAVE-4, R-MIS-2. */
function knownTo(event: GameEvent, [field, index]: Path): KnownTo {
  const at = Number(index);
  switch (event.type) {
    case 'seatsDrawn':
    case 'setPlayed':
      return 'all';
    case 'cardExposed':
      return field === 'card' ? 'all' : [];
    case 'misdealSettled':
      return field === 'card' ? 'all' : [event.seat, event.greaterPeon];
    case 'handDealt':
      return [event.hands[at]?.seat ?? null];
    case 'taxOpened': {
      const { upper = null, lower = null } = event.exchanges[at] ?? {};
      return event.timing === 'sequential' ? [upper, lower] : [lower];
    }
    case 'taxChosen':
      return [event.seat, event.shownTo];
    case 'taxesExchanged': {
      const { upper = null, lower = null } = event.exchanges[at] ?? {};
      return event.visibility === 'public' ? 'all' : [upper, lower];
    }
    case 'merchantPartnerNamed':
    case 'merchantExchanged':
      return [event.upper, event.lower];
    case 'playerFolded':
      return [event.seat];
    default:
      return [];
  }
}

type Hands = ReadonlyMap<Seat, readonly string[]>;

/** By version. */
function handsAfterEach(events: readonly GameEvent[]): readonly Hands[] {
  const hands: Hands[] = [new Map()];
  for (const event of events) hands.push(after(hands.at(-1) ?? new Map(), event));
  return hands;
}

function after(before: Hands, event: GameEvent): Hands {
  switch (event.type) {
    case 'handDealt':
      return new Map(event.hands.map(({ seat, cards }) => [seat, cards]));
    case 'handVoided':
      return new Map();
    case 'playerFolded':
      return new Map(before).set(event.seat, []);
    case 'setPlayed':
      return new Map(before).set(event.seat, taken(before.get(event.seat) ?? [], event.cards));
    case 'taxesExchanged':
      return event.exchanges.reduce(swapped, before);
    case 'merchantExchanged':
      return swapped(before, event);
    default:
      return before;
  }
}

interface Swap {
  readonly upper: Seat;
  readonly lower: Seat;
  readonly upperGives: readonly string[];
  readonly lowerGives: readonly string[];
}

function swapped(before: Hands, { upper, lower, upperGives, lowerGives }: Swap): Hands {
  const above = taken([...(before.get(upper) ?? []), ...lowerGives], upperGives);
  const below = taken([...(before.get(lower) ?? []), ...upperGives], lowerGives);
  return new Map(before).set(upper, above).set(lower, below);
}

function taken(hand: readonly string[], cards: readonly string[]): readonly string[] {
  const left = [...hand];
  for (const card of cards) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
