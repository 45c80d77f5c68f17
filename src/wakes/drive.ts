/** Carries a game on when nobody from outside has to: built-in bots answer, and what is overdue gets its default move. */
import type { PlayBots } from '../bots/runner.ts';
import type { Handle } from '../games/handle.ts';
import { clockMove, type Patience, wakeFor } from '../games/wake.ts';
import { Problem } from '../http/problem.ts';
import type { ClaimedWake, Wakes } from '../ports/event-log.ts';
import type { SystemClock } from '../ports/system.ts';
import type { State } from '../rules/state.ts';

export interface DriveNeeds {
  /** The state with everything that is in the log; `null` when there is no such game. */
  readonly load: (gameId: string) => Promise<State | null>;
  readonly handle: Handle;
  readonly playBots: PlayBots;
  readonly wakes: Wakes;
  readonly clock: SystemClock;
  readonly patience: Patience;
}

const OVERTAKEN: ReadonlySet<string> = new Set(['version_conflict', 'rule_phase']);

/** So many steps of one game in a row; the row that the last one wrote brings it up again, after other games had their turn. */
const MOST_STEPS = 64;

/**
 * Serves the rows `clock` and `bots`. What is to be done follows from the game's state, the row only says that it is time;
 * where nothing is waited for (`BOT_GAME_DELAY_MS=0`), many steps are made at once.
 */
export function createDrive({ load, handle, playBots, wakes, clock, patience }: DriveNeeds) {
  return async function drive(wake: Pick<ClaimedWake, 'gameId' | 'version'>): Promise<void> {
    let state = await load(wake.gameId);
    if (state === null) return wakes.remove(wake.gameId, wake.version);
    // A later step has written a row of its own.
    if (state.board.version > wake.version) return;
    // The database's clock has said that this row is due, and it alone decides.
    let due = true;
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const next = wakeFor(state, clock.now(), patience);
      if (next.reason === 'ended' || (next.delayMs > 0 && !due)) break;
      due = false;
      const moved: State | null = next.reason === 'bots' ? await playBots(state) : await sayTime(state);
      if (moved === null) break;
      state = moved;
    }
    if (state.board.version === wake.version) await settle(state);
  };

  /** What the clock has to say, under a key that all nodes share: it is appended once (R-PLAY-12, R-TAX-13, R-REV-4, R-LEAVE-2). */
  async function sayTime(state: State): Promise<State | null> {
    const { command, key, asOf } = clockMove(state, patience);
    const { gameId } = state.board;
    try {
      const done = await handle({ gameId, sender: { kind: 'clock' }, key, command, expectedVersion: asOf });
      return done.replayed ? null : done.state;
    } catch (error) {
      // The game has moved on: the player has answered, or is back.
      if (error instanceof Problem && OVERTAKEN.has(error.code)) return null;
      throw error;
    }
  }

  /** Nothing was to be done at this version: a later look, or none. Loses against any later step. */
  async function settle(state: State): Promise<void> {
    const { gameId, version } = state.board;
    await wakes.postpone(gameId, version, wakeFor(state, clock.now(), patience));
  }
}
