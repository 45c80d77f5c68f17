/** A game as those see it who only look on, where its table delays them: as it was a while ago, in whole steps (decision record 0016). */
import { LRUCache } from 'lru-cache';
import type { EventLog, StoredEvent } from '../ports/event-log.ts';
import type { SystemClock } from '../ports/system.ts';
import { advance, disclose, initial, STATE_VERSION } from '../rules/dalmuti.ts';
import type { GameEvent } from '../rules/events.ts';
import type { State } from '../rules/state.ts';
import type { View } from '../rules/view.ts';
import { delayMsOf } from './access.ts';
import { refuseUnknown } from './load.ts';

export interface Past {
  /** @returns what a spectator may see by now of a game, `null` while its beginning is not to be seen */
  board(state: State): Promise<View | null>;
  /** What has become visible after a version; perhaps not all of it at once. */
  due(gameId: string, after: number, delayMs: number): Promise<Due>;
}

export interface Due {
  readonly steps: readonly (readonly GameEvent[])[];
  /** When the step after them becomes visible, in milliseconds since 1970; `null` while nothing is known to come. */
  readonly next: number | null;
}

/** A board that has fallen out of the cache is made again from the log. */
const MOST_BOARDS = 500;
const CHUNK = 200;

export function createPast({ log, clock }: { readonly log: EventLog; readonly clock: SystemClock }): Past {
  const boards = new LRUCache<string, View>({ max: MOST_BOARDS });
  const readings = new Map<string, Promise<View | null>>();

  async function due(gameId: string, after: number, delayMs: number): Promise<Due> {
    for (let limit = CHUNK; ; limit *= 2) {
      const stored = await log.read(gameId, after, limit);
      const waiting = stored.find(({ event }) => visibleAt(event, delayMs) > clock.now());
      const last = stored.at(-1);
      // Of the last step that was read there may be more.
      const cut = waiting?.step ?? (stored.length < limit ? undefined : last?.step);
      const whole = cut === undefined ? stored : stored.filter(({ event }) => event.version < cut);
      if (whole.length === 0 && waiting === undefined && cut !== undefined) continue;
      return { steps: inSteps(whole), next: waiting === undefined ? null : visibleAt(waiting.event, delayMs) };
    }
  }

  return {
    due,

    async board(state) {
      const delayMs = delayMsOf(state);
      const { gameId } = state.board;
      if (Date.parse(state.movedAt) + delayMs <= clock.now()) return state.board;
      // Spectators who come together share one way through the log.
      const reading = readings.get(gameId) ?? read(gameId, delayMs).finally(() => readings.delete(gameId));
      readings.set(gameId, reading);
      return reading;
    },
  };

  async function read(gameId: string, delayMs: number): Promise<View | null> {
    let board = boards.get(gameId) ?? (await fromSnapshot(gameId, delayMs));
    for (;;) {
      const { steps } = await due(gameId, board?.version ?? 0, delayMs);
      if (steps.length === 0) break;
      board = steps.flat().reduce(seenAfter, board);
    }
    if (board !== null) boards.set(gameId, board);
    return board;
  }

  /** The board at the end of the last hand, where that is to be seen already. */
  async function fromSnapshot(gameId: string, delayMs: number): Promise<View | null> {
    const snapshot = await log.readSnapshot(gameId);
    if (snapshot?.stateVersion !== STATE_VERSION) return null;
    const { board, movedAt } = snapshot.state as State;
    return Date.parse(movedAt) + delayMs <= clock.now() ? board : null;
  }
}

const visibleAt = ({ at }: GameEvent, delayMs: number) => Date.parse(at) + delayMs;

function inSteps(stored: readonly StoredEvent[]): readonly (readonly GameEvent[])[] {
  const steps = new Map<number, GameEvent[]>();
  for (const { step, event } of stored) {
    refuseUnknown(event);
    const begun = steps.get(step);
    if (begun === undefined) steps.set(step, [event]);
    else begun.push(event);
  }
  return [...steps.values()];
}

function seenAfter(board: View | null, event: GameEvent): View {
  if (board !== null) return advance(board, disclose(event, 'spectator'));
  if (event.type !== 'gameStarted') throw new Error(`the log of a game begins with ${event.type}`);
  return initial(event).board;
}
