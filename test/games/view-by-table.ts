/** A client that knows no rules: it keeps its view by the table of events in docs/PROTOCOL.md and by nothing else. */
import type { PublicEvent } from '../../src/rules/public-events.ts';
import type { Seat, SeatTitle } from '../../src/rules/seats.ts';
import type { Exchange, SeatView, Trick, View } from '../../src/rules/view.ts';

/** The fields of a view that events set; `phase`, `turn`, `awaiting`, `deadline` and `you` come with the frame. */
export type Kept = Pick<
  View,
  | 'handNumber'
  | 'deck'
  | 'order'
  | 'trick'
  | 'history'
  | 'revolution'
  | 'exchanges'
  | 'placement'
  | 'ending'
  | 'lastHand'
  | 'result'
> & {
  readonly seats: readonly Shown[];
  /** Number of the last trick of this hand that was won. */
  readonly tricks: number;
};

type Shown = Omit<SeatView, 'kind'>;

/** @param view as a snapshot brings it */
export function kept(view: View): Kept {
  const { handNumber, deck, order, trick, history, revolution, exchanges, placement, ending, lastHand, result } = view;
  const seats = view.seats.map(({ kind: _, ...shown }) => shown);
  const between = { exchanges, placement, ending, lastHand, result, tricks: view.tricksDone };
  return { handNumber, deck, order, seats, trick, history, revolution, ...between };
}

/**
 * @param deadline as it was before the event
 * @param bankSeconds of the game's clock
 */
export function afterEvent(view: Kept, event: PublicEvent, deadline: string | null, bankSeconds: number | null): Kept {
  switch (event.type) {
    case 'seatsDrawn':
    case 'seatsReversed':
      return ordered(view, event.order, event.titles);
    case 'handDealt': {
      const counts = new Map(event.hands.map(({ seat, count }) => [seat, count]));
      const dealt = ordered(unfolded(view), event.order, event.titles);
      return {
        ...dealt,
        handNumber: event.handNumber,
        deck: event.deck,
        seats: dealt.seats.map((seat) => cleared(seat, counts.get(seat.seat) ?? 0)),
        trick: null,
        history: view.history === null ? null : [],
        exchanges: [],
        revolution: null,
        placement: null,
        tricks: 0,
      };
    }
    case 'revolutionDeclared':
      return { ...view, revolution: { by: event.seat, greater: event.greater } };
    case 'taxOpened':
      return {
        ...view,
        exchanges: event.exchanges.map((opened) => ({ ...opened, state: 'open', upperGives: null })),
      };
    case 'taxChosen': {
      const own = ({ kind, upper, lower }: Exchange) =>
        kind !== 'merchant' && (upper === event.seat || lower === event.seat);
      return exchanged(view, own, (each) =>
        each.upper === event.seat ? { upperGives: event.cards } : { lowerGives: event.cards },
      );
    }
    case 'taxesExchanged':
      return event.exchanges.reduce(
        (before, { kind, upperGives, lowerGives }) =>
          exchanged(
            before,
            (each) => each.kind === kind,
            () => ({ state: 'settled', upperGives, lowerGives }),
          ),
        view,
      );
    case 'merchantPartnerNamed':
      return exchanged(view, isMerchant, () => ({ lower: event.lower, upperGives: event.upperGives }));
    case 'merchantExchanged': {
      const { lower, upperGives, lowerGives } = event;
      return exchanged(view, isMerchant, () => ({ state: 'settled', lower, upperGives, lowerGives }));
    }
    case 'merchantExchangeDeclined':
      return exchanged(view, isMerchant, () => ({ state: 'declined' }));
    case 'setPlayed': {
      const { seat, cards, rank, left } = event;
      const trick: Trick = {
        number: view.trick?.number ?? view.tricks + 1,
        lead: view.trick?.lead ?? seat,
        plays: [...(view.trick?.plays ?? []), { seat, cards, rank }],
        top: { seat, rank, count: cards.length },
        passed: [],
        barred: view.trick?.barred ?? [],
      };
      const banked = spent(view, seat, event.at, deadline);
      return at({ ...banked, trick }, seat, { cardCount: left });
    }
    case 'playerPassed': {
      const barred = event.barred ? [event.seat] : [];
      return inTrick(spent(view, event.seat, event.at, deadline), [event.seat], barred);
    }
    case 'playerBanned':
      return view.trick?.barred.includes(event.seat) ? view : inTrick(view, [], [event.seat]);
    case 'forcedPass':
      return inTrick(view, [event.seat], []);
    case 'playerWentOut':
      return at(view, event.seat, { place: event.place, points: event.points });
    case 'trickWon':
      return { ...putAside(view, event.seat), tricks: event.number };
    case 'ratbertTaken':
      return at(view, event.seat, { cardCount: event.left });
    case 'playerFolded':
      return at(view, event.seat, { state: 'folded', cardCount: 0 });
    case 'handEnded': {
      const lastHand = { handNumber: event.handNumber, void: false, placings: event.placings };
      return event.placings.reduce<Kept>(
        (before, { seat, place, points, bonus, total }) =>
          at(before, seat, { place, points: points === null ? null : points + (bonus ?? 0), total }),
        { ...ordered(putAside(view, null), event.order, event.titles), lastHand },
      );
    }
    case 'handVoided': {
      const { handNumber } = event;
      const lastHand = { handNumber, void: true, placings: [] };
      const voided = unfolded(view);
      const seats = voided.seats.map((seat) => cleared(seat, 0));
      return { ...voided, seats, handNumber, lastHand, trick: null, exchanges: [], revolution: null };
    }
    case 'newcomerArrived': {
      const { seat, player, total } = event;
      const nothing = { position: null, title: null, place: null, points: null };
      const newcomer: Shown = {
        ...nothing,
        seat,
        player,
        total,
        bankSeconds,
        state: 'waiting',
        controlledBy: 'player',
        cardCount: 0,
        away: null,
      };
      return { ...view, seats: [...view.seats, newcomer] };
    }
    case 'placementOpened':
      return { ...view, placement: { seats: event.seats, above: event.above } };
    case 'newcomersPlaced': {
      const placed = event.seats.reduce((before, seat) => at(before, seat, { state: 'active' }), view);
      return { ...ordered(placed, event.order, event.titles), placement: null };
    }
    case 'standInStarted':
      return at(view, event.seat, { controlledBy: 'standIn', away: event.reason });
    case 'standInEnded':
      return at(view, event.seat, { controlledBy: 'player', away: null });
    case 'playerLeft':
      return at(view, event.seat, { away: event.cause === 'clock' ? 'idle' : 'left' });
    case 'playerReturned':
      return at(view, event.seat, { away: null });
    case 'seatClosed':
      return { ...ordered(at(view, event.seat, { state: 'left' }), event.order, event.titles), placement: null };
    case 'endProposed':
      return { ...view, ending: { proposedBy: event.seat, when: event.when, agreed: [event.seat], refused: [] } };
    case 'endVoted':
      return voted(view, event.seat, event.agree ? 'agreed' : 'refused');
    case 'endVoteClosed':
      return { ...view, ending: null };
    case 'gameEnded':
      return { ...view, result: { reason: event.reason, winners: event.winners, standings: event.standings } };
    default:
      return view;
  }
}

const isMerchant = ({ kind }: Exchange): boolean => kind === 'merchant';

function at(view: Kept, seat: Seat, change: Partial<Shown>): Kept {
  return { ...view, seats: view.seats.map((shown) => (shown.seat === seat ? { ...shown, ...change } : shown)) };
}

function ordered(view: Kept, order: readonly Seat[], titles: readonly SeatTitle[]): Kept {
  const seats = view.seats.map((shown) => ({
    ...shown,
    position: order.includes(shown.seat) ? order.indexOf(shown.seat) : null,
    title: titles.find(({ seat }) => seat === shown.seat)?.title ?? null,
  }));
  return { ...view, order, seats };
}

function unfolded(view: Kept): Kept {
  const seats = view.seats.map((shown) => (shown.state === 'folded' ? { ...shown, state: 'active' as const } : shown));
  return { ...view, seats };
}

const cleared = (shown: Shown, cardCount: number): Shown => ({ ...shown, cardCount, place: null, points: null });

function exchanged(
  view: Kept,
  which: (each: Exchange) => boolean,
  change: (each: Exchange) => Partial<Exchange>,
): Kept {
  const exchanges = view.exchanges.map((each) => (which(each) ? { ...each, ...change(each) } : each));
  return { ...view, exchanges };
}

function inTrick(view: Kept, passed: readonly Seat[], barred: readonly Seat[]): Kept {
  const { trick } = view;
  if (trick === null) return view;
  return {
    ...view,
    trick: { ...trick, passed: [...trick.passed, ...passed], barred: [...trick.barred, ...barred] },
  };
}

function putAside(view: Kept, winner: Seat | null): Kept {
  const { trick, history } = view;
  if (trick === null) return view;
  const { number, plays } = trick;
  return { ...view, trick: null, history: history === null ? null : [...history, { number, plays, winner }] };
}

function voted(view: Kept, seat: Seat, side: 'agreed' | 'refused'): Kept {
  const { ending } = view;
  return ending === null ? view : { ...view, ending: { ...ending, [side]: [...ending[side], seat] } };
}

/** The time bank. */
function spent(view: Kept, seat: Seat, time: string, deadline: string | null): Kept {
  const shown = view.seats[seat];
  if (deadline === null || shown === undefined || shown.bankSeconds === null || shown.controlledBy !== 'player') {
    return view;
  }
  const left = Math.floor((Date.parse(deadline) - Date.parse(time)) / 1000);
  return at(view, seat, { bankSeconds: Math.max(0, Math.min(shown.bankSeconds, left)) });
}
