/** Games for property tests: a small, plain description of one, and everything that may be in it. */
import fc from 'fast-check';
import { NOT_BUILT, OPTIONS, PRESETS, PRESETS_NOT_BUILT, resolveRuleset } from '../../../src/rules/dalmuti.ts';
import type { Option, OptionValue } from '../../../src/rules/options.ts';
import type { RulesetInput } from '../../../src/rules/resolve-ruleset.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';

/** Plain data, so that a game that failed can be kept in a file and played again for ever. */
export interface GamePlan {
  readonly preset: string;
  /** What differs from the preset, by key with dots. */
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly players: number;
  readonly hands: number;
  /** Decides the deals and what everybody does. */
  readonly seed: number;
  /** How many of the seats are people. */
  readonly humans: number;
  /** How many of a hundred moves the clock makes. */
  readonly overdue: number;
}

/** Keys that the plan itself decides, or that must not be left to chance. */
const SETTLED: readonly string[] = ['edition', 'players.min', 'players.max', 'end.hands', 'end.timeLimitMin'];

const BUILT_PRESETS = Object.keys(PRESETS).filter((preset) => !PRESETS_NOT_BUILT.includes(preset));

export function gamePlans(): fc.Arbitrary<GamePlan> {
  return fc
    .record({
      preset: fc.constantFrom(...BUILT_PRESETS),
      options: someOptions(),
      players: fc.integer({ min: 3, max: 12 }),
      hands: fc.integer({ min: 1, max: 3 }),
      seed: fc.integer({ min: 0, max: 0xffff_ffff }),
      humans: fc.integer({ min: 0, max: 3 }),
      overdue: fc.constantFrom(0, 0, 5, 40, 100),
    })
    .map((plan) => ({ ...plan, players: withinEdition(plan) }))
    .filter((plan) => resolveRuleset(inputOf(plan)).ok);
}

function someOptions(): fc.Arbitrary<GamePlan['options']> {
  const free = OPTIONS.filter(({ key }) => !SETTLED.includes(key));
  const each = free.flatMap((option) => {
    const values = builtValues(option);
    return values.length < 2 ? [] : [fc.constantFrom(...values).map((value) => [option.key, value] as const)];
  });
  if (each.length === 0) return fc.constant({});
  return fc.array(fc.oneof(...each), { maxLength: 14 }).map((entries) => Object.fromEntries(entries));
}

function builtValues(option: Option): readonly OptionValue[] {
  const built = NOT_BUILT[option.key];
  if (built !== undefined) return built;
  switch (option.type) {
    case 'choice':
      return option.values;
    case 'boolean':
      return [true, false];
    case 'integer':
      return [option.min, option.max];
    case 'number':
      return [null, 0.02, 0.2];
    default:
      return option satisfies never;
  }
}

const withinEdition = ({ preset, players }: GamePlan): number => (preset === 'corporate' ? 4 + (players % 3) : players);

function inputOf({ preset, options, hands }: GamePlan): RulesetInput {
  const nested: Record<string, Record<string, unknown> | unknown> = {
    preset,
    players: preset === 'corporate' ? { min: 4, max: 6 } : { min: 3, max: 12 },
    end: { hands },
  };
  for (const [key, value] of Object.entries(options)) {
    const [group = key, name] = key.split('.');
    nested[group] = name === undefined ? value : { ...(nested[group] as object | undefined), [name]: value };
  }
  return nested as RulesetInput;
}

export function rulesetOf(plan: GamePlan): Ruleset {
  const resolved = resolveRuleset(inputOf(plan));
  if (!resolved.ok) throw new Error(resolved.faults.map(({ reason }) => reason).join(' '));
  return resolved.ruleset;
}
