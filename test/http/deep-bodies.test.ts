/** A body may be nested as deep as its bytes allow, and have as many faults: it is refused in few words, and nothing overflows. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootApp, type TestApp } from '../support/app.ts';

let node: TestApp;
beforeAll(async () => {
  node = await bootApp();
});
afterAll(() => node.close());

const deep = (open: string, close: string) => `${open.repeat(8_000)}1${close.repeat(8_000)}`;
const LISTS = deep('[', ']');
const OBJECTS = deep('{"a":', '}');

async function createTable(payload: string) {
  const { headers } = await node.guest();
  const json = { ...headers, 'content-type': 'application/json' };
  const answer = await node.inject({ method: 'POST', url: '/v1/tables', headers: json, payload });
  const { code, errors } = answer.json();
  return { code, pointers: errors.map(({ pointer }: { pointer: string }) => pointer), size: answer.body.length };
}

it.each([
  ['a list for a body', LISTS, 'invalid_request', '#'],
  ['an unknown property', OBJECTS, 'invalid_request', '#/a'],
  ['lists for a ruleset', `{"ruleset":${LISTS}}`, 'invalid_request', '#/ruleset'],
  ['objects for a ruleset', `{"ruleset":${OBJECTS}}`, 'ruleset_refused', '#/ruleset/a'],
  ['objects for a group of options', `{"ruleset":{"tax":${OBJECTS}}}`, 'ruleset_refused', '#/ruleset/tax/a'],
  ['lists for an option', `{"ruleset":{"deck":${LISTS}}}`, 'ruleset_refused', '#/ruleset/deck'],
  ['objects for a preset', `{"ruleset":{"preset":${OBJECTS}}}`, 'ruleset_refused', '#/ruleset/preset'],
])('refuses %s, however deep', async (_, payload, code, pointer) => {
  const told = await createTable(payload);
  expect(told).toMatchObject({ code, pointers: [pointer] });
  expect(told.size).toBeLessThan(1_000);
});

it('refuses null, which is not nothing', async () => {
  expect(await createTable('null')).toMatchObject({ code: 'invalid_request', pointers: ['#'] });
});

it('tells twenty faults of a ruleset that has thousands', async () => {
  const wishes = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`wish${index}`, index]));
  const told = await createTable(JSON.stringify({ ruleset: wishes }));
  expect(told.code).toBe('ruleset_refused');
  expect(told.pointers).toHaveLength(20);
});

it('refuses a preset whose text would be made by the caller', async () => {
  const told = await createTable('{"ruleset":{"preset":{"toString":null,"valueOf":null}}}');
  expect(told).toMatchObject({ code: 'ruleset_refused', pointers: ['#/ruleset/preset'] });
});
