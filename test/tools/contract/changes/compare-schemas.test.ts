/** Each kind of change of a schema (promise 12), and for whom it breaks something: the service that reads or the clients that do. */
import { describe, expect, it } from 'vitest';
import type { Change, Direction } from '../../../../tools/contract/changes/change.ts';
import { compareSchemas } from '../../../../tools/contract/changes/compare-schemas.ts';
import { below, type Node, root } from '../../../../tools/contract/changes/document.ts';

function compare(direction: Direction, before: Node, after: Node, schemas: readonly [Node, Node] = [{}, {}]) {
  const [old, now] = [
    { schema: before, components: { schemas: schemas[0] } },
    { schema: after, components: { schemas: schemas[1] } },
  ] as const;
  const walk = {
    before: old,
    after: now,
    direction,
    operation: 'it',
    seen: new Set<string>(),
    same: new Set<string>(),
  };
  return compareSchemas(walk, below(old, root(old), 'schema'), below(now, root(now), 'schema'));
}

function severity(changes: readonly Change[]): 'none' | Change['severity'] {
  if (changes.length === 0) return 'none';
  return changes.some((change) => change.severity === 'breaking') ? 'breaking' : 'compatible';
}

const text = { type: 'string' };
const whole = { type: 'integer' };
const object = (properties: Node, required: readonly string[] = [], more: Node = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
});
const closed = (properties: Node, required: readonly string[] = []) =>
  object(properties, required, { additionalProperties: false });
const tagged = (type: string, properties: Node = {}) =>
  object({ type: { type: 'string', const: type }, ...properties }, ['type', ...Object.keys(properties)]);

/** Of what the service reads, and of what it writes. */
type Expected = readonly [read: ReturnType<typeof severity>, written: ReturnType<typeof severity>];
const NOTHING: Expected = ['none', 'none'];
const NARROWER: Expected = ['breaking', 'compatible'];
const WIDER: Expected = ['compatible', 'breaking'];
const OPEN: Expected = ['compatible', 'compatible'];
const OTHER: Expected = ['breaking', 'breaking'];

const CASES: readonly (readonly [what: string, before: Node, after: Node, expected: Expected])[] = [
  ['texts for people', { ...text, description: 'a' }, { ...text, title: 'b', examples: ['c'] }, NOTHING],
  ['another way to write the same', { type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }, NOTHING],
  ['a constant as an enumeration', { ...text, const: 'a' }, { ...text, enum: ['a'] }, NOTHING],
  ['constants as an enumeration', { anyOf: [{ const: 'a' }, { const: 'b' }] }, { ...text, enum: ['b', 'a'] }, NOTHING],

  ['an optional property more', closed({}), closed({ a: text }), OPEN],
  ['a required property more', closed({}), closed({ a: text }, ['a']), NARROWER],
  ['a property less', closed({ a: text }), closed({}), OTHER],
  ['a property less, where others may stand', object({ a: text }), object({}), ['compatible', 'breaking']],
  ['required now', object({ a: text }), object({ a: text }, ['a']), NARROWER],
  ['not required any more', object({ a: text }, ['a']), object({ a: text }), WIDER],
  ['closed now', object({}), closed({}), NARROWER],
  ['open now', closed({}), object({}), OPEN],
  ['a map of less', object({}), object({}, [], { additionalProperties: text }), NARROWER],
  ['a map now', closed({}), object({}, [], { additionalProperties: text }), OPEN],
  [
    'inside of a map',
    object({}, [], { additionalProperties: text }),
    object({}, [], { additionalProperties: whole }),
    OTHER,
  ],
  ['inside of a property', object({ a: whole }), object({ a: { type: 'number' } }), WIDER],
  ['inside of a list', { type: 'array', items: { type: 'number' } }, { type: 'array', items: whole }, NARROWER],

  ['another type', text, whole, OTHER],
  ['null too', text, { type: ['string', 'null'] }, WIDER],
  ['no null any more', { type: ['string', 'null'] }, text, NARROWER],
  ['anything', text, {}, WIDER],
  ['not anything any more', {}, text, NARROWER],

  ['a value more', { ...text, enum: ['a'] }, { ...text, enum: ['a', 'b'] }, OPEN],
  ['a value less', { ...text, enum: ['a', 'b'] }, { ...text, enum: ['a'] }, NARROWER],
  ['any text', { ...text, enum: ['a'] }, text, OPEN],
  ['some texts', text, { ...text, enum: ['a'] }, NARROWER],
  ['another constant', { ...text, const: 'a' }, { ...text, const: 'b' }, OTHER],
  ['a number more', { ...whole, enum: [1] }, { ...whole, enum: [1, 2] }, WIDER],
  ['true too', { type: 'boolean', const: false }, { type: 'boolean' }, WIDER],
  ['a null in an enumeration', { enum: ['a'] }, { enum: ['a', null] }, WIDER],

  ['fractions', whole, { type: 'number' }, WIDER],
  ['whole numbers', { type: 'number' }, whole, NARROWER],
  ['a higher minimum', { ...whole, minimum: 1 }, { ...whole, minimum: 2 }, NARROWER],
  ['no minimum', { ...whole, minimum: 1 }, whole, WIDER],
  ['a higher maximum', { ...whole, maximum: 1 }, { ...whole, maximum: 2 }, WIDER],
  ['a maximum', whole, { ...whole, exclusiveMaximum: 2 }, NARROWER],
  ['a minimum of nothing', text, { ...text, minLength: 0 }, NOTHING],
  ['a longer text', { ...text, maxLength: 1 }, { ...text, maxLength: 2 }, WIDER],
  ['a shorter list', { type: 'array', maxItems: 2 }, { type: 'array', maxItems: 1 }, NARROWER],
  ['a pattern', text, { ...text, pattern: '^a' }, NARROWER],
  ['no pattern', { ...text, pattern: '^a' }, text, WIDER],
  ['another pattern', { ...text, pattern: '^a' }, { ...text, pattern: '^b' }, OTHER],
  ['another format', { ...text, format: 'uuid' }, { ...text, format: 'uri' }, OTHER],
  ['lists of different values', { type: 'array' }, { type: 'array', uniqueItems: true }, NARROWER],

  ['a default', text, { ...text, default: 'a' }, ['compatible', 'none']],
  ['another default', { ...text, default: 'a' }, { ...text, default: 'b' }, ['breaking', 'none']],
  ['no default', { ...text, default: 'a' }, text, ['breaking', 'none']],

  ['an object more', { oneOf: [tagged('a'), tagged('b')] }, { oneOf: [tagged('b'), tagged('c'), tagged('a')] }, OPEN],
  ['an object beside the only one', tagged('a'), { oneOf: [tagged('a'), tagged('b')] }, OPEN],
  ['an object less', { oneOf: [tagged('a'), tagged('b')] }, { oneOf: [tagged('b')] }, OTHER],
  ['an object beside a text', text, { anyOf: [text, tagged('a')] }, WIDER],
  [
    'inside of one of the objects',
    { oneOf: [tagged('a'), tagged('b', { c: text })] },
    { oneOf: [tagged('b'), tagged('a')] },
    ['compatible', 'breaking'],
  ],
  ['the only object by another name', tagged('a'), tagged('b'), OTHER],
  ['a union inside of a union', { anyOf: [{ oneOf: [text, whole] }] }, { anyOf: [whole, text] }, NOTHING],

  ['what is not known here', text, { ...text, contains: 1 }, OTHER],
  ['what is not known here, beside a union', { anyOf: [text] }, { anyOf: [text], not: { const: 'a' } }, OTHER],
];

describe('a change of a schema', () => {
  it.each(CASES)('%s', (_, before, after, [read, written]) => {
    expect(severity(compare('read', before, after)), 'in what the service reads').toBe(read);
    expect(severity(compare('written', before, after)), 'in what it writes').toBe(written);
  });

  it.each(CASES)('nothing, when it is undone: %s', (_, before, after) => {
    expect(compare('read', before, before)).toEqual([]);
    expect(compare('written', after, after)).toEqual([]);
  });

  it('is told with its place', () => {
    const list = (items: Node) => closed({ 'a/b': { type: 'array', items } });
    expect(compare('written', list(text), list({ type: ['string', 'null'] }))).toEqual([
      { severity: 'breaking', operation: 'it', pointer: '#/schema/properties/a~1b/items', what: 'It may be null now.' },
    ]);
  });
});

describe('references', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  it('are followed, whatever the schemas are called', () => {
    expect(compare('read', ref('A'), ref('B'), [{ A: text }, { B: text }])).toEqual([]);
    const [change] = compare('read', ref('A'), ref('B'), [{ A: text }, { B: { ...text, maxLength: 1 } }]);
    expect(change).toMatchObject({ severity: 'breaking', pointer: '#/components/schemas/B' });
  });

  it('may lead back to where they stand', () => {
    const tree = (leaf: Node) => closed({ leaf, children: { type: 'array', items: ref('Tree') } });
    const changes = compare('read', ref('Tree'), ref('Tree'), [{ Tree: tree(whole) }, { Tree: tree(text) }]);
    expect(changes.map(({ what, pointer }) => `${what} ${pointer}`)).toEqual([
      'It is never number now. #/components/schemas/Tree/properties/leaf',
      'It may be string now. #/components/schemas/Tree/properties/leaf',
    ]);
  });

  it('may have something beside them', () => {
    const before = closed({ a: ref('A'), b: { ...ref('A'), default: 'x' } });
    const after = closed({ a: ref('A'), b: { ...ref('A'), default: 'y' } });
    const [change, ...more] = compare('read', before, after, [{ A: text }, { A: text }]);
    expect(change).toMatchObject({ severity: 'breaking', pointer: '#/schema/properties/b' });
    expect(more).toEqual([]);
  });

  it('must lead somewhere', () => {
    expect(() => compare('read', ref('A'), ref('A'), [{}, {}])).toThrow('#/components/schemas/A leads nowhere');
    const circle = [{ A: ref('B'), B: ref('A') }, {}] as const;
    expect(() => compare('read', ref('A'), ref('A'), circle)).toThrow('refers to itself');
  });

  it('tell objects without a tag apart by name', () => {
    const both = { anyOf: [ref('A'), ref('B')] };
    const schemas = { A: closed({ a: text }), B: closed({ b: text }) };
    expect(compare('read', both, { anyOf: [ref('B'), ref('A')] }, [schemas, schemas])).toEqual([]);
    const [change] = compare('read', both, { anyOf: [ref('B')] }, [schemas, schemas]);
    expect(change).toMatchObject({ severity: 'breaking', pointer: '#/components/schemas/A' });
  });
});
