/** Plays a planned game to its end by random legal moves, and tells everything that happened. */
import { createHash } from 'node:crypto';
import type { Command, TimeoutCommand } from '../../../src/rules/commands.ts';
import type { Actor, Context, Random } from '../../../src/rules/context.ts';
import { decide, evolve, replay, start, view } from '../../../src/rules/dalmuti.ts';
import type { GameEvent } from '../../../src/rules/events.ts';
import type { Seat } from '../../../src/rules/seats.ts';
import type { State } from '../../../src/rules/state.ts';
import { type GamePlan, rulesetOf } from './arbitrary-game.ts';

export interface Move {
  readonly before: State;
  readonly command: Command | TimeoutCommand;
  readonly context: Context;
  readonly events: readonly GameEvent[];
}

export interface PlayedGame {
  readonly opening: readonly GameEvent[];
  readonly moves: readonly Move[];
  readonly end: State;
}

const CLOCK = {
  turnSeconds: 30,
  taxSeconds: 45,
  revolutionSeconds: 10,
  placementSeconds: 45,
  pauseSeconds: 8,
  graceSeconds: 60,
  bankSeconds: null,
};

/** More than any of the planned games can need (R-TRICK-6); a game that does not end fails here. */
const MOST_MOVES = 12_000;

/** A stream for each purpose, begun anew for each decision, like the real one but faster. */
export function chance(seed: number): Random {
  const streams = new Map<string, () => number>();
  return (purpose, bound) => {
    const stream = streams.get(purpose) ?? words(`${seed} ${purpose}`);
    streams.set(purpose, stream);
    return stream() % bound;
  };
}

/** A small generator (mulberry32) whose start is hashed from a text. */
export function words(text: string): () => number {
  let state = createHash('sha256').update(text).digest().readUInt32BE();
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

export function openGame(plan: GamePlan): readonly GameEvent[] {
  const seats = Array.from({ length: plan.players }, (_, seat) => {
    return { seat, player: `player ${seat}`, kind: seat < plan.humans ? ('human' as const) : ('bot' as const) };
  });
  const setup = {
    gameId: 'game',
    tableId: 'table',
    ruleset: rulesetOf(plan),
    clock: CLOCK,
    seats,
    access: { private: false, spectators: true },
    handLimit: 100,
    fairness: { commitment: 'commitment', contributions: [] },
  };
  return start(setup, contextOf(plan, { kind: 'stranger' }, 0));
}

/** Time goes on by a second with each move. */
export function contextOf(plan: GamePlan, actor: Actor, move: number): Context {
  return { actor, now: new Date(Date.UTC(2026, 0, 5, 19) + move * 1000).toISOString(), random: chance(plan.seed) };
}

export function playGame(plan: GamePlan): PlayedGame {
  const opening = openGame(plan);
  const next = words(`moves ${plan.seed}`);
  const moves: Move[] = [];
  let state = replay(opening);
  while (state.board.phase !== 'ended') {
    if (moves.length > MOST_MOVES) throw new Error('The game does not end.');
    const { command, actor } = choose(state, plan, next);
    const context = contextOf(plan, actor, moves.length + 1);
    const decision = decide(state, command, context);
    if (!decision.ok) throw new Error(`${JSON.stringify(command)} was refused: ${decision.rejection.code}`);
    moves.push({ before: state, command, context, events: decision.events });
    state = decision.events.reduce(evolve, state);
  }
  return { opening, moves, end: state };
}

interface Choice {
  readonly command: Command | TimeoutCommand;
  readonly actor: Actor;
}

/** One of the awaited seats does something legal, or the clock does it. */
function choose(state: State, plan: GamePlan, next: () => number): Choice {
  const options = state.board.awaiting.flatMap((seat) => choicesOf(state, seat));
  const chosen = options[next() % Math.max(1, options.length)];
  const overdue = next() % 100 < plan.overdue;
  return chosen === undefined || overdue ? { command: { type: 'timeout' }, actor: { kind: 'clock' } } : chosen;
}

function choicesOf(state: State, seat: Seat): readonly Choice[] {
  const legal = view(state, seat).you?.legal ?? [];
  return legal.map((command) => ({ command, actor: { kind: 'seat', seat } }));
}

export const eventsOf = ({ opening, moves }: PlayedGame): readonly GameEvent[] => [
  ...opening,
  ...moves.flatMap(({ events }) => events),
];
