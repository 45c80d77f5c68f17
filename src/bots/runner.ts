/** Plays the seats of built-in bots: each gets the view of its seat and sends a command like anybody else (decision 12). */

import type { Handle } from '../games/handle.ts';
import { awaitedBots } from '../games/wake.ts';
import { Problem } from '../http/problem.ts';
import type { Entropy } from '../ports/system.ts';
import type { Command } from '../rules/commands.ts';
import { view } from '../rules/dalmuti.ts';
import type { Seat } from '../rules/seats.ts';
import type { State } from '../rules/state.ts';
import { chanceFrom } from './chance.ts';
import { POLICIES } from './levels.ts';
import type { Level } from './policy.ts';

export interface BotsNeeds {
  readonly handle: Handle;
  /** How well the built-in player of that id plays. */
  readonly level: (player: string) => Promise<Level | null>;
  readonly entropy: Entropy;
  readonly logger: { error(details: object, message: string): void };
}

/**
 * Answers for every built-in bot that the game awaits, all at one moment, whatever cards they hold.
 * @returns the newest state, `null` when somebody else has moved the game on meanwhile
 */
export type PlayBots = (state: State) => Promise<State | null>;

/** Another node has answered for this seat, or the question is over. */
const OVERTAKEN: ReadonlySet<string> = new Set(['version_conflict', 'idempotency_key_reused']);

export function createBots({ handle, level, entropy, logger }: BotsNeeds): PlayBots {
  const chance = chanceFrom(entropy);

  return async function playBots(state) {
    const { asked } = state.board;
    let newest = state;
    let alone = true;
    for (const seat of awaitedBots(state)) {
      if (newest.board.asked !== asked) break;
      const done = await answerFor(newest, seat);
      if (done === null) return null;
      newest = done.state;
      alone = alone && !done.replayed;
    }
    return alone ? newest : null;
  };

  async function answerFor(state: State, seat: Seat) {
    const { gameId, asked, seats } = state.board;
    const id = seats[seat]?.player ?? '';
    // Two nodes that answer for one seat use one key, so that one of them finds the work done.
    const key = `bot:${asked}:${seat}`;
    const send = (command: Command, as: string) =>
      handle({ gameId, sender: { kind: 'player', id }, key: as, command, expectedVersion: asked });
    try {
      const chosen = await choose(state, seat, id);
      return chosen === null ? null : await send(chosen, key);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (OVERTAKEN.has(error.code)) return null;
      const fallback = view(state, seat).you?.onTimeout ?? null;
      if (!error.code.startsWith('rule_') || fallback === null) throw error;
      logger.error({ gameId, seat, code: error.code }, 'the rules refused a built-in bot; it makes the default move');
      return send(fallback, `${key}:default`);
    }
  }

  async function choose(state: State, seat: Seat, id: string): Promise<Command | null> {
    const shown = view(state, seat);
    if (shown.you === null || shown.you.legal.length === 0) return null;
    const policy = POLICIES[(await level(id)) ?? 'random'];
    return policy(shown, chance);
  }
}
