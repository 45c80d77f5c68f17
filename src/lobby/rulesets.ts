/** `/v1/rulesets`: the rules' own catalogue of options and presets, what of it is played yet, and what things are called. */
import { z } from 'zod';
import { ClockSchema } from '../games/schemas/basics.ts';
import { RulesetSchema } from '../games/schemas/ruleset.ts';
import { NOT_BUILT, PRESETS_NOT_BUILT } from '../rules/not-built.ts';
import { OPTIONS, type Option, type OptionValue } from '../rules/options.ts';
import { DEFAULT_PRESET, PRESETS } from '../rules/presets.ts';
import { DEFAULT_CLOCK } from './clock.ts';
import { KNOWN_NAMES } from './names/known-names.ts';
import { NameSetSchema } from './names/name-set.ts';

const ValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const RulesetsSchema = z
  .object({
    defaultPreset: z.string(),
    presets: z.array(z.object({ name: z.string(), built: z.boolean(), ruleset: RulesetSchema })),
    options: z.array(
      z.object({
        key: z.string().meta({ description: 'Path in the ruleset, with dots.' }),
        type: z.enum(['choice', 'boolean', 'integer', 'number']),
        values: z.array(ValueSchema).nullable().meta({ description: 'null for numbers.' }),
        min: z.number().nullable(),
        max: z.number().nullable(),
        default: ValueSchema.meta({ description: 'In the preset `official`; of `corp.*` in `corporate`.' }),
        built: z
          .array(ValueSchema)
          .nullable()
          .meta({ description: 'The values that can be chosen yet; null for all.' }),
        explanation: z.string(),
        players: z.object({ min: z.int(), max: z.int() }),
      }),
    ),
    clock: ClockSchema,
    cards: z.array(z.string()).meta({ description: 'Cards of the full deck, best first.' }),
    names: z.array(NameSetSchema).meta({
      description: 'Names of cards and classes, one set for each language and theme that has any; English first.',
    }),
  })
  .meta({ id: 'Rulesets' });

const CARDS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', 'J'];

/** Nothing in it changes while the service runs. */
export function rulesets(): z.infer<typeof RulesetsSchema> {
  return {
    defaultPreset: DEFAULT_PRESET,
    presets: Object.entries(PRESETS).map(([name, ruleset]) => ({
      name,
      built: !PRESETS_NOT_BUILT.includes(name),
      ruleset,
    })),
    options: OPTIONS.map((option) => ({
      key: option.key,
      type: option.type,
      values: valuesOf(option),
      min: 'min' in option ? option.min : null,
      max: 'max' in option ? option.max : null,
      default: valueAt(option.key.startsWith('corp.') ? PRESETS.corporate : PRESETS.official, option.key),
      built: builtOf(option.key),
      explanation: option.explanation,
      players: option.players,
    })),
    clock: DEFAULT_CLOCK,
    cards: CARDS,
    names: [...KNOWN_NAMES],
  };
}

function valuesOf(option: Option): OptionValue[] | null {
  if (option.type === 'choice') return [...option.values];
  return option.type === 'boolean' ? [false, true] : null;
}

function builtOf(key: string): OptionValue[] | null {
  const built = NOT_BUILT[key];
  return built === undefined ? null : [...built];
}

function valueAt(ruleset: object, key: string): OptionValue {
  let value: unknown = ruleset;
  for (const part of key.split('.')) {
    value =
      value === null || typeof value !== 'object' ? null : Object.entries(value).find(([name]) => name === part)?.[1];
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}
