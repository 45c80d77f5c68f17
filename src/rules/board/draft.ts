/** The next view while it is being drawn: a fresh copy that shares everything which does not change. */
import type { SeatView, View } from '../view.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Written to only by the code that made it, before anybody else sees it. Explicit literals, because a spread is dear. */
export type Draft = Writable<View>;
export type SeatDraft = Writable<SeatView>;

/** A copy of `view` to draw on. */
export function draftOf(view: View): Draft {
  return {
    gameId: view.gameId,
    tableId: view.tableId,
    version: view.version,
    phase: view.phase,
    handNumber: view.handNumber,
    turn: view.turn,
    awaiting: view.awaiting,
    askedAt: view.askedAt,
    deadline: view.deadline,
    deck: view.deck,
    order: view.order,
    seats: view.seats,
    trick: view.trick,
    history: view.history,
    revolution: view.revolution,
    exchanges: view.exchanges,
    placement: view.placement,
    ending: view.ending,
    lastHand: view.lastHand,
    result: view.result,
    ruleset: view.ruleset,
    clock: view.clock,
    fairness: view.fairness,
    you: view.you,
    asked: view.asked,
    tricksDone: view.tricksDone,
    exposed: view.exposed,
    folds: view.folds,
    voided: view.voided,
    pausedUntil: view.pausedUntil,
    placeBy: view.placeBy,
    endsAfterHand: view.endsAfterHand,
  };
}

/** Changes what is shown of one seat. */
export function redrawSeat(draft: Draft, seat: number, redraw: (seat: SeatDraft) => void): void {
  const seats = draft.seats.slice();
  const shown = seats[seat];
  if (shown === undefined) return;
  const copy = copyOf(shown);
  redraw(copy);
  seats[seat] = copy;
  draft.seats = seats;
}

/** Changes what is shown of every seat. */
export function redrawSeats(draft: Draft, redraw: (seat: SeatDraft) => void): void {
  draft.seats = draft.seats.map((shown) => {
    const copy = copyOf(shown);
    redraw(copy);
    return copy;
  });
}

function copyOf(shown: SeatView): SeatDraft {
  return {
    seat: shown.seat,
    player: shown.player,
    kind: shown.kind,
    state: shown.state,
    controlledBy: shown.controlledBy,
    position: shown.position,
    title: shown.title,
    cardCount: shown.cardCount,
    place: shown.place,
    points: shown.points,
    total: shown.total,
    bankSeconds: shown.bankSeconds,
    away: shown.away,
  };
}
