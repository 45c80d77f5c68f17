/** Values that a JSON Schema of the contract allows. What it does not know how to read it refuses: nothing is left out unseen. */
import fc from 'fast-check';
import { type Json, judgeOf } from '../support/documents.ts';

export type Schema = Json;

/** Real values, by the name of the property or parameter: chance would never find them. */
export type Known = (name: string) => readonly unknown[];

/** Keywords that say nothing about a value, or are read together with another. */
const READ = new Set([
  ...['$ref', 'type', 'enum', 'const', 'oneOf', 'anyOf', 'format', 'pattern', 'properties', 'required', 'items'],
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'additionalProperties', 'discriminator'],
  ...['default', 'description', 'title', 'example', 'examples', 'deprecated'],
]);

const MOST_LETTERS = 300;
const MOST_ITEMS = 40;

/** @throws Error when the schema uses a keyword or a format that is not read here */
export function valuesOf(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const real = known(name);
  const drawn = drawnBy(schema, known);
  return real.length === 0 ? drawn : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...real) }, drawn);
}

function drawnBy(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const unread = Object.keys(schema).filter((keyword) => !READ.has(keyword));
  if (unread.length > 0) throw new Error(`The fuzzer does not read the keywords ${unread.join(', ')}.`);
  if (schema.$ref !== undefined) return drawnBy(resolve(schema.$ref), known);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const branches: readonly Schema[] | undefined = schema.oneOf ?? schema.anyOf;
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => drawnBy(branch, known)));
  switch (schema.type) {
    case 'string':
      return texts(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) });
    case 'number':
      return numbers(schema);
    case 'array':
      return fc.array(drawnBy(schema.items, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? MOST_ITEMS, MOST_ITEMS),
        size: 'medium',
      });
    case 'object':
      return objects(schema, known);
    case undefined:
      return fc.jsonValue({ maxDepth: 2 });
    default:
      throw new Error(`The fuzzer does not know the type ${schema.type}.`);
  }
}

function resolve(ref: string): Schema {
  return ref
    .slice(2)
    .split('/')
    .reduce((part: Json, key) => part[key], judgeOf('openapi.json').document);
}

function numbers({ minimum = 0, maximum = 1000 }: Schema): fc.Arbitrary<number> {
  const bounds = { min: minimum, max: maximum };
  return fc.oneof(fc.integer(bounds), fc.double({ ...bounds, noNaN: true }), fc.constantFrom(minimum, maximum));
}

function texts({ format, pattern, minLength = 0, maxLength = MOST_LETTERS }: Schema): fc.Arbitrary<string> {
  const most = Math.min(maxLength, MOST_LETTERS);
  const lengthFits = (text: string) => text.length >= minLength && text.length <= maxLength;
  if (format === 'uuid') return fc.uuid();
  if (format !== undefined) throw new Error(`The fuzzer does not know the format ${format}.`);
  if (pattern === undefined) return fc.string({ unit: 'grapheme', minLength, maxLength: most }).filter(lengthFits);
  // A repetition as long as the least length needs a larger size than the usual one.
  const size = minLength > 8 ? 'medium' : 'small';
  return fc.stringMatching(new RegExp(pattern, 'u'), { size, maxLength: most }).filter(lengthFits);
}

function objects({ properties = {}, required = [], additionalProperties }: Schema, known: Known) {
  const named = Object.fromEntries(
    Object.entries<Schema>(properties).map(([name, property]) => [name, valuesOf(property, known, name)]),
  );
  const some = fc.record(named, { requiredKeys: required, noNullPrototype: true });
  if (typeof additionalProperties !== 'object') return some;
  const more = fc.dictionary(fc.string({ maxLength: 12 }), drawnBy(additionalProperties, known), { maxKeys: 3 });
  return fc.tuple(more, some).map(([others, own]) => ({ ...others, ...own }));
}
