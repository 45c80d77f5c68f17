/** Plays games of every kind until so many hands are over, and stops at the first thing that must not be. */
import { seededChance } from '../../src/bots/chance.ts';
import { drawPlan, type Wanted } from './draw-plan.ts';
import { CHEAP, DEAR } from './invariants.ts';
import type { GamePlan } from './plan.ts';
import type { Sight } from './play-game.ts';
import { beginTally, type Figures } from './tally.ts';
import { type Violation, watchGame } from './watch-game.ts';
import { WORLD } from './world.ts';

export interface Simulation extends Wanted {
  /** The last game is left when the last of these hands has ended. */
  readonly hands: number;
  /** The number of the only game to play, counted from 1; `null` for all from the first one on. */
  readonly game: number | null;
}

export interface Outcome {
  readonly figures: Figures;
  /** How many of the games were held against the dear invariants as well. */
  readonly gamesLookedAtClosely: number;
  readonly violation: (Violation & { readonly game: number; readonly plan: GamePlan }) | null;
}

/** One game in so many is looked at closely: that takes many times as long as to play it. */
const CLOSELY = 100;

/**
 * The same simulation has the same outcome, every time and everywhere.
 *
 * @param progress is told after each game how many hands are over
 * @throws RangeError when no preset is played by so many
 */
export function simulate(simulation: Simulation, world = WORLD, progress: (hands: number) => void = () => {}): Outcome {
  const { hands, game: only } = simulation;
  const chance = seededChance(`${simulation.seed}/closely`);
  const tally = beginTally();
  let [played, gamesLookedAtClosely] = [0, 0];

  function isEnough(sight: Sight): boolean {
    if (!('event' in sight)) return false;
    tally.count(sight.event);
    if (sight.event.type === 'handEnded') played += 1;
    return played === hands;
  }

  for (let game = only ?? 1; played < hands; game += 1) {
    const plan = drawPlan(simulation, game);
    const closely = only !== null || chance(CLOSELY) === 0;
    if (closely) gamesLookedAtClosely += 1;
    tally.open(plan);
    const found = watchGame(plan, closely ? [...CHEAP, ...DEAR] : CHEAP, world, isEnough);
    if (found !== null) {
      return { figures: tally.figures(), gamesLookedAtClosely, violation: { ...found, game, plan } };
    }
    progress(played);
    if (only !== null) break;
  }
  return { figures: tally.figures(), gamesLookedAtClosely, violation: null };
}
