/** The states that this node holds: a bounded cache over the log, never ahead of it and possibly behind (decision 4). */
import { LRUCache } from 'lru-cache';
import { problem } from '../http/problem.ts';
import type { EventLog, StoredEvent } from '../ports/event-log.ts';
import { evolve, initial, STATE_VERSION } from '../rules/dalmuti.ts';
import type { GameEvent } from '../rules/events.ts';
import type { State } from '../rules/state.ts';
import { EVENT_TYPES } from './schemas/events.ts';

export interface States {
  /** The state as this node has it, `null` when it has none; nothing is read. */
  held(gameId: string): State | null;
  /** The state as this node has it, read from the log when it has none; `null` when the game does not exist. */
  known(gameId: string): Promise<State | null>;
  /** The state with everything that was in the log when this was called. */
  fresh(gameId: string): Promise<State | null>;
  /** Takes over a state that the caller has just appended. */
  keep(state: State): void;
  /** Stores a snapshot of a state at the end of a hand. */
  snapshot(state: State): Promise<void>;
}

/** Events that are read at once. */
const PAGE = 1_000;

export function createStates(log: EventLog, most: number): States {
  const cache = new LRUCache<string, State>({ max: most });
  const loads = new Map<string, Promise<State | null>>();

  function keep(state: State): void {
    const held = cache.peek(state.board.gameId);
    if (held === undefined || held.board.version < state.board.version) cache.set(state.board.gameId, state);
  }

  /** Callers that meet at a game which is not held share one reading of it, and read only what came after it began. */
  async function fresh(gameId: string): Promise<State | null> {
    const underWay = cache.has(gameId) ? undefined : loads.get(gameId);
    if (!cache.has(gameId) && underWay === undefined) return loaded(gameId);
    return advancedFrom(gameId, cache.get(gameId) ?? (await underWay) ?? null);
  }

  async function advancedFrom(gameId: string, from: State | null): Promise<State | null> {
    const state = await advanced(gameId, from);
    if (from?.board.phase === 'ended' && (await isGone(gameId))) return null;
    if (state !== null) keep(state);
    return state;
  }

  /** A snapshot is made at the end of each hand, so there is hardly ever more than one page. */
  async function advanced(gameId: string, from: State | null): Promise<State | null> {
    for (let state = from; ; ) {
      const stored = await log.read(gameId, state?.board.version ?? 0, PAGE);
      state = advanceBy(state, stored);
      if (stored.length < PAGE) return state;
    }
  }

  function loaded(gameId: string): Promise<State | null> {
    const loading = loads.get(gameId) ?? load(gameId).finally(() => loads.delete(gameId));
    loads.set(gameId, loading);
    return loading;
  }

  const load = async (gameId: string) => advancedFrom(gameId, await fromSnapshot(gameId));

  /** A game that is over may have been moved out of the log since (docs/OPERATIONS.md). */
  async function isGone(gameId: string): Promise<boolean> {
    if ((await log.heads([gameId])).has(gameId)) return false;
    cache.delete(gameId);
    return true;
  }

  async function fromSnapshot(gameId: string): Promise<State | null> {
    const snapshot = await log.readSnapshot(gameId);
    return snapshot?.stateVersion === STATE_VERSION ? (snapshot.state as State) : null;
  }

  return {
    held: (gameId) => cache.peek(gameId) ?? null,
    known: async (gameId) => cache.get(gameId) ?? (await loaded(gameId)),
    fresh,
    keep,
    snapshot: (state) =>
      log.writeSnapshot(state.board.gameId, { version: state.board.version, stateVersion: STATE_VERSION, state }),
  };
}

function advanceBy(from: State | null, stored: readonly StoredEvent[]): State | null {
  let state = from;
  for (const { event } of stored) {
    refuseUnknown(event);
    if (state === null) {
      if (event.type !== 'gameStarted') throw new Error(`the log of a game begins with ${event.type}`);
      state = initial(event);
    } else {
      state = evolve(state, event);
    }
  }
  return state;
}

/** A newer node may write events that this one cannot read: it must not guess (decision 14). */
export function refuseUnknown(event: GameEvent): void {
  if (!EVENT_TYPES.has(event.type)) {
    throw problem('unavailable', 'This node is older than the game.', { retryAfterSeconds: 5 });
  }
}
