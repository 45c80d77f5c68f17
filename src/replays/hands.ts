/** The finishing-order log: one row for each hand that was finished or voided, told from public events alone (docs/PROTOCOL.md). */
import { type Names, named } from '../games/wire.ts';
import { deckVariant } from '../rules/deck.ts';
import type { EventOf, GameEvent } from '../rules/events.ts';
import type { Seat, SeatTitle, Title } from '../rules/seats.ts';

export interface HandRow {
  readonly gameId: string;
  readonly handNumber: number;
  /** It does not count, and nobody is placed (R-LEAVE-8, R-GAME-4). */
  readonly void: boolean;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly preset: string;
  readonly deck: string;
  readonly revolution: { readonly by: Seat; readonly greater: boolean } | null;
  readonly exchanges: readonly {
    readonly kind: 'greater' | 'lesser' | 'merchant';
    readonly upper: Seat;
    readonly lower: Seat;
    readonly count: number;
  }[];
  /** Dealt in, but not in the hand before. */
  readonly joined: readonly Seat[];
  /** Dealt in in the hand before, and not in this one. */
  readonly left: readonly Seat[];
  readonly placings: readonly {
    readonly place: number;
    readonly seat: Seat;
    readonly playerId: string;
    readonly name: string;
    readonly finish: 'out' | 'last' | 'folded';
    /** A stand-in made at least one of the seat's moves. */
    readonly standIn: boolean;
    /** As dealt, as played (after a greater revolution), as earned. */
    readonly titleDealt: Title;
    readonly titlePlayed: Title;
    readonly titleNext: Title;
    readonly points: number | null;
    readonly bonus: number | null;
    readonly total: number | null;
  }[];
}

/** What has been told of the hand that is under way. */
interface Hand {
  readonly startedAt: string;
  readonly deck: string;
  readonly joined: readonly Seat[];
  readonly left: readonly Seat[];
  readonly dealt: readonly SeatTitle[];
  readonly played: readonly SeatTitle[];
  readonly revolution: HandRow['revolution'];
  readonly exchanges: HandRow['exchanges'];
  /** For whom a stand-in has moved. */
  readonly stoodIn: readonly Seat[];
}

/**
 * A row is complete when its hand is over and never changes after that: who goes afterwards is in the row of the next hand.
 *
 * @param events a game's events from the first on
 * @param names holds everybody who was ever seated
 * @returns rows of the hands that are over, oldest first
 */
export function handRows(events: readonly GameEvent[], names: Names): readonly HandRow[] {
  const tell = handTeller(events, names);
  return events.flatMap((event) => tell(event) ?? []);
}

/**
 * Tells the rows of a game as its events go by, from the first one or from the end of a hand that counts: the row of the
 * hand after that is complete but for `joined` and `left`, and all that follow are whole.
 *
 * @param people the events that say who came, `gameStarted` first; others make no difference
 * @returns the row of a hand for its last event, `null` for any other
 */
export function handTeller(people: readonly GameEvent[], names: Names): (event: GameEvent) => HandRow | null {
  const [started] = people;
  if (started?.type !== 'gameStarted') return () => null;
  const players = playersBySeat(people);
  const holder = (seat: Seat) => {
    const playerId = players.get(seat) ?? '';
    return { playerId, name: named(playerId, names).name };
  };
  let order: readonly Seat[] = [];
  let before: readonly Seat[] = started.seats.map(({ seat }) => seat);
  let hand: Hand | null = null;
  return (event) => {
    if ('order' in event) order = event.order;
    if (hand === null && (event.type === 'cardExposed' || event.type === 'handDealt')) {
      hand = begun(started, event.at, before, order);
      before = order;
    }
    if (hand === null) return null;
    if (event.type === 'handEnded' || event.type === 'handVoided') {
      const over = row(started, hand, event, holder);
      hand = null;
      return over;
    }
    const mover = event.cause === 'standIn' ? moverOf(started, event, order) : null;
    hand = told(mover === null ? hand : { ...hand, stoodIn: [...hand.stoodIn, mover] }, event);
    return null;
  };
}

function playersBySeat(events: readonly GameEvent[]): ReadonlyMap<Seat, string> {
  const seats = events.flatMap((event) => {
    if (event.type === 'gameStarted') return event.seats;
    return event.type === 'newcomerArrived' ? [event] : [];
  });
  return new Map(seats.map(({ seat, player }) => [seat, player]));
}

/** A hand whose deal an exposed card holds up may be void before it is dealt; what is known of it until then. */
function begun(
  { ruleset }: EventOf<'gameStarted'>,
  startedAt: string,
  before: readonly Seat[],
  order: readonly Seat[],
): Hand {
  return {
    startedAt,
    deck: deckVariant(ruleset.deck, order.length),
    joined: missing(order, before),
    left: missing(before, order),
    dealt: [],
    played: [],
    revolution: null,
    exchanges: [],
    stoodIn: [],
  };
}

/** Those of `seats` who are not among the `others`, by the number of their seat. */
function missing(seats: readonly Seat[], others: readonly Seat[]): readonly Seat[] {
  return seats.filter((seat) => !others.includes(seat)).sort((a, b) => a - b);
}

function told(hand: Hand, event: GameEvent): Hand {
  switch (event.type) {
    case 'handDealt':
      return { ...hand, startedAt: event.at, deck: event.deck.variant, dealt: event.titles, played: event.titles };
    case 'revolutionDeclared':
      return { ...hand, revolution: { by: event.seat, greater: event.greater } };
    case 'seatsReversed':
      return { ...hand, played: event.titles };
    case 'taxesExchanged': {
      const made = event.exchanges.map(({ kind, upper, lower, count }) => ({ kind, upper, lower, count }));
      return { ...hand, exchanges: [...hand.exchanges, ...made] };
    }
    case 'merchantExchanged': {
      const made = { kind: 'merchant', upper: event.upper, lower: event.lower, count: 1 } as const;
      return { ...hand, exchanges: [...hand.exchanges, made] };
    }
    default:
      return hand;
  }
}

/** Whose move an event is. Silence in the revolution window is nobody's: nobody may learn whose it was (R-REV-4). */
function moverOf({ ruleset }: EventOf<'gameStarted'>, event: GameEvent, order: readonly Seat[]): Seat | null {
  switch (event.type) {
    case 'revolutionDeclared':
    case 'taxChosen':
    case 'merchantExchangeDeclined':
    case 'setPlayed':
    case 'playerPassed':
      return event.seat;
    case 'misdealSettled':
      return order[0] ?? null;
    case 'merchantPartnerNamed':
      return event.upper;
    case 'merchantExchanged':
      return ruleset.mex.take === 'target-choice' ? event.lower : event.upper;
    default:
      return null;
  }
}

function row(
  started: EventOf<'gameStarted'>,
  { startedAt, deck, joined, left, dealt, played, revolution, exchanges, stoodIn }: Hand,
  ended: EventOf<'handEnded' | 'handVoided'>,
  holder: (seat: Seat) => { readonly playerId: string; readonly name: string },
): HandRow {
  const titles = ended.type === 'handEnded' ? ended.titles : [];
  const placings = ended.type === 'handEnded' ? ended.placings : [];
  return {
    gameId: started.gameId,
    handNumber: ended.handNumber,
    void: ended.type === 'handVoided',
    startedAt,
    endedAt: ended.at,
    preset: started.ruleset.preset,
    deck,
    revolution,
    exchanges,
    joined,
    left,
    placings: placings.map(({ place, seat, finish, points, bonus, total }) => ({
      place,
      seat,
      ...holder(seat),
      finish,
      standIn: stoodIn.includes(seat),
      titleDealt: titleOf(seat, dealt),
      titlePlayed: titleOf(seat, played),
      titleNext: titleOf(seat, titles),
      points,
      bonus,
      total,
    })),
  };
}

function titleOf(seat: Seat, titles: readonly SeatTitle[]): Title {
  const found = titles.find((one) => one.seat === seat);
  if (found === undefined) throw new Error(`seat ${seat} has no title in this hand`);
  return found.title;
}
