/** How often streams may be opened, and how many may be open (PROTOCOL "Limits"). */
import { describe, expect, it } from 'vitest';
import { BOUNDS } from '../../src/http/bounds.ts';
import { LIMITS } from '../../src/http/limits.ts';
import { problem } from '../../src/http/problem.ts';
import { spendAllBut } from '../http/limited-server.ts';
import { type Client, connect, settled } from './client.ts';
import { ask } from './event-stream.ts';
import { startStreamNode } from './stream-node.ts';

const HERE = '127.0.0.1';
const GAME = '/v1/games/019b8f0a-0002-7001-8001-0000000d0201/stream';
const limited = { limits: true };

/** The last frame of a socket that the server closes, which must say 4029. */
async function refused(client: Client) {
  expect(await client.closed).toMatchObject({ code: 4029 });
  return client.frames.at(-1);
}

const closing = (name: keyof typeof LIMITS) => ({
  type: 'closing',
  code: 4029,
  reason: expect.stringContaining(`The limit for ${name} is ${LIMITS[name].quota}`),
  reconnect: true,
  retryAfterSeconds: LIMITS[name].windowSeconds,
});

describe('PROTOCOL Limits: opening sockets', () => {
  it.each(['handshakes', 'address'] as const)(
    'is bounded by %s before anybody says who he is: the handshake succeeds, and the only frame is closing',
    async (name) => {
      await withNode(async (node) => {
        spendAllBut(node.limiter, name, HERE, 1);
        await (await connect(node)).wait('welcome');
        const client = await connect(node);
        expect(await refused(client)).toEqual(closing(name));
        expect(client.frames).toHaveLength(1);
        node.clock.forward(LIMITS[name].windowSeconds * 1000);
        await (await connect(node)).wait('welcome');
      });
    },
  );

  it('is bounded by handshakes also for what is no WebSocket', async (test) => {
    const node = await startStreamNode(test, limited);
    spendAllBut(node.limiter, 'handshakes', HERE, 0);
    const answer = await node.app.inject({ method: 'GET', url: '/v1/stream', remoteAddress: HERE });
    expect(answer.json()).toMatchObject({ code: 'rate_limited', limit: { name: 'handshakes' } });
    expect(answer.headers.ratelimit).toMatch(/^"handshakes";r=0;/);
  });

  it('is bounded by connect for a player, by header and by frame, and for nobody else', async (test) => {
    const node = await startStreamNode(test, limited);
    spendAllBut(node.limiter, 'connect', 'id-of-ada', 1);
    const first = await connect(node);
    await first.wait('welcome');
    expect(await refused(await connect(node))).toEqual(closing('connect'));
    const byFrame = await connect(node, { token: null });
    byFrame.send({ type: 'authenticate', id: '1', token: 'ada-token' });
    expect(await refused(byFrame)).toEqual(closing('connect'));
    await (await connect(node, { token: 'bob-token' })).wait('welcome');
    first.send({ type: 'authenticate', id: '1', token: 'ada-token' });
    await expect.poll(() => first.ofType('welcome')).toHaveLength(2);
  });

  it('leaves the budgets for commands and frames alone', async (test) => {
    const node = await startStreamNode(test, limited);
    const client = await connect(node);
    await client.wait('welcome');
    for (const name of ['commands', 'subscribe', 'frames'] as const) {
      expect(node.limiter.look(name, 'id-of-ada').left).toBe(LIMITS[name].quota);
    }
    client.send({ type: 'subscribe', id: '1', topic: 'game:1', after: 1 });
    await client.wait('subscribed');
    expect(node.limiter.look('commands', 'id-of-ada').left).toBe(LIMITS.commands.quota);
    expect(node.limiter.look('subscribe', 'id-of-ada').left).toBe(LIMITS.subscribe.quota - 1);
  });
});

describe('PROTOCOL Limits: tokens that are none of ours', () => {
  it('count by header, by frame and as tickets, and beyond the limit none is looked at', async (test) => {
    const node = await startStreamNode(test, limited);
    const inFrame = await connect(node, { token: null });
    inFrame.send({ type: 'authenticate', id: '1', token: 'forged' });
    await inFrame.closed;
    await (await connect(node, { token: 'forged' })).closed;
    await node.app.inject({ method: 'GET', url: `${GAME}?ticket=forged`, remoteAddress: HERE });
    expect(node.limiter.look('failures', HERE).left).toBe(LIMITS.failures.quota - 3);
    const open = await connect(node);
    await open.wait('welcome');
    spendAllBut(node.limiter, 'failures', HERE, 0);
    expect(await refused(await connect(node))).toEqual(closing('failures'));
    const ticket = await node.app.inject({ method: 'GET', url: `${GAME}?ticket=ada-token`, remoteAddress: HERE });
    expect(ticket.json()).toMatchObject({ code: 'rate_limited', limit: { name: 'failures' } });
    open.send({ type: 'authenticate', id: '7', token: 'ada-token' });
    expect(await open.wait('rejected')).toMatchObject({ id: '7', problem: { code: 'rate_limited' } });
    await settled(open);
  });
});

describe('PROTOCOL Limits: what may be open', () => {
  it('4029: sockets of an address that have not said who they are', async (test) => {
    const node = await startStreamNode(test, limited);
    const ada = await connect(node);
    await ada.wait('welcome');
    const strangers = await Promise.all(
      Array.from({ length: BOUNDS.strangers.most }, () => connect(node, { token: null })),
    );
    expect(await refused(await connect(node, { token: null }))).toMatchObject({ code: 4029, reconnect: true });
    const [first] = strangers;
    first?.send({ type: 'authenticate', id: '1', token: 'bob-token' });
    await first?.wait('welcome');
    const next = await connect(node, { token: null });
    next.send({ type: 'authenticate', id: '1', token: 'bob-token' });
    await next.wait('welcome');
    await settled(ada);
  });

  it('4009: of more event streams than a player may have the oldest is closed, whatever he has of sockets', async (test) => {
    const node = await startStreamNode(test, limited);
    const socket = await connect(node);
    await socket.wait('welcome');
    const bob = await ask(node, GAME, { authorization: 'Bearer bob-token' });
    const streams = [];
    for (let count = 0; count < BOUNDS.eventStreams.most; count += 1) {
      const stream = await ask(node, GAME);
      await stream.wait('event: snapshot');
      streams.push(stream);
    }
    const [oldest, ...others] = streams;
    node.game.failWith(problem('not_found', 'There is no such game.'));
    expect((await ask(node, GAME)).response.statusCode).toBe(404);
    node.game.failWith(null);
    expect(oldest?.text()).not.toContain('closing');
    const newest = await ask(node, GAME);
    await newest.wait('event: snapshot');
    await oldest?.ended;
    expect(oldest?.text()).toContain('"code":4009,"reason":"replaced","reconnect":false');
    node.game.publish();
    for (const stream of [bob, newest, ...others]) await stream.wait('event: events');
    await settled(socket);
  });
});

/** For tests with a table of cases, which have no context of their own. */
async function withNode(check: (node: Awaited<ReturnType<typeof startStreamNode>>) => Promise<void>): Promise<void> {
  const closes: (() => Promise<void>)[] = [];
  await check(await startStreamNode({ onTestFinished: (close) => closes.push(close) }, limited));
  for (const close of closes) await close();
}
