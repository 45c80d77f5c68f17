/** PROTOCOL "Limits": two nodes and one Redis have one budget, also for a socket; without Redis each has its own, and nobody is turned away. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedisTally } from '../../src/adapters/redis-tally.ts';
import { systemClock } from '../../src/adapters/system.ts';
import { LIMITS } from '../../src/http/limits.ts';
import type { Tally } from '../../src/ports/tally.ts';
import { type Client, connect } from '../streams/client.ts';
import { bootApp, type TestApp } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { describeWithPrivateRedis, openPrivateRedis, type PrivateRedis } from '../support/private-redis.ts';

const on = { RATE_LIMITS: 'true' };
const NO_GAME = '019b8f0a-0002-7001-8001-0000000d0201';

describeWithPrivateRedis('PROTOCOL Limits: two nodes', () => {
  let database: TestDatabase;
  let redis: PrivateRedis;
  let tallies: readonly [Tally, Tally];
  let nodes: readonly [TestApp, TestApp];

  beforeAll(async () => {
    database = await openTestDatabase();
    redis = await openPrivateRedis();
    await redis.start();
    const tally = () => createRedisTally({ url: redis.url, patienceMs: 60_000 });
    tallies = [tally(), tally()];
    await healthy(true);
    const boot = (own: Tally) => bootApp(null, { env: on, database, tally: own });
    nodes = [await boot(tallies[0]), await boot(tallies[1])];
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await Promise.all(tallies.map((tally) => tally.close()));
    await redis.close();
    await database.close();
  });

  async function healthy(is: boolean): Promise<void> {
    while (!tallies.every((tally) => tally.healthy() === is)) await new Promise((resolve) => setImmediate(resolve));
  }

  /** @returns what `RateLimit` says is left, and the status */
  async function bots(node: TestApp, headers: { authorization: string }) {
    const answer = await node.inject({ method: 'GET', url: '/v1/bots', headers });
    return { status: answer.statusCode, left: Number(/r=(\d+)/.exec(String(answer.headers.ratelimit))?.[1]), answer };
  }

  it('have one budget for a player, to the request', async () => {
    const [ada, bob] = [await nodes[0].guest(), await nodes[0].guest()];
    const { name, quota, windowSeconds } = LIMITS.bots;
    for (let sent = 1; sent <= quota; sent += 1) {
      const { status, left } = await bots(nodes[sent % 2 === 0 ? 0 : 1], ada.headers);
      expect({ status, left }).toEqual({ status: 200, left: quota - sent });
    }
    for (const node of nodes) {
      const { status, answer } = await bots(node, ada.headers);
      expect(status).toBe(429);
      expect(answer.json()).toMatchObject({ code: 'rate_limited', limit: { name, quota, windowSeconds } });
      expect(answer.headers['retry-after']).toBe(String(answer.json().retryAfterSeconds));
      expect((await bots(node, bob.headers)).status).toBe(200);
    }
  });

  it('have one budget also when all requests come at once', async () => {
    const ada = await nodes[0].guest();
    const { quota } = LIMITS.bots;
    const all = Array.from({ length: quota + 10 }, (_, index) => bots(nodes[index % 2 === 0 ? 0 : 1], ada.headers));
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(quota);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  it('have one budget by socket on one of them and over HTTP on the other', async () => {
    const ada = await nodes[0].guest();
    const client = await connect({ url: await address(nodes[0]) }, { token: ada.token });
    await client.wait('welcome');
    for (let id = 0; id < 5; id += 1) client.send({ type: 'subscribe', id: `s${id}`, topic: 'me' });
    await client.wait('subscribed', ({ id }) => id === 's4');
    const ticket = async () => {
      const { headers } = ada;
      const url = '/v1/stream-tickets';
      const answer = await nodes[1].inject({ method: 'POST', url, headers, payload: { topic: 'me' } });
      return answer.headers.ratelimit;
    };
    // What a frame has spent is told without being waited for.
    for (let asked = 1; ; asked += 1) {
      const left = LIMITS.subscribe.quota - 5 - asked;
      if (new RegExp(`"subscribe";r=${left};`).test(String(await ticket()))) break;
      expect(asked).toBeLessThan(100);
    }
    client.socket.close();
  });

  it('count each for itself while Redis is away, and together again afterwards', async () => {
    const ada = await nodes[0].guest();
    const { quota } = LIMITS.bots;
    expect((await bots(nodes[0], ada.headers)).left).toBe(quota - 1);
    expect((await bots(nodes[1], ada.headers)).left).toBe(quota - 2);
    await redis.stop();
    await healthy(false);
    for (let sent = 2; sent <= quota; sent += 1) {
      const { status, left } = await bots(nodes[0], ada.headers);
      expect({ status, left }).toEqual({ status: 200, left: quota - sent });
    }
    expect((await bots(nodes[0], ada.headers)).status).toBe(429);
    expect(await bots(nodes[1], ada.headers)).toMatchObject({ status: 200, left: quota - 3 });
    await redis.start();
    await healthy(true);
    const bob = await nodes[0].guest();
    expect((await bots(nodes[0], bob.headers)).left).toBe(quota - 1);
    expect((await bots(nodes[1], bob.headers)).left).toBe(quota - 2);
  });
});

describe('PROTOCOL Limits: one node', () => {
  it('has one budget for commands by socket and over HTTP, and resuming does not eat it', async (test) => {
    // Time stands still, so that the window holds however slow the machine is.
    const now = systemClock.now();
    const node = await bootApp(test, { env: on, clock: { ...systemClock, now: () => now } });
    const ada = await node.guest();
    const client = await connect({ url: await address(node) }, { token: ada.token });
    await client.wait('welcome');
    for (let id = 0; id < 100; id += 1) client.send({ type: 'subscribe', id: `s${id}`, topic: 'me' });
    await client.wait('subscribed', ({ id }) => id === 's99');
    const { quota } = LIMITS.commands;
    for (let sent = 1; sent < quota; sent += 1) send(client, `c${sent}`);
    // Of commands to games that are not the caller's only a few wait at once.
    expect(['not_found', 'unavailable']).toContain(await refusal(client, `c${quota - 1}`));
    const overHttp = () =>
      node.inject({
        method: 'POST',
        url: `/v1/games/${NO_GAME}/commands`,
        headers: { ...ada.headers, 'idempotency-key': 'a-key-of-sixteen-or-more' },
        payload: { type: 'pass' },
      });
    expect((await overHttp()).headers.ratelimit).toMatch(/"commands";r=0;/);
    expect((await overHttp()).json()).toMatchObject({ code: 'rate_limited', limit: { name: 'commands' } });
    send(client, 'last');
    expect(await refusal(client, 'last')).toBe('rate_limited');
    client.socket.close();
  });
});

async function address(node: TestApp): Promise<string> {
  return (await node.listen()).replace('http://', '');
}

/** A command for a game that is not there. */
function send(client: Client, id: string): void {
  client.send({ type: 'command', id, key: 'a-key-of-sixteen-or-more', gameId: NO_GAME, command: { type: 'pass' } });
}

async function refusal(client: Client, id: string): Promise<string> {
  const { problem } = await client.wait('rejected', (frame) => frame.id === id);
  return (problem as { code: string }).code;
}
