/** Which games a simulation plays: every preset with every number of players, as it is and with options drawn by lot. */
import { seededChance } from '../../src/bots/chance.ts';
import type { Chance } from '../../src/bots/policy.ts';
import { BUILT_PRESETS, PRESETS, tableSizes } from '../../src/rules/dalmuti.ts';
import type { Preset } from '../../src/rules/ruleset.ts';
import { CHOICES, canBePlayed, type GamePlan } from './plan.ts';

export interface Wanted {
  /** Everything comes from it: the same text gives the same games. */
  readonly seed: string;
  /** `null`: all of them in turn. */
  readonly preset: Preset | null;
  /** `null`: every number that the preset allows, in turn. */
  readonly players: number | null;
}

/** One game in so many is a preset as it is. */
const EVERY_AS_IT_IS = 6;
/** How long a game is whose preset sets no limit. */
const HANDS_WITHOUT_LIMIT = 5;
const MOST_HANDS = 3;
const WORDS = 2 ** 32;

/**
 * The plan of game `number`, counted from 1; it depends on no other game.
 *
 * @throws RangeError when no preset is played by so many
 */
export function drawPlan(wanted: Wanted, number: number): GamePlan {
  const chance = seededChance(`${wanted.seed}/game/${number}`);
  const [preset, players] = tableOf(wanted, number);
  const plan = {
    preset,
    players,
    seed: chance(WORDS),
    humans: chance(4),
    overdue: [0, 0, 5, 40, 100][chance(5)] ?? 0,
    restless: [0, 0, 1, 4][chance(4)] ?? 0,
  };
  if (number % EVERY_AS_IT_IS === 0) return { ...plan, ...asItIs(preset) };
  const hands = 1 + chance(MOST_HANDS);
  for (;;) {
    const drawn = { ...plan, hands, options: drawOptions(preset, chance) };
    if (canBePlayed(drawn)) return drawn;
  }
}

/** Presets take turns, and each time round it is another number of players, for presets as they are by themselves. */
function tableOf({ preset, players }: Wanted, number: number): readonly [Preset, number] {
  const sizesOf = (each: Preset): readonly number[] => {
    const { min, max } = tableSizes(each);
    const sizes = Array.from({ length: max - min + 1 }, (_, more) => min + more);
    return sizes.filter((size) => players === null || size === players);
  };
  const presets = (preset === null ? BUILT_PRESETS : [preset]).filter((each) => sizesOf(each).length > 0);
  const asTheyAre = Math.floor(number / EVERY_AS_IT_IS);
  const turn = number % EVERY_AS_IT_IS === 0 ? asTheyAre : number - asTheyAre;
  const chosen = presets[turn % presets.length];
  if (chosen === undefined) throw new RangeError(`No ruleset is for ${players} players.`);
  const sizes = sizesOf(chosen);
  return [chosen, sizes[Math.floor(turn / presets.length) % sizes.length] ?? 0];
}

/** Without a limit of its own the operator's limit ends the game (R-GAME-6). */
function asItIs(preset: Preset): Pick<GamePlan, 'hands' | 'options'> {
  const { hands } = PRESETS[preset].end;
  return { hands: hands ?? HANDS_WITHOUT_LIMIT, options: { 'end.hands': hands } };
}

function drawOptions(preset: Preset, chance: Chance): GamePlan['options'] {
  const { edition } = PRESETS[preset];
  const entries = CHOICES.flatMap(({ key, values }) => {
    if (edition === 'dalmuti' && key.startsWith('corp.')) return [];
    const value = values[chance(values.length)];
    return value === undefined || chance(3) > 0 ? [] : [[key, value] as const];
  });
  const options = Object.fromEntries(entries);
  return chance(5) === 0 ? { ...options, 'end.hands': null } : options;
}
