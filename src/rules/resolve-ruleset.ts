/** From a table's wishes to the whole ruleset that a game pins, or every reason why it cannot be played. */
import { conflicts } from './incompatible.ts';
import { NOT_BUILT, PRESETS_NOT_BUILT } from './not-built.ts';
import { OPTIONS, type Option, type OptionValue } from './options.ts';
import { CORPORATE_OPTIONS, DEFAULT_PRESET, PRESETS, USUAL_MISDEAL_RATE } from './presets.ts';
import type { Preset, Ruleset } from './ruleset.ts';

type Partly<T> = T extends object ? { readonly [K in keyof T]?: Partly<T[K]> } : T;

/** A preset and what is to differ from it; a whole `Ruleset` may be handed back as it was received. */
export type RulesetInput = Partly<Ruleset>;

export interface RulesetFault {
  /** The option with dots, `tax.timing`; for two that do not go together the one that should give way. */
  readonly key: string;
  /** JSON pointer of the same inside the ruleset: `/tax/timing`. */
  readonly pointer: string;
  readonly code: 'unknown_field' | 'invalid_value' | 'not_built' | 'incompatible';
  /** For people; names the key, or both keys. */
  readonly reason: string;
}

export type ResolvedRuleset =
  | { readonly ok: true; readonly ruleset: Ruleset }
  | { readonly ok: false; readonly faults: readonly RulesetFault[] };

/**
 * Fills in what `input` leaves open from its preset (`official-scored` when it names none) and checks the whole
 * (RULES section 23). Input from outside may have any shape: whatever is no option is a fault, nothing throws.
 */
export function resolveRuleset(input: RulesetInput): ResolvedRuleset {
  const preset: unknown = input.preset ?? DEFAULT_PRESET;
  const base: Ruleset | undefined = isPreset(preset) ? PRESETS[preset] : undefined;
  if (base === undefined) {
    const names = Object.keys(PRESETS).join(', ');
    return { ok: false, faults: [fault('preset', 'invalid_value', `preset must be one of ${names}.`)] };
  }
  const wishes = leaves(input);
  const faults = [...presetFaults(base.preset), ...wishes.flatMap(([key, value]) => wishFaults(base, key, value))];
  if (faults.length > 0) return { ok: false, faults };
  const ruleset = merged(base, wishes);
  const clashes = conflicts(ruleset).map(({ key, reason }) => fault(key, 'incompatible', reason));
  return clashes.length > 0 ? { ok: false, faults: clashes } : { ok: true, ruleset };
}

/** Anything may be asked by name, and an object has a say in what its name is. */
function isPreset(name: unknown): name is Preset {
  return typeof name === 'string' && Object.hasOwn(PRESETS, name);
}

function fault(key: string, code: RulesetFault['code'], reason: string): RulesetFault {
  return { key, pointer: `/${key.replaceAll('.', '/')}`, code, reason };
}

type Leaf = readonly [key: string, value: unknown];

/** Names under which options stand: `tax` of `tax.timing`. */
const GROUPS: ReadonlySet<string> = new Set(OPTIONS.flatMap(({ key }) => key.split('.').slice(0, -1)));

/** The wishes, flat: `['tax.timing', 'sealed']`. What is nested deeper than options are is a value, and none that fits. */
function leaves(input: object): readonly Leaf[] {
  return Object.entries(input).flatMap(([name, value]: [string, unknown]): readonly Leaf[] => {
    if (name === 'preset' || value === undefined) return [];
    if (!GROUPS.has(name) || typeof value !== 'object' || value === null || Array.isArray(value))
      return [[name, value]];
    const inner = Object.entries(value).filter(([, wish]) => wish !== undefined);
    return inner.map(([part, wish]): Leaf => [`${name}.${part}`, wish]);
  });
}

function presetFaults(preset: Preset): readonly RulesetFault[] {
  if (!PRESETS_NOT_BUILT.includes(preset)) return [];
  return [fault('preset', 'not_built', `preset=${preset} is not built yet.`)];
}

function wishFaults(base: Ruleset, key: string, value: unknown): readonly RulesetFault[] {
  if (key === 'corp' && value === null) return [];
  if (key === 'revision') {
    if (value === base.revision) return [];
    return [fault(key, 'invalid_value', `revision of preset ${base.preset} is ${base.revision} now.`)];
  }
  const option = OPTIONS.find((each) => each.key === key);
  if (option === undefined) return [fault(key, 'unknown_field', `${key} is no option of the rules.`)];
  if (!fits(option, value)) return [fault(key, 'invalid_value', `${key} must be ${describe(option)}.`)];
  const built = NOT_BUILT[key];
  if (built === undefined || built.includes(value as OptionValue)) return [];
  return [fault(key, 'not_built', `${key}=${String(value)} is not built yet.`)];
}

function fits(option: Option, value: unknown): boolean {
  switch (option.type) {
    case 'choice':
      return option.values.some((each) => each === value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
    case 'number':
      if (value === null) return option.nullable;
      if (typeof value !== 'number' || (option.type === 'integer' && !Number.isInteger(value))) return false;
      return value >= option.min && value <= option.max;
    default:
      return option satisfies never;
  }
}

function describe(option: Option): string {
  switch (option.type) {
    case 'choice':
      return option.values.length === 1 ? `${option.values[0]}` : `one of ${option.values.join(', ')}`;
    case 'boolean':
      return 'true or false';
    case 'integer':
    case 'number': {
      const kind = option.type === 'integer' ? 'a whole number' : 'a number';
      return `${kind} from ${option.min} to ${option.max}${option.nullable ? ' or null' : ''}`;
    }
    default:
      return option satisfies never;
  }
}

/** `base` with the wishes in place; each of them has been checked against the catalogue of options. */
function merged(base: Ruleset, wishes: readonly Leaf[]): Ruleset {
  const groups: Record<string, unknown> = { ...base };
  const edition = wishes.find(([key]) => key === 'edition')?.[1] ?? base.edition;
  groups.corp = edition === 'corporate' ? (base.corp ?? CORPORATE_OPTIONS) : null;
  for (const [key, value] of wishes) {
    const [group = key, name] = key.split('.');
    if (name === undefined) {
      if (group !== 'corp') groups[group] = value;
    } else {
      groups[group] = { ...(groups[group] as object | null), [name]: value };
    }
  }
  return withRate(groups as unknown as Ruleset);
}

/** Whoever wants accidents without saying how many gets the usual number of them (R-MIS-2). */
function withRate(ruleset: Ruleset): Ruleset {
  const { mode, rate } = ruleset.misdeal;
  return mode === 'simulated' && rate === null ? { ...ruleset, misdeal: { mode, rate: USUAL_MISDEAL_RATE } } : ruleset;
}
