/** The AsyncAPI document tells of every frame, resolves all its references, and accepts the frames that are really sent. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { asyncapiDocument } from '../../src/ops/asyncapi.ts';
import { CLOSE_CODES, closingFrame } from '../../src/streams/close-codes.ts';

interface Message {
  readonly name: string;
  readonly summary: string;
  readonly payload: object;
  readonly examples: readonly { readonly name: string; readonly payload: object }[];
}

interface Document {
  readonly asyncapi: string;
  readonly channels: Record<
    string,
    { address: string; messages: Record<string, { $ref: string }>; 'x-close-codes'?: readonly object[] }
  >;
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

test('every frame has examples, and each of them is accepted: they went over a socket once', () => {
  for (const { name, examples } of Object.values(document.components.messages)) {
    const hint = `${name} has no example: let test/contract/story hear it, then npm run examples`;
    expect(examples.length, hint).toBeGreaterThan(0);
    for (const example of examples) {
      expect([name, example.name, accepts(name, example.payload)]).toEqual([name, example.name, true]);
    }
  }
});

test('server-sent events carry frames of the socket, and every close code is listed with what it means', () => {
  const { stream, ...eventStreams } = document.channels;
  expect(Object.values(eventStreams).map(({ address }) => address)).toEqual([
    '/v1/games/{gameId}/stream',
    '/v1/me/stream',
    '/v1/lobby/stream',
  ]);
  for (const { messages } of Object.values(eventStreams)) {
    for (const name of Object.keys(messages)) expect(Object.keys(stream?.messages ?? {})).toContain(name);
  }
  expect(stream?.['x-close-codes']).toEqual(Object.values(CLOSE_CODES));
});
