/** How fast the rules are by themselves, on one core, and what a game costs that nobody plays just now. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Command } from '../../src/rules/commands.ts';
import type { Context } from '../../src/rules/context.ts';
import { decide, evolve, type GameSetup, initial, start, view } from '../../src/rules/dalmuti.ts';
import { PRESETS } from '../../src/rules/presets.ts';
import type { State } from '../../src/rules/state.ts';

export interface RulesFigures {
  /** Plays and passes a second: decide and evolve. */
  readonly playsPerSecond: number;
  /** The same with the view and the legal list of whoever is asked. */
  readonly playsWithViewPerSecond: number;
  /** Bytes of heap of the state of one game of six in the middle of a hand. */
  readonly bytesPerState: number;
}

const NOW = '2026-01-05T19:00:00.000Z';

/** @param seconds for each of the two speeds, after a quarter of it to warm up */
export function measureRules(seconds: number): RulesFigures {
  playWithView(seconds / 4);
  const moves = recorded(5000);
  decideAgain(moves, seconds / 4);
  return {
    playsPerSecond: decideAgain(moves, seconds),
    playsWithViewPerSecond: playWithView(seconds),
    bytesPerState: bytesPerState(2000),
  };
}

interface Move {
  readonly state: State;
  readonly command: Command;
  readonly how: Context;
}

/** Plays and passes of whole games, to be decided again. */
function recorded(most: number): readonly Move[] {
  const moves: Move[] = [];
  for (let state = begun(0); moves.length < most; ) {
    const move = nextMove(state);
    if (move !== null && state.board.phase === 'play') moves.push(move);
    state = state.board.phase === 'ended' ? begun(moves.length) : answered(state, move);
  }
  return moves;
}

function decideAgain(moves: readonly Move[], seconds: number): number {
  let versions = 0;
  let decided = 0;
  const from = performance.now();
  while (performance.now() < from + seconds * 1000) {
    for (const { state, command, how } of moves) versions += after(state, command, how).board.version;
    decided += moves.length;
  }
  return versions > 0 ? (decided * 1000) / (performance.now() - from) : Number.NaN;
}

function playWithView(seconds: number): number {
  let moves = 0;
  let state = begun(moves);
  const until = performance.now() + seconds * 1000;
  const from = performance.now();
  while (performance.now() < until) {
    for (let step = 0; step < 200; step++) {
      if (state.board.phase === 'play') moves++;
      state = state.board.phase === 'ended' ? begun(moves) : answered(state, nextMove(state));
    }
  }
  return (moves * 1000) / (performance.now() - from);
}

function bytesPerState(games: number): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const held: State[] = [];
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < games; index++) {
    let state = begun(index);
    for (let step = 0; step < 40; step++) state = answered(state, nextMove(state));
    held.push(state);
  }
  collect();
  const bytes = (process.memoryUsage().heapUsed - before) / games;
  return held.length === games ? bytes : Number.NaN;
}

/** The first legal answer of whoever is asked; `null` where nobody is. */
function nextMove(state: State): Move | null {
  for (const seat of state.board.awaiting) {
    const [command] = view(state, seat).you?.legal ?? [];
    if (command !== undefined) return { state, command, how: { ...context(state), actor: { kind: 'seat', seat } } };
  }
  return null;
}

function answered(state: State, move: Move | null): State {
  return move === null ? after(state, { type: 'timeout' }, context(state)) : after(state, move.command, move.how);
}

function after(state: State, command: Command | { type: 'timeout' }, how: Context): State {
  const decision = decide(state, command, how);
  if (!decision.ok) throw new Error(`${command.type} was refused: ${decision.rejection.detail}`);
  return decision.state;
}

function begun(seed: number): State {
  const [first, ...rest] = start(setup, { ...context(null), random: dice(seed) });
  if (first?.type !== 'gameStarted') throw new Error('a game begins with gameStarted');
  return rest.reduce(evolve, initial(first));
}

const context = (state: State | null): Context => ({
  actor: { kind: 'clock' },
  now: NOW,
  random: dice(state?.board.version ?? 0),
});

/** Quick and reproducible; a bench needs no secrets. */
function dice(seed: number) {
  let word = (seed * 2654435761 + 1) >>> 0;
  return (_purpose: string, bound: number) => {
    word = (Math.imul(word, 1664525) + 1013904223) >>> 0;
    return Math.floor((word / 2 ** 32) * bound);
  };
}

const setup: GameSetup = {
  gameId: '0192f0c1-0000-7000-8000-000000000001',
  tableId: '0192f0c1-0000-7000-8000-000000000002',
  ruleset: PRESETS['official-scored'],
  clock: {
    turnSeconds: 30,
    taxSeconds: 45,
    revolutionSeconds: 10,
    placementSeconds: 45,
    pauseSeconds: 0,
    graceSeconds: 60,
    bankSeconds: null,
  },
  seats: Array.from({ length: 6 }, (_, seat) => ({ seat, player: `player-${seat}`, kind: 'human' as const })),
  access: { private: false, spectators: true },
  handLimit: 1000,
  fairness: { commitment: '', contributions: [] },
};
