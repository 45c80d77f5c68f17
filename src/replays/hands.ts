/** The finishing-order log: one row for each finished hand, told from public events alone (docs/PROTOCOL.md). */
import type { Player } from '../http/identity.ts';
import type { EventOf, GameEvent } from '../rules/events.ts';
import type { Seat, SeatTitle, Title } from '../rules/seats.ts';

export interface HandRow {
  readonly gameId: string;
  readonly handNumber: number;
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
  readonly joined: readonly Seat[];
  readonly left: readonly Seat[];
  readonly placings: readonly {
    readonly place: number;
    readonly seat: Seat;
    readonly playerId: string;
    readonly name: string;
    readonly finish: 'out' | 'last' | 'folded';
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
interface Open {
  readonly dealt: EventOf<'handDealt'>;
  readonly played: readonly SeatTitle[];
  readonly revolution: HandRow['revolution'];
  readonly exchanges: HandRow['exchanges'];
}

/**
 * @param events a game's events from the first on
 * @param names holds everybody who was seated
 * @returns rows of the finished hands, oldest first
 */
export function handRows(events: readonly GameEvent[], names: ReadonlyMap<string, Player>): readonly HandRow[] {
  const [started] = events;
  if (started?.type !== 'gameStarted') return [];
  const rows: HandRow[] = [];
  let open: Open | null = null;
  for (const event of events) {
    if (event.type === 'handDealt') {
      open = { dealt: event, played: event.titles, revolution: null, exchanges: [] };
    } else if (open !== null && event.type === 'handEnded') {
      rows.push(row(started, open, event, names));
      open = null;
    } else if (open !== null) {
      open = told(open, event);
    }
  }
  return rows;
}

function told(open: Open, event: GameEvent): Open {
  switch (event.type) {
    case 'revolutionDeclared':
      return { ...open, revolution: { by: event.seat, greater: event.greater } };
    case 'seatsReversed':
      return { ...open, played: event.titles };
    case 'taxesExchanged': {
      const made = event.exchanges.map(({ kind, upper, lower, count }) => ({ kind, upper, lower, count }));
      return { ...open, exchanges: [...open.exchanges, ...made] };
    }
    case 'merchantExchanged': {
      const made = { kind: 'merchant', upper: event.upper, lower: event.lower, count: 1 } as const;
      return { ...open, exchanges: [...open.exchanges, made] };
    }
    default:
      return open;
  }
}

function row(
  started: EventOf<'gameStarted'>,
  { dealt, played, revolution, exchanges }: Open,
  ended: EventOf<'handEnded'>,
  names: ReadonlyMap<string, Player>,
): HandRow {
  const player = (seat: Seat) => started.seats.find((one) => one.seat === seat)?.player ?? '';
  return {
    gameId: started.gameId,
    handNumber: ended.handNumber,
    void: false,
    startedAt: dealt.at,
    endedAt: ended.at,
    preset: started.ruleset.preset,
    deck: dealt.deck.variant,
    revolution,
    exchanges,
    joined: [],
    left: [],
    placings: ended.placings.map(({ place, seat, finish, points, bonus, total }) => ({
      place,
      seat,
      playerId: player(seat),
      name: names.get(player(seat))?.name ?? 'Somebody',
      finish,
      standIn: false,
      titleDealt: titleOf(seat, dealt.titles),
      titlePlayed: titleOf(seat, played),
      titleNext: titleOf(seat, ended.titles),
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
