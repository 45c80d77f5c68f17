/** What a client may send: every frame, and every way of getting it wrong (PROTOCOL "The WebSocket"). */
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/http/limits.ts';
import { problem } from '../../src/http/problem.ts';
import type { SubmitCommand } from '../../src/streams/topics.ts';
import { connect, settled } from './client.ts';
import { START, startStreamNode } from './stream-node.ts';

const GAME = '019b8f0a-0002-7001-8001-0000000d0201';
const KEY = '5f0d2c1e-7c1b-4f6e-9a53-3f8a2d4f9b10';
const command = (id: string, gameId = GAME) => ({ type: 'command', id, key: KEY, gameId, command: { type: 'pass' } });

describe('PROTOCOL The WebSocket: answers', () => {
  it('ping is answered by pong with the time', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    client.send({ type: 'ping', id: '7' });
    expect(await client.wait('pong')).toEqual({ type: 'pong', id: '7', serverTime: START });
  });

  it('a command is handed over as it came, and acknowledged to its sender alone', async (test) => {
    const asked: unknown[] = [];
    const submit: SubmitCommand = async (who, { gameId, key, command: wanted }) => {
      asked.push({ who: who.id, gameId, key, command: wanted });
      return { version: 49, replayed: true };
    };
    const node = await startStreamNode(test, { submit });
    const [client, other] = await Promise.all([connect(node), connect(node)]);
    client.send({ ...command('5'), command: { type: 'play', cards: ['5', '5'], expectedVersion: 48 } });
    expect(await client.wait('ack')).toEqual({ type: 'ack', id: '5', version: 49, replayed: true });
    expect(asked).toEqual([
      { who: 'id-of-ada', gameId: GAME, key: KEY, command: { type: 'play', cards: ['5', '5'], expectedVersion: 48 } },
    ]);
    await settled(other);
    expect(other.ofType('ack')).toEqual([]);
  });

  it('a command that is refused is told by its problem', async (test) => {
    const node = await startStreamNode(test, {
      submit: async () => {
        throw problem('version_conflict', 'The turn that you answer ended at version 49.', { version: 56 });
      },
    });
    const client = await connect(node);
    client.send(command('5'));
    const { id, problem: told } = await client.wait('rejected');
    expect(id).toBe('5');
    expect(told).toEqual({
      type: 'urn:dalmuti:problem:version_conflict',
      title: 'The game has moved on',
      status: 409,
      detail: 'The turn that you answer ended at version 49.',
      code: 'version_conflict',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: 56,
    });
  });

  it('a bug is told by a request id and nothing else', async (test) => {
    const node = await startStreamNode(test, {
      submit: async () => {
        throw new Error('the seed is 1234');
      },
    });
    const client = await connect(node);
    client.send(command('5'));
    const rejected = await client.wait('rejected');
    expect(rejected).toMatchObject({ id: '5', problem: { code: 'internal', status: 500 } });
    expect(JSON.stringify(rejected)).not.toContain('seed');
    await settled(client);
  });

  it('commands reach the games in the order of their arrival, and block no other frame', async (test) => {
    const order: string[] = [];
    const answers = new Map<string, () => void>();
    const node = await startStreamNode(test, {
      submit: async (_, { key }) => {
        order.push(key);
        await new Promise<void>((resolve) => answers.set(key, resolve));
        return { version: order.length, replayed: false };
      },
    });
    const client = await connect(node);
    const keys = Array.from({ length: 10 }, (_, index) => `a-key-that-is-long-${index}`);
    keys.forEach((key, index) => {
      client.send({ ...command(`${index}`), key });
    });
    await settled(client);
    expect(order).toEqual(keys);
    expect(client.ofType('ack')).toEqual([]);
    for (const key of keys) answers.get(key)?.();
    await client.wait('ack', ({ id }) => id === '9');
  });
});

describe('PROTOCOL Close codes: what cannot be answered closes the socket with 4000', () => {
  const frames: readonly (readonly [string, string])[] = [
    ['no JSON', '{"type":"ping","id":"1"'],
    ['an empty frame', ''],
    ['a list', '[{"type":"ping","id":"1"}]'],
    ['null', 'null'],
    ['a number', '1'],
    ['a text', '"ping"'],
    ['no id', '{"type":"ping"}'],
    ['an id that is a list', '{"type":"ping","id":[1]}'],
    ['an id that is null', '{"type":"ping","id":null}'],
    ['an unknown type without id', '{"type":"shout"}'],
  ];

  it.each(frames)('%s', async (_, text) => {
    const closes: (() => Promise<void>)[] = [];
    const node = await startStreamNode({ onTestFinished: (close) => closes.push(close) });
    const [client, other] = await Promise.all([connect(node), connect(node)]);
    await client.wait('welcome');
    client.send(text);
    expect(await client.closed).toMatchObject({ code: 4000 });
    expect(client.frames.at(-1)).toMatchObject({ type: 'closing', code: 4000, reconnect: false });
    await settled(other);
    for (const close of closes) await close();
  });

  it('a binary frame', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    client.socket.send(Buffer.from('{"type":"ping","id":"1"}'), { binary: true });
    expect(await client.closed).toMatchObject({ code: 4000 });
    expect(client.frames.at(-1)).toMatchObject({ type: 'closing', code: 4000 });
    expect(client.ofType('pong')).toEqual([]);
  });

  it('bytes that are no UTF-8', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    await client.wait('welcome');
    client.socket.send(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { binary: false });
    expect(await client.closed).toMatchObject({ code: 4000 });
    expect(client.frames.at(-1)).toMatchObject({ type: 'closing', code: 4000 });
  });
});

describe('PROTOCOL The WebSocket: what can be answered is rejected, and the socket lives', () => {
  const frames: readonly (readonly [string, object, object])[] = [
    ['an unknown type', { type: 'shout', id: '1' }, { pointer: '#/type', code: 'invalid_enum' }],
    ['a missing field', { type: 'subscribe', id: '1' }, { pointer: '#/topic', code: 'missing_field' }],
    ['an unknown field', { type: 'ping', id: '1', loud: true }, { pointer: '#/loud', code: 'unknown_field' }],
    ['a wrong type', { type: 'subscribe', id: '1', topic: 5 }, { pointer: '#/topic', code: 'wrong_type' }],
    [
      'after below zero',
      { type: 'subscribe', id: '1', topic: 'me', after: -1 },
      { pointer: '#/after', code: 'too_small' },
    ],
    ['after that is no whole number', { type: 'subscribe', id: '1', topic: 'me', after: 1.5 }, { pointer: '#/after' }],
    ['no type', { id: '1' }, { pointer: '#/type' }],
    ['a type that is no text', { type: 1, id: '1' }, { pointer: '#/type' }],
    ['an id that is a number', { type: 'ping', id: 1 }, { pointer: '#/id', code: 'wrong_type' }],
    ['an id that is too long', { type: 'ping', id: 'x'.repeat(65) }, { pointer: '#/id', code: 'too_long' }],
    ['an empty id', { type: 'ping', id: '' }, { pointer: '#/id', code: 'too_short' }],
    ['a key below 16 characters', { ...command('1'), key: '15-characters--' }, { pointer: '#/key', code: 'too_short' }],
    ['no key', { ...command('1'), key: undefined }, { pointer: '#/key', code: 'missing_field' }],
    ['a game that is no id', { ...command('1'), gameId: 'chess' }, { pointer: '#/gameId', code: 'invalid_format' }],
    ['a command that is no object', { ...command('1'), command: 'pass' }, { pointer: '#/command', code: 'wrong_type' }],
  ];

  it.each(frames)('%s', async (_, frame, fault) => {
    const closes: (() => Promise<void>)[] = [];
    let submitted = 0;
    const node = await startStreamNode(
      { onTestFinished: (close) => closes.push(close) },
      {
        submit: async () => {
          submitted += 1;
          return { version: 1, replayed: false };
        },
      },
    );
    const client = await connect(node);
    client.send(frame);
    const { id, problem: told } = await client.wait('rejected');
    expect(id).toBe('id' in frame ? String(frame.id) : undefined);
    expect(told).toMatchObject({ code: 'invalid_request', status: 400, errors: [fault] });
    await settled(client);
    expect(submitted).toBe(0);
    for (const close of closes) await close();
  });

  it('an unknown kind of topic, and one that does not exist', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    client.send({ type: 'subscribe', id: '1', topic: 'weather' });
    client.send({ type: 'subscribe', id: '2', topic: 'game:missing' });
    client.send({ type: 'subscribe', id: '3', topic: 'constructor' });
    for (const id of ['1', '2', '3']) {
      expect(await client.wait('rejected', (frame) => frame.id === id)).toMatchObject({
        problem: { code: 'not_found', status: 404 },
      });
    }
    await settled(client);
  });
});

describe('PROTOCOL Close codes: 1009, frames above 16384 bytes', () => {
  it('a frame of exactly 16384 bytes is read', async (test) => {
    const node = await startStreamNode(test);
    const client = await connect(node);
    const frame = JSON.stringify({ type: 'ping', id: '1' });
    client.send(frame + ' '.repeat(16384 - frame.length));
    await client.wait('pong');
  });

  it.each([16385, 1024 * 1024])('one of %i bytes closes the socket and disturbs nobody', async (size) => {
    const closes: (() => Promise<void>)[] = [];
    const node = await startStreamNode({ onTestFinished: (close) => closes.push(close) });
    const [client, other] = await Promise.all([connect(node), connect(node)]);
    await client.wait('welcome');
    const frame = JSON.stringify({ type: 'ping', id: '1' });
    client.send(frame + ' '.repeat(size - frame.length));
    expect(await client.closed).toMatchObject({ code: 1009 });
    expect(client.frames.at(-1)).toMatchObject({ type: 'closing', code: 1009, reconnect: false });
    expect(client.ofType('pong')).toEqual([]);
    await settled(other);
    for (const close of closes) await close();
  });
});

describe('PROTOCOL promise 8: limits speak', () => {
  it('commands above the limit are rejected with the limit and the time to wait, and nothing else is', async (test) => {
    let submitted = 0;
    const node = await startStreamNode(test, {
      limits: true,
      submit: async () => {
        submitted += 1;
        return { version: submitted, replayed: false };
      },
    });
    const client = await connect(node);
    const welcome = await client.wait('welcome');
    const limits = welcome.limits as { name: string; quota: number; windowSeconds: number }[];
    const limit = limits.find(({ name }) => name === 'commands');
    for (let id = 0; id <= (limit?.quota ?? 0); id++) client.send(command(`${id}`));
    const rejected = await client.wait('rejected');
    expect(rejected).toMatchObject({
      id: `${limit?.quota}`,
      problem: { code: 'rate_limited', status: 429, limit, retryAfterSeconds: limit?.windowSeconds },
    });
    expect(submitted).toBe(limit?.quota);
    client.send({ type: 'subscribe', id: 's', topic: 'me' });
    await client.wait('subscribed');
    node.clock.forward((limit?.windowSeconds ?? 0) * 1000);
    client.send(command('later'));
    await client.wait('ack', ({ id }) => id === 'later');
  });

  it('4029: a flood of frames closes the socket', async (test) => {
    const node = await startStreamNode(test, { limits: true });
    const client = await connect(node);
    const { limits } = await client.wait('welcome');
    const frames = (limits as { name: string; quota: number }[]).find(({ name }) => name === 'frames');
    for (let id = 0; id <= (frames?.quota ?? 0); id++) client.send({ type: 'ping', id: `${id}` });
    expect(await client.closed).toMatchObject({ code: 4029 });
    const retryAfterSeconds = LIMITS.frames.windowSeconds;
    expect(client.frames.at(-1)).toMatchObject({ type: 'closing', code: 4029, reconnect: true, retryAfterSeconds });
  });
});
