/** Finished games kept as files: what was decided once must be decided so for ever (decision 14, promise 11). */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Command, TimeoutCommand } from '../../../src/rules/commands.ts';
import type { Actor } from '../../../src/rules/context.ts';
import type { GameEvent } from '../../../src/rules/events.ts';
import type { GamePlan } from '../properties/arbitrary-game.ts';
import { type PlayedGame, playGame } from '../properties/play-game.ts';

export interface GoldenMove {
  readonly actor: Actor;
  readonly now: string;
  readonly command: Command | TimeoutCommand;
  readonly events: readonly GameEvent[];
}

export interface GoldenGame {
  readonly plan: GamePlan;
  readonly opening: readonly GameEvent[];
  readonly moves: readonly GoldenMove[];
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

/** The first seed whose game has what is looked for. */
export function findGame(plan: Omit<GamePlan, 'seed'>, has: (game: PlayedGame) => boolean): [GamePlan, PlayedGame] {
  for (let seed = 1; seed < 100_000; seed += 1) {
    const seeded = { ...plan, seed };
    const game = playGame(seeded);
    if (has(game)) return [seeded, game];
  }
  throw new Error('No such game was found.');
}
