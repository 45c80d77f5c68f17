/** Compares what two schemas say of a single value: which ones are named, limits, patterns and formats. */
import { isDeepStrictEqual } from 'node:util';
import { type Change, type Effect, judged } from './change.ts';
import { type Form, kindOf, valuesOf } from './forms.ts';
import type { Walk } from './walk.ts';

/** What a limit is when it is left out, and whether more of it allows less. */
const LIMITS: Readonly<Record<string, { readonly without: number; readonly lower: boolean }>> = {
  minimum: { without: Number.NEGATIVE_INFINITY, lower: true },
  exclusiveMinimum: { without: Number.NEGATIVE_INFINITY, lower: true },
  minLength: { without: 0, lower: true },
  minItems: { without: 0, lower: true },
  minProperties: { without: 0, lower: true },
  maximum: { without: Number.POSITIVE_INFINITY, lower: false },
  exclusiveMaximum: { without: Number.POSITIVE_INFINITY, lower: false },
  maxLength: { without: Number.POSITIVE_INFINITY, lower: false },
  maxItems: { without: Number.POSITIVE_INFINITY, lower: false },
  maxProperties: { without: Number.POSITIVE_INFINITY, lower: false },
};

/** Of these it can only be said whether they are there and the same. */
const DEMANDS: readonly string[] = ['pattern', 'format', 'multipleOf', 'uniqueItems', 'contentEncoding'];

/** The keywords of a schema that are judged here. */
export const VALUE_KEYWORDS: readonly string[] = ['type', 'enum', 'const', ...Object.keys(LIMITS), ...DEMANDS];

export function compareValues(walk: Walk, before: Form, after: Form): readonly Change[] {
  return [
    ...namedValues(walk, before, after),
    ...wholeNumbers(walk, before, after),
    ...limits(walk, before, after),
    ...demands(walk, before, after),
  ];
}

function namedValues(walk: Walk, before: Form, after: Form): readonly Change[] {
  const found = (effect: Effect, what: string) => judged(walk, after.pointer, effect, what);
  const [old, now] = [ofKind(before), ofKind(after)];
  // Clients were told of new values only where these are texts.
  const more: Effect = walk.direction === 'written' && after.kind === 'string' ? 'open' : 'wider';
  if (old === null) return now === null ? [] : [found('narrower', `Only ${inWords(now)} may stand here now.`)];
  if (now === null) return [found(more, `Other values than ${inWords(old)} may stand here now.`)];
  const gone = old.filter((value) => !now.includes(value));
  const come = now.filter((value) => !old.includes(value));
  if (gone.length > 0 && gone.length === old.length) {
    return [found('other', `${inWords(gone)} became ${inWords(now)}.`)];
  }
  return [
    ...(gone.length > 0 ? [found('narrower', `The value ${inWords(gone)} is gone.`)] : []),
    ...(come.length > 0 ? [found(more, `The value ${inWords(come)} is new.`)] : []),
  ];
}

function ofKind({ node, kind }: Form): readonly unknown[] | null {
  return valuesOf(node)?.filter((value) => kindOf(value) === kind) ?? null;
}

function inWords(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}

function wholeNumbers(walk: Walk, before: Form, after: Form): readonly Change[] {
  const [was, is] = [before, after].map(({ node }) => [node.type].flat().includes('integer'));
  if (before.kind !== 'number' || was === is || [before, after].some(({ node }) => valuesOf(node) !== null)) return [];
  return is
    ? [judged(walk, after.pointer, 'narrower', 'Only whole numbers may stand here now.')]
    : [judged(walk, after.pointer, 'wider', 'Fractions may stand here now.')];
}

function limits(walk: Walk, before: Form, after: Form): readonly Change[] {
  return Object.entries(LIMITS).flatMap(([name, { without, lower }]) => {
    const [was, is] = [before, after].map(({ node }) => (typeof node[name] === 'number' ? node[name] : without));
    if (was === undefined || is === undefined || was === is) return [];
    const effect = is > was === lower ? 'narrower' : 'wider';
    const words = [was, is].map((limit) => (Number.isFinite(limit) ? String(limit) : 'none'));
    return [judged(walk, after.pointer, effect, `${name} went from ${words.join(' to ')}.`)];
  });
}

function demands(walk: Walk, before: Form, after: Form): readonly Change[] {
  return DEMANDS.flatMap((name) => {
    const [was, is] = [before.node[name], after.node[name]];
    if (isDeepStrictEqual(was, is)) return [];
    if (was === undefined) return [judged(walk, after.pointer, 'narrower', `${name} ${JSON.stringify(is)} is new.`)];
    if (is === undefined) return [judged(walk, after.pointer, 'wider', `${name} ${JSON.stringify(was)} is gone.`)];
    const what = `${name} ${JSON.stringify(was)} became ${JSON.stringify(is)}.`;
    return [judged(walk, after.pointer, 'other', what)];
  });
}
