/** A game to be simulated, as a small plain description, and every option that may be in it. */
import { NOT_BUILT, OPTIONS, resolveRuleset, tableSizes } from '../../src/rules/dalmuti.ts';
import type { Option, OptionValue } from '../../src/rules/options.ts';
import type { RulesetInput } from '../../src/rules/resolve-ruleset.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';

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
  /** How many of a hundred moves nobody was asked for: people come and go. Older plans have none. */
  readonly restless?: number;
}

/** Keys that the plan itself decides. */
const SETTLED: readonly string[] = ['edition', 'players.min', 'players.max', 'end.hands'];

/** The options that a plan may choose, each with those of its values that are built, two or more. */
export const CHOICES: readonly { readonly key: string; readonly values: readonly OptionValue[] }[] = OPTIONS.filter(
  ({ key }) => !SETTLED.includes(key),
)
  .map((option) => ({ key: option.key, values: builtValues(option) }))
  .filter(({ values }) => values.length > 1);

function builtValues(option: Option): readonly OptionValue[] {
  const built = NOT_BUILT[option.key];
  if (built !== undefined) return built;
  switch (option.type) {
    case 'choice':
      return option.values;
    case 'boolean':
      return [true, false];
    case 'integer':
      return option.nullable ? [null, option.min, option.max] : [option.min, option.max];
    case 'number':
      return [null, 0.02, 0.2];
    default:
      return option satisfies never;
  }
}

/** Whether the rules have such a game: not all options go together. */
export function canBePlayed(plan: GamePlan): boolean {
  return resolveRuleset(inputOf(plan)).ok;
}

/** @throws Error when there is no such game */
export function rulesetOf(plan: GamePlan): Ruleset {
  const resolved = resolveRuleset(inputOf(plan));
  if (!resolved.ok) throw new Error(resolved.faults.map(({ reason }) => reason).join(' '));
  return resolved.ruleset;
}

function inputOf({ preset, options, hands }: GamePlan): RulesetInput {
  const nested: Record<string, Record<string, unknown> | unknown> = {
    preset,
    players: tableSizes(preset),
    end: { hands },
  };
  for (const [key, value] of Object.entries(options)) {
    const [group = key, name] = key.split('.');
    nested[group] = name === undefined ? value : { ...(nested[group] as object | undefined), [name]: value };
  }
  return nested as RulesetInput;
}

/** What `ruleset` has at `key`, `undefined` where its edition has no such option. */
export function valueAt(ruleset: Ruleset, key: string): OptionValue | undefined {
  const found = key.split('.').reduce<unknown>((group, name) => {
    return typeof group === 'object' && group !== null ? Reflect.get(group, name) : undefined;
  }, ruleset);
  return found === null || ['string', 'number', 'boolean'].includes(typeof found) ? (found as OptionValue) : undefined;
}
