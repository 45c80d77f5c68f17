/** Compares two JSON Schemas by who reads what they describe. */
import { isDeepStrictEqual } from 'node:util';
import { type Change, judged } from './change.ts';
import { compareObjects, OBJECT_KEYWORDS } from './compare-objects.ts';
import { compareValues, VALUE_KEYWORDS } from './compare-values.ts';
import { below, type Located, type Node } from './document.ts';
import { type Form, formsOf, type Matched, match, nameOf, unionOf } from './forms.ts';
import type { Walk } from './walk.ts';

/** What is for people, or says nothing of its own about what is allowed. */
const TEXTS: readonly string[] = [
  'title',
  'description',
  'example',
  'examples',
  '$comment',
  'deprecated',
  'externalDocs',
];
const IN_UNIONS: ReadonlySet<string> = new Set([...TEXTS, 'default', 'oneOf', 'anyOf', 'discriminator', 'type']);
const IN_FORMS: ReadonlySet<string> = new Set([
  ...TEXTS,
  ...VALUE_KEYWORDS,
  ...OBJECT_KEYWORDS,
  'default',
  'items',
  'discriminator',
]);

export function compareSchemas(walk: Walk, before: Located, after: Located): readonly Change[] {
  const pair = `${before.pointer} ${after.pointer}`;
  if (walk.seen.has(pair) || walk.same.has(pair)) return [];
  walk.seen.add(pair);
  const matched = match(formsOf(walk.before, before), formsOf(walk.after, after));
  return [
    ...defaults(walk, before, after),
    ...(unionOf(before.node) !== null && unionOf(after.node) !== null ? unjudged(walk, before, after, IN_UNIONS) : []),
    ...forms(walk, after, matched),
    ...matched.both.flatMap(([old, now]) => compareForms(walk, old, now)),
  ];
}

function forms(walk: Walk, after: Located, { both, gone, come }: Matched): readonly Change[] {
  if (gone.some(isAnything)) return [judged(walk, after.pointer, 'narrower', 'Not anything may stand here any more.')];
  if (come.some(isAnything)) return [judged(walk, after.pointer, 'wider', 'Anything may stand here now.')];
  const written = walk.direction === 'written';
  // Beside tagged objects a client has been told to expect others; that a known one stops to come was never said.
  const expected = (form: Form) => isTagged(form) && [...both.map(([old]) => old), ...gone].some(isTagged);
  return [
    ...gone.map((form) =>
      judged(walk, form.pointer, written && isTagged(form) ? 'other' : 'narrower', `It is never ${nameOf(form)} now.`),
    ),
    ...come.map((form) =>
      judged(walk, form.pointer, written && expected(form) ? 'open' : 'wider', `It may be ${nameOf(form)} now.`),
    ),
  ];
}

function isAnything({ kind }: Form): boolean {
  return kind === 'anything';
}

function isTagged({ kind, tag }: Form): boolean {
  return kind === 'object' && tag !== null;
}

function compareForms(walk: Walk, before: Form, after: Form): readonly Change[] {
  const changes = [...compareValues(walk, before, after), ...unjudged(walk, before, after, IN_FORMS)];
  if (before.kind === 'object') return [...changes, ...compareObjects(walk, before, after, compareSchemas)];
  if (before.kind !== 'array') return changes;
  return [...changes, ...compareSchemas(walk, below(walk.before, before, 'items'), below(walk.after, after, 'items'))];
}

/** What is meant by leaving a property out; of no interest where the service writes. */
function defaults(walk: Walk, { node: before }: Located, { node: after, pointer }: Located): readonly Change[] {
  if (walk.direction === 'written' || isDeepStrictEqual(before.default, after.default)) return [];
  if (!('default' in before)) {
    return [judged(walk, pointer, 'open', `What is left out is ${JSON.stringify(after.default)} now.`)];
  }
  const now = 'default' in after ? JSON.stringify(after.default) : 'nothing';
  return [judged(walk, pointer, 'other', `What is left out was ${JSON.stringify(before.default)}, and is ${now} now.`)];
}

/** Keywords that this comparison knows nothing of must stay as they are: better a false alarm than a change that nobody saw. */
function unjudged(walk: Walk, before: Located, after: Located, known: ReadonlySet<string>): readonly Change[] {
  const [old, now]: readonly Node[] = [before.node, after.node];
  const names = new Set([...Object.keys(before.node), ...Object.keys(after.node)]);
  return [...names]
    .filter((name) => !known.has(name) && !isDeepStrictEqual(old?.[name], now?.[name]))
    .map((name) => judged(walk, after.pointer, 'other', `"${name}" has changed, which cannot be judged here.`));
}
