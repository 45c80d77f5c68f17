/** What is followed, and what is known of it: the same over a socket and over server-sent events. */

import type { TableSummary } from './contract.ts';
import { afterFrame, afterPresence, fromSnapshot, type GameView } from './game-view.ts';
import { TopicEnded } from './refused.ts';
import type { EventsFrame, Inbox, PresenceFrame, Table, TopicFrame, WireEvent } from './wire.ts';

/** What a change came from; `null` when the game is told whole, so that nothing that was known before counts. */
export type GameChange = EventsFrame | PresenceFrame | null;

/** The events that a change brought. */
export function eventsIn(change: GameChange): readonly WireEvent[] {
  return change?.type === 'events' ? change.events : [];
}

/** Called at every change. */
export type GameListener = (game: GameView, change: GameChange) => void;

/** Told that nothing more comes: without an error because the game is over, or what it says. */
export type OverListener = (error?: Error) => void;

/** One topic that is followed by one or more. */
export interface Topic {
  readonly name: string;
  /** What a stream resumes from; `null` before the first frame, and for topics that are told whole each time. */
  after(): number | null;
  /** The newest version that any frame has brought. */
  head(): number | null;
  /** @returns false when something is missing before this frame: subscribe again, from `after` on */
  take(frame: TopicFrame): boolean;
  /** The service will tell no more of it. */
  end(error?: Error): void;
  /** @returns whether nobody is left who listens */
  leave(listener: unknown): boolean;
}

export interface GameTopic extends Topic {
  readonly kind: 'game';
  listen(listener: GameListener, over: OverListener): void;
}

export interface StateTopic extends Topic {
  readonly kind: 'state';
  listen(listener: StateListener, over: OverListener): void;
}

/** What a topic says that is no game: its own, and nothing of the others. */
export interface State {
  readonly inbox?: Inbox;
  readonly table?: Table;
  /** Newest first. */
  readonly tables?: readonly TableSummary[];
}

export type StateListener = (state: State) => void;

export function gameTopic(gameId: string): GameTopic {
  const listeners = new Map<unknown, { readonly tell: GameListener; readonly over: OverListener }>();
  let game: GameView | null = null;

  function update(next: GameView, change: GameChange): true {
    game = next;
    for (const { tell } of [...listeners.values()]) tell(next, change);
    return true;
  }

  return {
    kind: 'game',
    name: `game:${gameId}`,
    after: () => game?.view.version ?? null,
    head: () => game?.view.version ?? null,
    take(frame) {
      if (frame.type === 'snapshot') return update(fromSnapshot(frame.view), null);
      if (game === null) return true;
      if (frame.type === 'presence') return update(afterPresence(game, frame), frame);
      if (frame.type !== 'events' || frame.version <= game.view.version) return true;
      return frame.after === game.view.version && update(afterFrame(game, frame), frame);
    },
    end: (error) => endAll(listeners, error),
    leave: (listener) => listeners.delete(listener) && listeners.size === 0,
    listen(tell, over) {
      listeners.set(tell, { tell, over });
      // Who comes later begins with what the others know.
      if (game !== null) queueMicrotask(() => game !== null && listeners.has(tell) && tell(game, null));
    },
  };
}

/** @param name `me`, `table:<id>`, or `lobby` with its filter */
export function stateTopic(name: string): StateTopic {
  const listeners = new Map<unknown, { readonly tell: StateListener; readonly over: OverListener }>();
  let last: State | null = null;
  let version: number | null = null;
  return {
    kind: 'state',
    name,
    after: () => null,
    head: () => version,
    take(frame) {
      const next = stateAfter(last, frame);
      if (next === null) return true;
      last = next;
      version = 'version' in frame ? frame.version : version;
      for (const { tell } of [...listeners.values()]) tell(next);
      return true;
    },
    end: (error) => endAll(listeners, error),
    leave: (listener) => listeners.delete(listener) && listeners.size === 0,
    listen(tell, over) {
      listeners.set(tell, { tell, over });
      if (last !== null) queueMicrotask(() => last !== null && listeners.has(tell) && tell(last));
    },
  };
}

/** @returns `null` for what tells no state */
function stateAfter(before: State | null, frame: TopicFrame): State | null {
  switch (frame.type) {
    case 'inbox':
      return { inbox: frame.inbox };
    case 'table':
      return { table: frame.table };
    case 'lobby': {
      const gone = new Set([...frame.removed, ...frame.tables.map(({ id }) => id)]);
      const kept = frame.full ? [] : (before?.tables ?? []).filter(({ id }) => !gone.has(id));
      const tables = [...frame.tables, ...kept].toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
      return { tables };
    }
    default:
      return null;
  }
}

function endAll(listeners: Map<unknown, { readonly over: OverListener }>, error: Error | undefined): void {
  const told = [...listeners.values()];
  listeners.clear();
  for (const { over } of told) over(error);
}

/** What an `unsubscribed` that was not asked for means to who listens: `closed` is the natural end of a game. */
export function endOfTopic(topic: string, code: TopicEnded['code']): Error | undefined {
  return code === 'closed' ? undefined : new TopicEnded(topic, code);
}
