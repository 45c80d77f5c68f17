/** From the log to the document of a finished game, in which nothing is hidden any more and names stand, and back. */
import { type Names, named } from '../games/wire.ts';
import type { GameEvent } from '../rules/events.ts';
import type { Seat } from '../rules/seats.ts';
import { REPLAY_VERSION, type Replay, type WireFairness } from './schemas.ts';

/** What a player added, and the first hand whose chance it went into; `null` while he has not been dealt in. */
export interface CountedContribution {
  readonly seat: Seat;
  readonly entropy: string;
  readonly fromHand: number | null;
}

/** @param events a game's events from the first on @returns in the order in which the players sat down */
export function contributionsIn(events: readonly GameEvent[]): readonly CountedContribution[] {
  const counted: CountedContribution[] = [];
  const placed = new Set<Seat>();
  const counts = (handNumber: number) => {
    counted.forEach((one, index) => {
      if (one.fromHand === null && placed.has(one.seat)) counted[index] = { ...one, fromHand: handNumber };
    });
  };
  for (const event of events) {
    switch (event.type) {
      case 'gameStarted':
        counted.push(...event.fairness.contributions.map((one) => ({ ...one, fromHand: 1 })));
        break;
      case 'newcomerArrived':
        if (event.entropy !== null) counted.push({ seat: event.seat, entropy: event.entropy, fromHand: null });
        break;
      case 'newcomersPlaced':
        for (const seat of event.seats) placed.add(seat);
        break;
      case 'handDealt':
      case 'handVoided':
        counts(event.handNumber);
        break;
    }
  }
  return counted;
}

/**
 * @param events those of a game that say who came and when hands began, from the first on; others make no difference
 * @param seed hexadecimal; `null` while the game is not over
 */
export function fairnessOf(events: readonly GameEvent[], seed: string | null): WireFairness {
  const [started] = events;
  if (started?.type !== 'gameStarted') throw new Error('a game begins with gameStarted');
  return {
    gameId: started.gameId,
    algorithm: 'dalmuti-1',
    commitment: started.fairness.commitment,
    contributions: [...contributionsIn(events)],
    seed,
  };
}

/**
 * The document of a game that is over (`ReplaySchema`).
 *
 * @param names holds everybody who was ever seated
 * @param seed hexadecimal
 */
export function replayOf(events: readonly GameEvent[], names: Names, seed: string): object {
  const { head, proof } = aroundEvents(events, seed);
  return { ...head, events: events.map((event) => withNames(event, names)), proof };
}

/** What stands before and behind the events in a document. @param about as `fairnessOf` takes them */
export function aroundEvents(
  about: readonly GameEvent[],
  seed: string,
): { readonly head: object; readonly proof: object } {
  const [started] = about;
  if (started?.type !== 'gameStarted') throw new Error('a game begins with gameStarted');
  const { gameId, ...proof } = fairnessOf(about, seed);
  return { head: { format: 'dalmuti-replay', version: REPLAY_VERSION, gameId, ruleset: started.ruleset }, proof };
}

/** An event as it stands in a document. */
export function withNames(event: GameEvent, names: Names): object {
  switch (event.type) {
    case 'gameStarted': {
      const seats = event.seats.map((seat) => ({ ...seat, player: named(seat.player, names) }));
      return { ...event, seats };
    }
    case 'newcomerArrived':
      return { ...event, player: named(event.player, names) };
    default:
      return event;
  }
}

/**
 * The way back: the log knows players by their ids alone. Only its shape has been checked; that it is an event of the rules
 * shows when it is decided again.
 */
export function logEvent(event: Replay['events'][number]): GameEvent {
  switch (event.type) {
    case 'gameStarted': {
      const seats = event.seats.map((seat) => ({ ...seat, player: seat.player.id }));
      return { ...event, seats } as unknown as GameEvent;
    }
    case 'newcomerArrived':
      return { ...event, player: event.player.id } as unknown as GameEvent;
    default:
      return event as unknown as GameEvent;
  }
}
