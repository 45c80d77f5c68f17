/** Plays the seats of built-in bots, and of players who are away: each gets the view of its seat and sends a command like anybody else (decision 12). */

import type { Handle, Sender } from '../games/handle.ts';
import { awaitedBots } from '../games/wake.ts';
import { Problem } from '../http/problem.ts';
import type { Entropy } from '../ports/system.ts';
import type { Command } from '../rules/commands.ts';
import { askedSince, view } from '../rules/dalmuti.ts';
import type { Seat } from '../rules/seats.ts';
import { isStoodInFor } from '../rules/stand-ins.ts';
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

/** Plays as well as we can for whoever is away. */
const STAND_IN: Level = 'greedy';

/** What the clock would answer for the seat. */
const onTimeoutOf = (state: State, seat: Seat): Command | null => view(state, seat).you?.onTimeout ?? null;

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
    const { gameId, seats } = state.board;
    // A seat may be asked twice while an older question to others stands open: each has a version of its own.
    const asked = askedSince(state.board, seat) ?? state.board.asked;
    const id = seats[seat]?.player ?? '';
    const standsIn = isStoodInFor(state.board, seat);
    const sender: Sender = standsIn ? { kind: 'standIn', seat } : { kind: 'player', id };
    // Two nodes that answer for one seat use one key, so that one of them finds the work done.
    const key = `bot:${asked}:${seat}`;
    const send = (command: Command, as: string) => handle({ gameId, sender, key: as, command, expectedVersion: asked });
    try {
      // Without a stand-in of its own (`leave.midHand=fold`) the seat gets the clock's default (R-LEAVE-10).
      const isDefault = standsIn && seats[seat]?.controlledBy !== 'standIn';
      const chosen = isDefault
        ? onTimeoutOf(state, seat)
        : choose(state, seat, standsIn ? STAND_IN : ((await level(id)) ?? 'random'));
      return chosen === null ? null : await send(chosen, key);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (OVERTAKEN.has(error.code)) return null;
      // The owner is back.
      if (standsIn && error.code === 'rule_player') return null;
      const fallback = onTimeoutOf(state, seat);
      if (!error.code.startsWith('rule_') || fallback === null) throw error;
      logger.error({ gameId, seat, code: error.code }, 'the rules refused a built-in bot; it makes the default move');
      return send(fallback, `${key}:default`);
    }
  }

  /** From the seat's own view, and no more (R-LEAVE-3). */
  function choose(state: State, seat: Seat, as: Level): Command | null {
    const shown = view(state, seat);
    if (shown.you === null || shown.you.legal.length === 0) return null;
    return POLICIES[as](shown, chance);
  }
}
