/** Everything in a text that may be cards, wherever it stands and whatever it is called. */
import { CARD_ORDER } from '../../../src/rules/cards.ts';

export type Path = readonly (string | number)[];

/** Cards, or what could be cards, in a value. */
export interface Occurrence {
  readonly path: Path;
  /** From the outermost object or list to the one that holds it. */
  readonly around: readonly unknown[];
  readonly cards: readonly string[];
  /** `hidden`: in a shape in which no card should ever travel. */
  readonly shape: 'cards' | 'hidden';
}

const KINDS: ReadonlySet<unknown> = new Set(CARD_ORDER);
const KIND = '(?:1[0-2]|[1-9]|DW|TW|RB|J|W)';
/** Three cards in a row with nothing but punctuation between them. */
const RUN = new RegExp(`(?<![\\w.:-])${KIND}(?:[\\s,;|"'\\\\[\\]]+${KIND}){2,}(?![\\w:-]|\\.\\w)`, 'g');
/** Lists of numbers that are seats or positions. */
const SEAT_LISTS: ReadonlySet<unknown> = new Set([
  'above',
  'agreed',
  'awaiting',
  'barred',
  'folds',
  'halves',
  'joined',
  'left',
  'order',
  'passed',
  'refused',
  'seats',
  'winners',
]);

/** Of a text that is JSON, or has a JSON text in each line, as frames, logs and server-sent events do. */
export function cardsInText(text: string): readonly Occurrence[] {
  return text.split('\n').flatMap((line) => {
    const inner = line.replace(/^data: /, '').trim();
    const parsed = parse(inner);
    return parsed === undefined ? runsIn(inner, [], []) : cardsIn(parsed.value);
  });
}

/** Of parsed JSON. */
export function cardsIn(value: unknown, path: Path = [], around: readonly unknown[] = []): readonly Occurrence[] {
  if (typeof value === 'string') return inString(value, path, around);
  if (Array.isArray(value)) return inList(value, path, around);
  if (typeof value !== 'object' || value === null) return [];
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  const counts = entries.length > 1 && entries.every(([key, count]) => KINDS.has(key) && typeof count === 'number');
  if (counts) return [{ path, around, cards: entries.map(([key]) => key), shape: 'hidden' }];
  return entries.flatMap(([key, part]) => cardsIn(part, [...path, key], [...around, value]));
}

function inString(value: string, path: Path, around: readonly unknown[]): readonly Occurrence[] {
  if (KINDS.has(value)) return [{ path, around, cards: [value], shape: 'cards' }];
  const parsed = parse(value);
  if (parsed === undefined) return runsIn(value, path, around);
  // JSON inside of JSON is nothing that the service writes.
  return cardsIn(parsed.value, path, around).map((found) => ({ ...found, shape: 'hidden' }));
}

function inList(value: readonly unknown[], path: Path, around: readonly unknown[]): readonly Occurrence[] {
  if (value.length > 0 && value.every((part) => KINDS.has(part))) {
    if (isEveryKind(value.map(String))) return [];
    return [{ path, around, cards: value.map(String), shape: 'cards' }];
  }
  if (value.length > 1 && value.every(Number.isInteger) && !SEAT_LISTS.has(path.findLast(isName))) {
    return [{ path, around, cards: value.map(String), shape: 'hidden' }];
  }
  return value.flatMap((part, index) => cardsIn(part, [...path, index], [...around, value]));
}

const isName = (part: string | number): boolean => typeof part === 'string';

function runsIn(text: string, path: Path, around: readonly unknown[]): readonly Occurrence[] {
  return [...text.matchAll(RUN)]
    .map(([run]) => run.split(/[^\w]+/).filter((word) => word !== ''))
    .filter((words) => !isEveryKind(words))
    .map((cards) => ({ path, around, cards, shape: 'hidden' as const }));
}

function parse(text: string): { readonly value: unknown } | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Faults of a request name all kinds that there are, and the rules those of a deck; that tells nothing. */
const KINDS_OF_DECKS: readonly string[] = [CARD_ORDER, CARD_ORDER.filter((card) => /^(\d+|J)$/.test(card))].map(
  (kinds) => kinds.toSorted().join(),
);

const isEveryKind = (words: readonly string[]): boolean => KINDS_OF_DECKS.includes(words.toSorted().join());
