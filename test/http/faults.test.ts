/** Faults of a request are told where they are and in words that help (ARCHITECTURE, Errors). */
import { describe, expect, test } from 'vitest';
import { createValidators } from '../../src/http/compilers.ts';
import { didYouMean } from '../../src/http/did-you-mean.ts';
import { faultsOf } from '../../src/http/faults.ts';

function faults(schema: object, body: unknown) {
  const validate = createValidators(() => ({}))({ schema, httpPart: 'body' });
  validate(body);
  return faultsOf('body', validate.errors ?? []);
}

const text = { type: 'string' };
const nullable = { anyOf: [{ type: 'object', properties: { a: text }, required: ['a'] }, { type: 'null' }] };

describe('of a union', () => {
  test('only the branch that the value came near to is told', () => {
    expect(faults(nullable, { a: 1 })).toEqual([
      { pointer: '#/a', code: 'wrong_type', detail: 'Must be a string, not a number.' },
    ]);
  });

  test('a value that comes near to none is told once', () => {
    expect(faults({ type: 'object', properties: { x: nullable } }, { x: 5 })).toEqual([
      { pointer: '#/x', code: 'wrong_type', detail: 'Must be an object or null, not a number.' },
    ]);
  });

  test('a missing discriminator is told with its field', () => {
    const schema = {
      type: 'object',
      discriminator: { propertyName: 'type' },
      required: ['type'],
      oneOf: [
        { properties: { type: { const: 'pass' } }, required: ['type'] },
        { properties: { type: { enum: ['play', 'lead'] } }, required: ['type'] },
      ],
    };
    expect(faults(schema, { type: 'zzzzzz' })).toEqual([
      { pointer: '#/type', code: 'invalid_enum', detail: 'Must be one of: pass, play, lead.' },
    ]);
    expect(faults(schema, {}).map(({ pointer }) => pointer)).toEqual(['#/type', '#/type']);
  });
});

test.each([
  [{ type: 'integer', minimum: 3 }, 2, 'too_small', 'Must be >= 3.'],
  [{ type: 'integer', maximum: 3 }, 4, 'too_big', 'Must be <= 3.'],
  [{ type: 'integer' }, 1.5, 'wrong_type', 'Must be a whole number, not a number.'],
  [{ type: 'string', minLength: 2 }, 'a', 'too_short', 'Must have at least 2 characters.'],
  [{ type: 'array', maxItems: 1 }, [1, 2], 'too_many', 'May have at most 1 entries.'],
  [{ type: 'array', minItems: 1 }, [], 'too_few', 'Must have at least 1 entries.'],
  [{ type: 'string', format: 'uuid' }, 'x', 'invalid_format', 'Must be of the form uuid.'],
  [{ enum: ['open', 'closed'] }, 'opne', 'invalid_enum', 'Did you mean "open"?'],
  [{ const: 5 }, 6, 'invalid_enum', 'Must be one of: 5.'],
])('%j is told as %s', (schema, value, code, detail) => {
  expect(faults(schema, value)).toEqual([{ pointer: '#', code, detail }]);
});

test('a pointer escapes what JSON Pointer escapes (RFC 6901)', () => {
  const schema = { type: 'object', properties: {}, additionalProperties: false };
  expect(faults(schema, { 'a/b~c': 1 })).toMatchObject([{ pointer: '#/a~1b~0c', detail: 'Nothing is expected here.' }]);
});

test('a thousand faults are told as twenty', () => {
  const many = Array.from({ length: 1000 }, () => 1);
  expect(faults({ type: 'array', items: text }, many)).toHaveLength(20);
});

test.each([
  ['declared', ['declare', 'target', 'cards'], 'declare'],
  ['crads', ['cards', 'type'], 'cards'],
  ['Name', ['name'], 'name'],
  ['xyz', ['cards', 'type'], null],
  ['a'.repeat(100_000), ['aaaaa'], null],
  ['x', [], null],
])('%s among %j was meant to be %s', (word, known, meant) => {
  expect(didYouMean(word, known)).toBe(meant);
});
