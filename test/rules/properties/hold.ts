/** Checks a property on many games, and first on every game that has ever failed it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Invariant } from '../../../tools/simulation/invariant.ts';
import type { GamePlan } from '../../../tools/simulation/plan.ts';
import { watchGame } from '../../../tools/simulation/watch-game.ts';
import { gamePlans } from './arbitrary-game.ts';

const FILE = new URL('./failed-games.json', import.meta.url);

/** Nothing here waits; a busy machine, or many more runs, may still need long. */
export const MINUTES = 10 * 60_000;

type FailedGames = Readonly<Record<string, readonly GamePlan[]>>;

/**
 * @param name under which a failing game is kept in `failed-games.json`, to be played again in every later run
 * @param runs how many games; `PROPERTY_RUNS` multiplies it, and `PROPERTY_SEED` makes them the same in every run
 */
export function holds(name: string, runs: number, property: (plan: GamePlan) => void): void {
  const failed = readFailed();
  for (const plan of failed[name] ?? []) property(plan);
  const numRuns = Math.ceil(runs * Number(process.env.PROPERTY_RUNS ?? 1));
  const seed = process.env.PROPERTY_SEED;
  const always = seed === undefined ? {} : { seed: Number(seed) };
  const result = fc.check(fc.property(gamePlans(), property), { numRuns, ...always });
  if (!result.failed) return;
  const [plan] = result.counterexample ?? [];
  // The games of a seed come again by themselves.
  if (plan !== undefined && seed === undefined) keep(name, plan);
  throw result.errorInstance instanceof Error
    ? new Error(`${JSON.stringify(plan)}: ${result.errorInstance.message}`, { cause: result.errorInstance })
    : new Error(fc.defaultReportMessage(result) ?? name);
}

/** The same for what every game is held against in simulations as well. */
export function holdsAlways(name: string, runs: number, ...invariants: readonly Invariant[]): void {
  holds(name, runs, (plan) => {
    expect(watchGame(plan, invariants)).toBeNull();
  });
}

function readFailed(): FailedGames {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as FailedGames) : {};
}

function keep(name: string, plan: GamePlan): void {
  const failed = readFailed();
  const plans = [...(failed[name] ?? []), plan];
  writeFileSync(FILE, `${JSON.stringify({ ...failed, [name]: plans }, null, 2)}\n`);
}
