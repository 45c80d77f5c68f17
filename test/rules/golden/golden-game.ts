/** Finished games kept as files: what was decided once must be decided so for ever (decision 14, promise 11). */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Actor, Random } from '../../../src/rules/context.ts';
import { disclose, evolve, replay, view } from '../../../src/rules/dalmuti.ts';
import type { GameEvent } from '../../../src/rules/events.ts';
import type { GamePlan } from '../../../tools/simulation/plan.ts';
import { type Move, type PlayedGame, playGame } from '../../../tools/simulation/play-game.ts';
import { WORLD, type World } from '../../../tools/simulation/world.ts';

export interface GoldenMove {
  readonly actor: Actor;
  readonly now: string;
  readonly command: Move['command'];
  readonly events: readonly GameEvent[];
}

export interface GoldenGame {
  readonly plan: GamePlan;
  readonly opening: readonly GameEvent[];
  readonly moves: readonly GoldenMove[];
}

/** The chance that the kept games were dealt by; it must never change. */
export const GOLDEN_WORLD: World = { ...WORLD, random: ({ seed }) => goldenChance(seed) };

function goldenChance(seed: number): Random {
  const streams = new Map<string, () => number>();
  return (purpose, bound) => {
    const stream = streams.get(purpose) ?? words(`${seed} ${purpose}`);
    streams.set(purpose, stream);
    return stream() % bound;
  };
}

/** A small generator (mulberry32) whose start is hashed from a text. */
function words(text: string): () => number {
  let state = createHash('sha256').update(text).digest().readUInt32BE();
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** One line for the plan, one for the opening, one for each move. */
export function readGolden(file: URL): GoldenGame {
  const [plan, opening, ...moves] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return {
    plan: JSON.parse(plan ?? '') as GamePlan,
    opening: JSON.parse(opening ?? '') as GoldenGame['opening'],
    moves: moves.map((line) => JSON.parse(line) as GoldenMove),
  };
}

export function writeGolden(file: URL, plan: GamePlan, { opening, moves }: PlayedGame): void {
  const lines = moves.map(({ command, context: { actor, now }, events }) => ({ actor, now, command, events }));
  writeFileSync(file, `${[plan, opening, ...lines].map((line) => JSON.stringify(line)).join('\n')}\n`);
}

/**
 * SHA-256 of what every event of a kept game makes of it: the JSON of the state, of the view of each seat that is asked,
 * and of the event as each of them and a spectator receive it. Snapshots and frames are this text, so key order counts.
 */
export function digestOf({ opening, moves }: GoldenGame): string {
  const hash = createHash('sha256');
  const [first, ...others] = [...opening, ...moves.flatMap(({ events }) => events)];
  if (first === undefined) throw new Error('A game has a first event.');
  let state = replay([first]);
  for (const event of others) {
    state = evolve(state, event);
    hash.update(JSON.stringify([state, disclose(event, 'spectator')]));
    for (const seat of state.board.awaiting) hash.update(JSON.stringify([view(state, seat), disclose(event, seat)]));
  }
  return hash.digest('hex');
}

const DIGESTS = new URL('./digests.json', import.meta.url);

/** The digests of all kept games, by file name. */
export function readDigests(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(DIGESTS, 'utf8'));
}

export function writeDigests(digests: Readonly<Record<string, string>>): void {
  writeFileSync(DIGESTS, `${JSON.stringify(digests, null, 2)}\n`);
}

/** The first seed whose game has what is looked for. */
export function findGame(plan: Omit<GamePlan, 'seed'>, has: (game: PlayedGame) => boolean): [GamePlan, PlayedGame] {
  for (let seed = 1; seed < 100_000; seed += 1) {
    const seeded = { ...plan, seed };
    const game = playGame(seeded, GOLDEN_WORLD);
    if (has(game)) return [seeded, game];
  }
  throw new Error('No such game was found.');
}
