/** From the rules' shapes to the wire's: adds names, presence and the server's time, and leaves out what only code needs. */
import type { Player } from '../http/identity.ts';
import { playerOf } from '../identity/player-row.ts';
import type { GameEvent } from '../rules/events.ts';
import type { PublicEvent } from '../rules/public-events.ts';
import type { View, You } from '../rules/view.ts';

export type Names = ReadonlyMap<string, Player>;

/** @returns ids of the players whom an event names; most events name none */
export function playersIn(events: readonly (GameEvent | PublicEvent)[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type === 'gameStarted') return event.seats.map(({ player }) => player);
    return event.type === 'newcomerArrived' ? [event.player] : [];
  });
}

/** @param names holds everybody of `playersIn` */
export function wireEvents(events: readonly PublicEvent[], names: Names): readonly object[] {
  return events.map((event) => {
    switch (event.type) {
      case 'gameStarted':
        return { ...event, seats: event.seats.map(({ seat, player }) => ({ seat, player: named(player, names) })) };
      case 'newcomerArrived': {
        const { kind: _, ...shown } = event;
        return { ...shown, player: named(event.player, names) };
      }
      default:
        return event;
    }
  });
}

/** What a game waits for, as it stands in every `events` frame. */
export function frameState(view: View) {
  return { phase: view.phase, turn: view.turn, awaiting: view.awaiting, deadline: view.deadline };
}

export function wireYou(you: You | null) {
  if (you === null) return null;
  return {
    seat: you.seat,
    cards: you.cards,
    legal: you.legal,
    asked: you.asked,
    onTimeout: you.onTimeout,
    available: you.available,
  };
}

/**
 * The wire's `View` (docs/PROTOCOL.md).
 * @param connected whether a seat's player follows the game just now
 * @param serverTime RFC 3339
 */
export function wireView(view: View, names: Names, connected: (player: string) => boolean, serverTime: string) {
  return {
    gameId: view.gameId,
    tableId: view.tableId,
    version: view.version,
    serverTime,
    ...frameState(view),
    handNumber: view.handNumber,
    deck: view.deck,
    order: view.order,
    seats: view.seats.map((seat) => ({
      seat: seat.seat,
      player: named(seat.player, names),
      state: seat.state,
      controlledBy: seat.controlledBy,
      connected: seat.kind === 'builtIn' || connected(seat.player),
      position: seat.position,
      title: seat.title,
      cardCount: seat.cardCount,
      place: seat.place,
      points: seat.points,
      total: seat.total,
      bankSeconds: seat.bankSeconds,
      away: seat.away,
    })),
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
    fairness: { commitment: view.fairness.commitment },
    you: wireYou(view.you),
  };
}

/** @returns somebody without a name for an id that `names` does not have */
export function named(id: string, names: Names): Player {
  return names.get(id) ?? playerOf(undefined, id);
}
