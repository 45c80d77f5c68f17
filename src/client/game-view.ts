/** A game as the client keeps it: the rules' own `View`, advanced by the rules' own code, and the names beside it. */
import { advance } from '../rules/dalmuti.ts';
import type { PublicEvent } from '../rules/public-events.ts';
import type { SeatKind } from '../rules/seats.ts';
import type { View, You } from '../rules/view.ts';
import type { EventsFrame, PresenceFrame, WireEvent, WirePlayer, WireView, WireYou } from './wire.ts';

export interface GameView {
  readonly view: View;
  /** By seat. */
  readonly players: readonly WirePlayer[];
  /** By seat: whose streams are open. */
  readonly connected: readonly boolean[];
}

/** The game as a snapshot tells it. */
export function fromSnapshot(wire: WireView): GameView {
  const { serverTime: _, seats, you, ...shared } = wire;
  const view: View = {
    ...shared,
    seats: seats.map(({ player, connected: __, ...seat }) => ({ ...seat, player: player.id, kind: kindOf(player) })),
    you: youOf(wire, you),
    // A snapshot does not say when its question was put; no version of it can be older.
    asked: 0,
    askedAt: wire.awaiting.map(() => 0),
    tricksDone: wire.history?.filter(({ winner }) => winner !== null).length ?? 0,
    // Nor which card was exposed; `you` tells what may become of it.
    exposed: null,
    folds: [],
    voided: 0,
    pausedUntil: wire.phase === 'seating' || wire.phase === 'handEnd' ? wire.deadline : null,
    placeBy: null,
    endsAfterHand: false,
  };
  return { view, players: seats.map(({ player }) => player), connected: seats.map(({ connected }) => connected) };
}

/** What a frame, or a page of events that is the last one, tells of a game. */
export type Step = Pick<EventsFrame, 'events' | 'state' | 'you'>;

/** The game after a frame whose `after` is the version that we have. The frame's `state` and `you` have the last word. */
export function afterFrame({ view, players, connected }: GameView, { events, state, you }: Step): GameView {
  const advanced = events.reduce((before, event) => advance(before, rulesEvent(event)), view);
  const arrived = events.flatMap((event) => (event.type === 'newcomerArrived' ? [event.player] : []));
  return {
    view: { ...advanced, ...state, you: youOf(state, you) },
    players: [...players, ...arrived],
    // Who has just arrived is told of by presence.
    connected: [...connected, ...arrived.map(() => false)],
  };
}

/** Somebody came or went. */
export function afterPresence(game: GameView, { seats }: Pick<PresenceFrame, 'seats'>): GameView {
  const told = new Map(seats.map(({ seat, connected }) => [seat, connected]));
  return { ...game, connected: game.connected.map((connected, seat) => told.get(seat) ?? connected) };
}

function rulesEvent(event: WireEvent): PublicEvent {
  switch (event.type) {
    case 'gameStarted':
      return {
        ...event,
        seats: event.seats.map(({ seat, player }) => ({ seat, player: player.id, kind: kindOf(player) })),
      };
    case 'newcomerArrived':
      return { ...event, player: event.player.id, kind: kindOf(event.player) };
    default:
      return event;
  }
}

function kindOf({ kind }: WirePlayer): SeatKind {
  return kind === 'bot' || kind === 'builtIn' ? kind : 'human';
}

/** Whoever is awaited in the revolution window without being asked anything has answered (R-REV-4). */
function youOf({ phase }: Pick<View, 'phase'>, you: WireYou | null): You | null {
  return you === null ? null : { ...you, answered: phase === 'revolution' && you.legal.length === 0 };
}
