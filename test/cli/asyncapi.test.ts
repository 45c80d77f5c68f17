/** The AsyncAPI document tells of every frame, resolves all its references, and accepts the frames that are really sent. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { asyncapiDocument } from '../../src/cli/asyncapi.ts';
import { closingFrame } from '../../src/streams/close-codes.ts';

interface Message {
  readonly name: string;
  readonly summary: string;
  readonly payload: object;
}

interface Document {
  readonly asyncapi: string;
  readonly channels: Record<string, { address: string; messages: Record<string, { $ref: string }> }>;
  readonly operations: Record<string, { action: string; messages: readonly { $ref: string }[] }>;
  readonly components: { messages: Record<string, Message>; schemas: Record<string, object> };
}

const document = asyncapiDocument() as Document;

/** What stands at `#/a/b/c`. */
function resolve(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((inside, key) => (inside as Record<string, unknown> | undefined)?.[key], document);
}

function references(inside: unknown): readonly string[] {
  if (typeof inside !== 'object' || inside === null) return [];
  return Object.entries(inside).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : references(value),
  );
}

test('PROTOCOL The WebSocket: it names every frame of both directions, each with a summary', () => {
  const named = (operation: string) =>
    document.operations[operation]?.messages.map(({ $ref }) => $ref.split('/').at(-1)).sort();
  expect(document.asyncapi).toBe('3.0.0');
  expect(named('fromClient')).toEqual(['authenticate', 'command', 'ping', 'subscribe', 'unsubscribe']);
  expect(named('toClient')).toEqual(
    [
      'ack',
      'closing',
      'events',
      'heartbeat',
      'inbox',
      'lobby',
      'pong',
      'presence',
      'rejected',
      'snapshot',
      'subscribed',
      'table',
      'unsubscribed',
      'welcome',
    ].sort(),
  );
  for (const { name, summary } of Object.values(document.components.messages)) expect(summary, name).toMatch(/\.$/);
});

test('every reference leads somewhere', () => {
  const all = references(document);
  expect(all.length).toBeGreaterThan(50);
  expect(all.filter((reference) => !reference.startsWith('#/') || resolve(reference) === undefined)).toEqual([]);
});

test('it is the same each time', () => {
  expect(JSON.stringify(asyncapiDocument())).toBe(JSON.stringify(document));
});

function accepts(name: string, frame: unknown): boolean {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const { payload } = document.components.messages[name] ?? { payload: { not: {} } };
  return ajv.validate({ ...payload, components: document.components }, frame);
}

test('a command is a `Command`, with its key', () => {
  const frame = { type: 'command', id: '5', key: 'x'.repeat(16), gameId: '019b8f0a-0002-7001-8001-0000000d0201' };
  expect(accepts('command', { ...frame, command: { type: 'play', cards: ['5', '5'], expectedVersion: 48 } })).toBe(
    true,
  );
  expect(accepts('command', { ...frame, command: { type: 'play', cards: ['five'] } })).toBe(false);
  expect(accepts('command', { ...frame, key: 'short', command: { type: 'pass' } })).toBe(false);
});

test('a closing frame is what the streams send', () => {
  expect(accepts('closing', JSON.parse(closingFrame('restarting')))).toBe(true);
  expect(accepts('closing', { type: 'closing' })).toBe(false);
});
