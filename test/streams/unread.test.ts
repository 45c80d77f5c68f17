/** Bytes that a client has not acknowledged count as unread, wherever they wait (PROTOCOL "Limits"). */
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { BOUNDS } from '../../src/http/bounds.ts';
import { createUnread } from '../../src/streams/unread.ts';
import { connect } from './client.ts';
import { ask } from './event-stream.ts';
import { startStreamNode } from './stream-node.ts';

const GAME = '/v1/games/019b8f0a-0002-7001-8001-0000000d0201/stream';
const KIB = 1024;

describe('unread bytes of a socket', () => {
  function counted() {
    const pings: Uint8Array[] = [];
    return { pings, unread: createUnread((payload) => pings.push(payload)) };
  }

  it('are all bytes sent after the last ping that a pong answered', () => {
    const { pings, unread } = counted();
    unread.sent(60 * KIB);
    expect(pings).toHaveLength(0);
    unread.sent(10 * KIB);
    unread.sent(10 * KIB);
    expect([pings.length, unread.bytes()]).toEqual([1, 80 * KIB]);
    unread.pong(pings[0] ?? new Uint8Array());
    expect(unread.bytes()).toBe(10 * KIB);
  });

  it('are not lowered by a pong that no ping asked for, nor by the same pong twice', () => {
    const { pings, unread } = counted();
    unread.sent(70 * KIB);
    unread.sent(70 * KIB);
    unread.pong(new Uint8Array(8));
    unread.pong(new Uint8Array());
    expect(unread.bytes()).toBe(140 * KIB);
    unread.pong(pings[1] ?? new Uint8Array());
    unread.pong(pings[0] ?? new Uint8Array());
    expect(unread.bytes()).toBe(0);
  });

  it('close the socket with 4008 at the bound, however much the kernel would still take', async (test) => {
    const node = await startStreamNode(test, { eventSize: 64 * KIB });
    const slow = await connect(node);
    slow.send({ type: 'subscribe', id: '1', topic: 'game:1' });
    await slow.wait('snapshot');
    slow.socket.pause();
    let published = 0;
    while (node.game.live().length > 0 && published < 1000) {
      node.game.publish();
      published += 1;
      await new Promise(setImmediate);
    }
    expect(published * 64 * KIB).toBeLessThan(BOUNDS.unreadBytes.most + 3 * 64 * KIB);
    slow.socket.resume();
    expect(await slow.closed).toMatchObject({ code: 4008 });
  });

  it('never close a socket that reads, whatever it subscribes to at once', async (test) => {
    const node = await startStreamNode(test, { snapshotSize: 64 * KIB });
    const client = await connect(node);
    const topics = Array.from({ length: BOUNDS.topics.most }, (_, index) => `game:${index}`);
    for (const topic of topics) client.send({ type: 'subscribe', id: topic, topic });
    await expect.poll(() => client.ofType('snapshot').length, { timeout: 20_000 }).toBe(topics.length);
    expect(client.ofType('subscribed').map(({ topic }) => topic)).toEqual(topics);
    expect(client.ofType('closing')).toEqual([]);
  });

  it('cut a socket that sends frames and answers no ping between two heartbeats', async (test) => {
    const node = await startStreamNode(test);
    const headers = { authorization: 'Bearer ada-token' };
    const mute = new WebSocket(`ws://${node.url}/v1/stream`, ['dalmuti.v1'], { headers, autoPong: false });
    const closed = new Promise((resolve) => mute.once('close', resolve));
    mute.on('error', () => undefined);
    await new Promise((resolve) => mute.once('message', resolve));
    const pinged = new Promise((resolve) => mute.once('ping', resolve));
    node.clock.forward(15_000);
    await pinged;
    const answered = new Promise((resolve) => mute.once('message', resolve));
    mute.send(JSON.stringify({ type: 'ping', id: '1' }));
    await answered;
    node.clock.forward(15_000);
    expect(await closed).toBe(1006);
    expect(node.lines.count('127.0.0.1')).toBe(0);
  });
});

describe('a response of server-sent events', () => {
  it('ends by itself after 5 to 10 minutes, without closing, and leaves nothing behind', async (test) => {
    const node = await startStreamNode(test);
    const stream = await ask(node, GAME);
    await stream.wait('event: snapshot');
    const begun = node.clock.now();
    while (node.game.live().length > 0) node.clock.forward(1_000);
    const minutes = (node.clock.now() - begun) / 60_000;
    expect(minutes).toBeGreaterThanOrEqual(5);
    expect(minutes).toBeLessThanOrEqual(10.1);
    await stream.ended;
    expect(stream.text()).not.toContain('closing');
    expect([node.game.live(), node.clock.pending()]).toEqual([[], 0]);
    const resumed = await ask(node, GAME, { 'last-event-id': '2' });
    await resumed.wait('"after":2');
  });

  it('ends after its bytes; a client that reads none of them is reset', async (test) => {
    const node = await startStreamNode(test, { eventSize: 64 * KIB });
    const stream = await ask(node, GAME);
    await stream.wait('event: snapshot');
    stream.response.pause();
    let published = 0;
    for (; node.game.live().length > 0 && published < 1000; published += 1) node.game.publish();
    expect(published).toBe(16);
    node.clock.forward(5_000);
    stream.response.resume();
    await stream.ended;
    expect(stream.text()).not.toContain('closing');
  });

  it('closes with 4008 when the client reads nothing between two heartbeats', async (test) => {
    const node = await startStreamNode(test, { snapshotSize: 32 * KIB * KIB });
    const stream = await ask(node, GAME);
    stream.response.pause();
    await expect.poll(() => node.game.live()).toHaveLength(1);
    node.clock.forward(15_000);
    expect(node.game.live()).toHaveLength(1);
    node.clock.forward(15_000);
    expect(node.game.live()).toEqual([]);
    node.clock.forward(5_000);
    await expect.poll(() => node.lines.count('127.0.0.1')).toBe(0);
  });
});

describe('sockets and event streams of one address', () => {
  it('beyond the number it may hold open are closed with 4029 and answered 429, whoever their players are', async (test) => {
    const node = await startStreamNode(test, { limits: true });
    const [socket, stream] = await Promise.all([connect(node), ask(node, GAME)]);
    await Promise.all([socket.wait('welcome'), stream.wait('event: snapshot')]);
    expect(node.lines.count('127.0.0.1')).toBe(2);
    const others = Array.from({ length: BOUNDS.lines.most - 2 }, () => node.lines.open('127.0.0.1'));
    const refused = await connect(node, { token: 'bob-token' });
    expect(await refused.closed).toMatchObject({ code: 4029 });
    expect(refused.frames).toEqual([
      expect.objectContaining({ type: 'closing', reconnect: true, reason: expect.stringContaining('close one') }),
    ]);
    const answer = await ask(node, GAME, { authorization: 'Bearer bob-token' });
    expect([answer.response.statusCode, answer.response.headers['retry-after']]).toEqual([429, '10']);
    for (const close of others) close();
    stream.leave();
    socket.socket.close();
    await expect.poll(() => node.lines.count('127.0.0.1')).toBe(0);
  });

  it('are not counted when their topic refuses them', async (test) => {
    const node = await startStreamNode(test, { limits: true });
    node.game.finish();
    const over = await ask(node, `${GAME}?after=3`);
    expect(over.response.statusCode).toBe(204);
    await expect.poll(() => node.lines.count('127.0.0.1')).toBe(0);
  });
});
