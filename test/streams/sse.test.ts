/** The same frames as server-sent events (PROTOCOL "Server-sent events"). */
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ask } from './event-stream.ts';
import { identity, START, startStreamNode } from './stream-node.ts';

const GAME = '019b8f0a-0002-7001-8001-0000000d0201';
const URL = `/v1/games/${GAME}/stream`;

describe('PROTOCOL Server-sent events: a game as server-sent events', () => {
  it('begins with a snapshot; name, id and data of each are those of the frame', async (test) => {
    const node = await startStreamNode(test);
    const stream = await ask(node, URL);
    expect(stream.response.statusCode).toBe(200);
    expect(stream.response.headers['content-type']).toMatch(/^text\/event-stream/);
    expect(stream.response.headers['cache-control']).toContain('no-store');
    await stream.wait('event: snapshot');
    node.game.publish();
    await stream.wait('event: events');
    expect(stream.text()).toBe(
      [
        'retry: 2000',
        '',
        'event: snapshot',
        'id: 3',
        `data: {"type":"snapshot","topic":"game:${GAME}","version":3,"view":{"version":3}}`,
        '',
        'event: events',
        'id: 4',
        `data: {"type":"events","topic":"game:${GAME}","after":3,"version":4,"events":[{"version":4}],"padding":""}`,
        '',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['?after=', `${URL}?after=1`, {}],
    ['Last-Event-ID', URL, { 'last-event-id': '1' }],
    ['Last-Event-ID, which is newer than the address', `${URL}?after=0`, { 'last-event-id': '1' }],
  ])('%s resumes', async (_, path, headers) => {
    const closes: (() => Promise<void>)[] = [];
    const node = await startStreamNode({ onTestFinished: (close) => closes.push(close) });
    const stream = await ask(node, path, headers);
    await stream.wait(`"after":1,"version":3`);
    expect(stream.text()).not.toContain('snapshot');
    for (const close of closes) await close();
  });

  it('a frame without a version has no id', async (test) => {
    const node = await startStreamNode(test);
    const stream = await ask(node, URL);
    await stream.wait('event: snapshot');
    const frame = `{"type":"presence","topic":"game:${GAME}","seats":[{"seat":3,"connected":false}]}`;
    node.game.opened[0]?.follower.send(frame);
    await stream.wait('event: presence');
    expect(stream.text()).toContain(`\n\nevent: presence\ndata: ${frame}\n\n`);
  });

  it('comments are the heartbeat', async (test) => {
    const node = await startStreamNode(test);
    const stream = await ask(node, URL);
    await stream.wait('event: snapshot');
    node.clock.forward(15_000);
    await stream.wait(': 2026-01-05T19:00:15.000Z\n\n');
  });

  it('204 when the game is over and nothing is missing, the rest of it otherwise', async (test) => {
    const node = await startStreamNode(test);
    node.game.finish();
    const last = await ask(node, `${URL}?after=3`);
    expect(last.response.statusCode).toBe(204);
    expect(node.game.live()).toEqual([]);
    expect(node.game.opened.every(({ closed }) => closed)).toBe(true);
    const before = await ask(node, `${URL}?after=2`);
    expect(before.response.statusCode).toBe(200);
    await before.wait('event: events');
  });

  it('ends when the topic ends', async (test) => {
    const node = await startStreamNode(test);
    const stream = await ask(node, URL);
    await stream.wait('event: snapshot');
    node.game.publish();
    node.game.opened[0]?.follower.end('closed');
    await stream.ended;
    expect(stream.text()).toContain('event: events');
    expect(node.game.live()).toEqual([]);
    expect(node.clock.pending()).toBe(0);
  });

  it('1012: a stop is told, and does not wait for anybody', async (test) => {
    const node = await startStreamNode(test);
    const stream = await ask(node, URL);
    await stream.wait('event: snapshot');
    await node.app.close();
    await stream.ended;
    expect(stream.text()).toMatch(
      /event: closing\ndata: \{"type":"closing","code":1012,[^\n]*"reconnect":true[^\n]*\}\n\n$/,
    );
  });

  it('1012: also what was still being opened', async (test) => {
    const node = await startStreamNode(test);
    const release = node.game.hold();
    const asking = ask(node, URL);
    await expect.poll(() => node.app.server.listening).toBe(true);
    const closing = node.app.close();
    release();
    const stream = await asking.catch(() => null);
    await closing;
    await stream?.ended;
    expect(node.game.live()).toEqual([]);
  });

  it('4003: a revoked token ends it; 4001: so does an expired one', async (test) => {
    const node = await startStreamNode(test);
    node.tokens.set('short-token', identity('bob', { expiresAt: Date.parse(START) + 60_000 }));
    const revoked = await ask(node, URL);
    const expired = await ask(node, URL, { authorization: 'Bearer short-token' });
    await Promise.all([revoked.wait('event: snapshot'), expired.wait('event: snapshot')]);
    node.revoke('token-ada');
    await revoked.ended;
    expect(revoked.text()).toContain('"code":4003');
    node.clock.forward(60_000);
    await expired.ended;
    expect(expired.text()).toContain('"code":4001');
  });

  it('4003: a token that never expires is asked about every minute', async (test) => {
    const node = await startStreamNode(test);
    const stream = await ask(node, URL);
    await stream.wait('event: snapshot');
    node.tokens.delete('ada-token');
    node.clock.forward(60_000);
    await stream.ended;
    expect(stream.text()).toContain('"code":4003');
  });

  it('a client that goes leaves nothing behind, also while it was being opened', async (test) => {
    const node = await startStreamNode(test);
    const stream = await ask(node, URL);
    await stream.wait('event: snapshot');
    stream.leave();
    await expect.poll(() => node.game.live()).toEqual([]);

    const release = node.game.hold();
    const early = request({
      host: '127.0.0.1',
      port: node.port,
      path: URL,
      headers: { authorization: 'Bearer ada-token' },
    });
    early.on('error', () => undefined);
    early.end();
    const arrived = new Promise((resolve) => node.app.server.once('request', resolve));
    await arrived;
    early.destroy();
    await expect.poll(() => early.destroyed).toBe(true);
    await new Promise((resolve) => node.app.server.getConnections((_, count) => resolve(count)));
    await expect
      .poll(() => new Promise((resolve) => node.app.server.getConnections((_, count) => resolve(count))))
      .toBe(0);
    release();
    await expect.poll(() => node.game.opened.map(({ closed }) => closed)).toEqual([true, true]);
    expect(node.clock.pending()).toBe(0);
  });

  it('4008: who does not read is cut off, and dropped if he never reads again', async (test) => {
    const node = await startStreamNode(test, { eventSize: 256 * 1024 });
    const stream = await ask(node, URL);
    await stream.wait('event: snapshot');
    stream.response.pause();
    for (let count = 0; count < 200 && node.game.live().length > 0; count++) node.game.publish();
    expect(node.game.live()).toEqual([]);
    node.clock.forward(10_000);
    await expect
      .poll(() => new Promise((resolve) => node.app.server.getConnections((_, count) => resolve(count))))
      .toBe(0);
    stream.response.resume();
    await stream.ended;
  });

  it('refusals come as problems', async (test) => {
    const node = await startStreamNode(test);
    const without = await node.app.inject({ method: 'GET', url: URL });
    expect(without.json()).toMatchObject({ status: 401, code: 'token_missing' });
    const headers = { authorization: 'Bearer ada-token' };
    const inQuery = await node.app.inject({ method: 'GET', url: `${URL}?token=ada-token`, headers });
    expect(inQuery.json()).toMatchObject({ status: 400, code: 'invalid_request' });
    const badId = await node.app.inject({ method: 'GET', url: URL, headers: { ...headers, 'last-event-id': 'x' } });
    expect(badId.json()).toMatchObject({ status: 400, code: 'invalid_request' });
    const noGame = await node.app.inject({ method: 'GET', url: '/v1/games/chess/stream', headers });
    expect(noGame.json()).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('PROTOCOL Server-sent events: my inbox', () => {
  it('comes whole, and whenever it changes', async (test) => {
    const node = await startStreamNode(test);
    const stream = await ask(node, '/v1/me/stream');
    await stream.wait('"topic":"me","version":3');
    node.me.publish();
    await stream.wait('id: 4');
    expect(node.me.opened[0]?.after).toBeNull();
  });
});
