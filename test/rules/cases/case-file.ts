/** The cases file: one JSON object a line, in the notation of RULES section 25. */
import { readFileSync } from 'node:fs';
import type { Card, Cards } from '../../../src/rules/cards.ts';
import { resolveRuleset } from '../../../src/rules/dalmuti.ts';
import type { RulesetInput } from '../../../src/rules/resolve-ruleset.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import type { Title } from '../../../src/rules/seats.ts';

/** Natural ranks are numbers in the file, all other kinds their names. */
export type FileCard = number | string;

export interface FileTrick {
  readonly rank: number;
  readonly count: number;
  readonly by: string;
  readonly passed?: readonly string[];
  readonly banned?: readonly string[];
  readonly pile?: readonly FileCard[];
}

export interface Given {
  readonly players?: readonly { readonly id: string; readonly hand: readonly FileCard[] }[];
  readonly ruleset?: Readonly<Record<string, unknown>>;
  readonly phase?: string;
  readonly turn?: string;
  readonly handNo?: number;
  readonly finished?: readonly string[];
  readonly folded?: readonly string[];
  readonly start?: readonly string[];
  readonly trick?: FileTrick | null;
}

export interface FileCommand {
  readonly cmd: string;
  readonly player?: string;
  readonly cards?: readonly FileCard[];
  readonly declare?: number;
  readonly target?: string;
  readonly give?: FileCard;
  readonly take?: FileCard;
  readonly decline?: boolean;
  readonly rng?: { readonly give?: FileCard; readonly take?: FileCard };
}

export interface Query {
  readonly query: string;
  readonly [argument: string]: unknown;
}

export interface Then {
  readonly result: 'accepted' | 'rejected';
  readonly code?: string;
  readonly value?: unknown;
  readonly titles?: readonly string[];
  readonly events?: readonly string[];
  readonly turn?: string | null;
  readonly trick?: Readonly<Record<string, unknown>> | null;
  readonly hands?: Readonly<Record<string, readonly FileCard[]>>;
  readonly finished?: readonly string[];
  readonly phase?: string;
  readonly order?: readonly string[];
  readonly ranks?: readonly string[];
  readonly start?: readonly string[];
  readonly points?: Readonly<Record<string, number>>;
}

export interface Case {
  readonly id: string;
  readonly clause: string;
  readonly given: Given;
  readonly when: FileCommand | readonly FileCommand[] | Query;
  readonly then: Then;
}

export function readCases(path: string | URL): readonly Case[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Case);
}

export const card = (kind: FileCard): Card => String(kind) as Card;
export const cards = (kinds: readonly FileCard[]): Cards => kinds.map(card);
export const fileCard = (kind: Card): FileCard => (/^\d+$/.test(kind) ? Number(kind) : kind);

/** The file's flat keys as our nested ruleset; where the file writes a number, ours has a word (section 23). */
export function rulesetInput(flat: Given['ruleset'] = {}): RulesetInput {
  const nested: Record<string, unknown> = { preset: 'official' };
  for (const [key, value] of Object.entries(flat)) {
    const [group = key, name] = key.split('.');
    if (name === undefined) nested[group] = value;
    else nested[group] = { ...(nested[group] as object | undefined), [name]: ourValue(key, value) };
  }
  return nested as RulesetInput;
}

function ourValue(key: string, value: unknown): unknown {
  if (key === 'corp.wildAlone' && String(value) === '13') return 'rank13';
  if (key === 'join.startScore' && value === 0) return 'zero';
  return value;
}

export function rulesetOf(flat: Given['ruleset']): Ruleset {
  const resolved = resolveRuleset(rulesetInput(flat));
  if (!resolved.ok) throw new Error(resolved.faults.map(({ reason }) => reason).join(' '));
  return resolved.ruleset;
}

/** The classes under the names of each edition (R-CORP-2). */
const CORPORATE_TITLES: Readonly<Record<Title, string>> = { GD: 'BB', LD: 'LB', M: 'W', LP: 'SI', GP: 'JI' };

export function fileTitles(ruleset: Ruleset, titles: readonly Title[]): readonly string[] {
  return ruleset.edition === 'corporate' ? titles.map((title) => CORPORATE_TITLES[title]) : titles;
}
