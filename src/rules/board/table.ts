/** The board before and between hands: the first seating, the deal, results, the end of the game. */
import type { Clock } from '../clock.ts';
import type { PublicEventOf } from '../public-events.ts';
import type { Seat, SeatTitle } from '../seats.ts';
import type { SeatView, View } from '../view.ts';
import { type Draft, redrawSeats } from './draft.ts';
import { ask, askNobody, pause } from './questions.ts';

/** The empty table that `gameStarted` describes, as everybody sees it. */
export function openTable(event: PublicEventOf<'gameStarted'>): View {
  const scored = event.ruleset.scoring.mode === 'points';
  return {
    gameId: event.gameId,
    tableId: event.tableId,
    version: event.version,
    phase: 'seating',
    handNumber: 0,
    turn: null,
    awaiting: [],
    askedAt: [],
    deadline: null,
    deck: null,
    order: [],
    seats: event.seats.map((seat) => seatAtRest(seat, 'active', scored ? 0 : null, event.clock)),
    trick: null,
    history: event.ruleset.history.discards === 'open' ? [] : null,
    revolution: null,
    exchanges: [],
    placement: null,
    ending: null,
    lastHand: null,
    result: null,
    ruleset: event.ruleset,
    clock: event.clock,
    fairness: { commitment: event.fairness.commitment },
    you: null,
    asked: event.version,
    tricksDone: 0,
    exposed: null,
    folds: [],
    voided: 0,
    pausedUntil: null,
    placeBy: null,
    endsAfterHand: false,
  };
}

/** A seat of somebody who holds no cards and has no position yet. */
export function seatAtRest(
  { seat, player, kind }: Pick<SeatView, 'seat' | 'player' | 'kind'>,
  state: SeatView['state'],
  total: number | null,
  clock: Clock,
): SeatView {
  return {
    seat,
    player,
    kind,
    state,
    controlledBy: 'player',
    position: null,
    title: null,
    cardCount: 0,
    place: null,
    points: null,
    total,
    bankSeconds: clock.bankSeconds,
    away: null,
  };
}

export function seatsDrawn(draft: Draft, event: PublicEventOf<'seatsDrawn'>): void {
  takePositions(draft, event.order, event.titles);
  pause(draft, event);
}

/** Dealing waits for the Greater Dalmuti (R-MIS-2). */
export function cardExposed(draft: Draft, event: PublicEventOf<'cardExposed'>): void {
  const [greaterDalmuti] = draft.order;
  draft.phase = 'deal';
  draft.pausedUntil = null;
  draft.exposed = { seat: event.seat, card: event.card, dealt: event.dealt };
  askNobody(draft);
  if (greaterDalmuti !== undefined) ask(draft, event, [greaterDalmuti], draft.clock.turnSeconds);
}

export function misdealSettled(draft: Draft): void {
  draft.exposed = null;
  askNobody(draft);
}

/** The revolution window opens with the deal, for every seat dealt in (R-REV-4); where there is none the step goes on at once. */
export function handDealt(draft: Draft, event: PublicEventOf<'handDealt'>): void {
  draft.phase = 'revolution';
  draft.pausedUntil = null;
  draft.handNumber = event.handNumber;
  draft.deck = event.deck;
  draft.trick = null;
  draft.tricksDone = 0;
  draft.history = draft.history === null ? null : [];
  draft.exchanges = [];
  draft.revolution = null;
  draft.placement = null;
  draft.folds = [];
  takePositions(draft, event.order, event.titles);
  const counts = new Map(event.hands.map(({ seat, count }) => [seat, count]));
  redrawSeats(draft, (seat) => {
    seat.cardCount = counts.get(seat.seat) ?? 0;
    seat.place = null;
    seat.points = null;
    // Who folded and came back plays again.
    if (seat.state === 'folded') seat.state = 'active';
  });
  askNobody(draft);
  ask(draft, event, event.order, draft.clock.revolutionSeconds);
}

/** A trick that the end of the hand cut short has no winner (R-END-4). */
export function handEnded(draft: Draft, event: PublicEventOf<'handEnded'>): void {
  draft.phase = 'handEnd';
  if (draft.trick !== null && draft.history !== null) {
    const { number, plays } = draft.trick;
    draft.history = [...draft.history, { number, plays, winner: null }];
  }
  draft.trick = null;
  draft.lastHand = { handNumber: event.handNumber, void: false, placings: event.placings };
  takePositions(draft, event.order, event.titles);
  const placings = new Map(event.placings.map((placing) => [placing.seat, placing]));
  redrawSeats(draft, (seat) => {
    const placing = placings.get(seat.seat);
    if (placing === undefined) return;
    seat.place = placing.place;
    seat.points = placing.points === null ? null : placing.points + (placing.bonus ?? 0);
    seat.total = placing.total;
  });
  pause(draft, event);
}

/** As if it had not been dealt; where a greater revolution turned the order round, `seatsReversed` stands before it (R-LEAVE-8). */
export function handVoided(draft: Draft, event: PublicEventOf<'handVoided'>): void {
  draft.phase = 'handEnd';
  draft.handNumber = event.handNumber;
  draft.voided += 1;
  draft.trick = null;
  draft.exposed = null;
  draft.exchanges = [];
  draft.revolution = null;
  draft.folds = [];
  draft.lastHand = { handNumber: event.handNumber, void: true, placings: [] };
  redrawSeats(draft, (seat) => {
    seat.cardCount = 0;
    seat.place = null;
    seat.points = null;
    if (seat.state === 'folded') seat.state = 'active';
  });
  pause(draft, event);
}

export function gameEnded(draft: Draft, event: PublicEventOf<'gameEnded'>): void {
  draft.phase = 'ended';
  draft.pausedUntil = null;
  draft.result = { reason: event.reason, winners: event.winners, standings: event.standings };
  askNobody(draft);
}

/** The social order and the titles that follow from it (R-TERM-3, R-TITLE-6). */
export function takePositions(draft: Draft, order: readonly Seat[], titles: readonly SeatTitle[]): void {
  draft.order = order;
  const titleOf = new Map(titles.map(({ seat, title }) => [seat, title]));
  redrawSeats(draft, (seat) => {
    const position = order.indexOf(seat.seat);
    seat.position = position < 0 ? null : position;
    seat.title = titleOf.get(seat.seat) ?? null;
  });
}
