/** What is revoked on one node ends on every other within a second, although nobody tells them (docs/OPERATIONS.md, Tokens). */
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import { systemClock } from '../../src/adapters/system.ts';
import { removeOldNews } from '../../src/identity/old-rows.ts';
import { writeNews } from '../../src/identity/revocation-rows.ts';
import { createRevocations } from '../../src/identity/revocations.ts';
import type { Bus } from '../../src/ports/bus.ts';
import type { SystemClock } from '../../src/ports/system.ts';
import { type Client, connect } from '../streams/client.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { silentLogger } from '../support/logger.ts';

/** A clock whose second passes when the test says so. */
function secondsOfTheTest() {
  const ticks = new Set<() => void>();
  const every: SystemClock['every'] = (ms, run) => {
    if (ms !== 1000) return systemClock.every(ms, run);
    ticks.add(run);
    return () => ticks.delete(run);
  };
  return {
    clock: { ...systemClock, every },
    tick() {
      for (const run of ticks) run();
    },
  };
}

/** Each node has a bus of its own: nothing that one says reaches the other. */
describe('two nodes whose bus drops everything', () => {
  const time = secondsOfTheTest();
  let database: TestDatabase;
  let node: TestApp;
  let other: TestApp;
  let url: string;
  beforeAll(async () => {
    database = await openTestDatabase();
    node = await bootApp(null, { database, bus: createLocalBus() });
    other = await bootApp(null, { database, bus: createLocalBus(), clock: time.clock });
    url = (await other.listen()).replace('http://', '');
  });
  afterAll(async () => {
    await other.close();
    await node.close();
    await database.close();
  });

  const me = async (token: string, at = other) =>
    (await at.inject({ method: 'GET', url: '/v1/me', headers: { authorization: `Bearer ${token}` } })).json();

  async function botOf({ headers }: TestGuest) {
    const { id } = (await node.inject({ method: 'POST', url: '/v1/bots', headers, payload: { name: 'Robo' } })).json();
    const { token } = (await node.inject({ method: 'POST', url: `/v1/bots/${id}/token`, headers })).json();
    return { id: id as string, token: token as string };
  }

  async function watching(token: string): Promise<Client> {
    const client = await connect({ url }, { token });
    await client.wait('welcome');
    return client;
  }

  /** How a token ends on `node`, and whose streams must close on `other`. */
  const ends: readonly (readonly [string, () => Promise<{ token: string; end: () => Promise<unknown> }>])[] = [
    [
      'another token of the bot',
      async () => {
        const { headers, ...owner } = await node.guest();
        const { id, token } = await botOf({ headers, ...owner });
        return { token, end: () => node.inject({ method: 'POST', url: `/v1/bots/${id}/token`, headers }) };
      },
    ],
    [
      'removal of the bot',
      async () => {
        const owner = await node.guest();
        const { id, token } = await botOf(owner);
        return { token, end: () => node.inject({ method: 'DELETE', url: `/v1/bots/${id}`, headers: owner.headers }) };
      },
    ],
    [
      'erasure',
      async () => {
        const { token, headers } = await node.guest();
        return { token, end: () => node.inject({ method: 'DELETE', url: '/v1/me', headers }) };
      },
    ],
    [
      "erasure of the bot's owner",
      async () => {
        const owner = await node.guest();
        const { token } = await botOf(owner);
        return { token, end: () => node.inject({ method: 'DELETE', url: '/v1/me', headers: owner.headers }) };
      },
    ],
    [
      'reuse of a refresh token',
      async () => {
        const { token, refreshToken } = await node.guest();
        const refresh = async (sent: string): Promise<string> =>
          (await node.inject({ method: 'POST', url: '/v1/tokens/refresh', payload: { refreshToken: sent } })).json()
            .refreshToken;
        return {
          token,
          async end() {
            await refresh(await refresh(refreshToken));
            await refresh(refreshToken);
          },
        };
      },
    ],
  ];

  it.each(ends)('%s: after one second streams have closed (4003) and the token is refused', async (_, begin) => {
    const { token, end } = await begin();
    const client = await watching(token);
    const bystander = await watching((await node.guest()).token);
    expect((await me(token)).status).not.toBe(401);
    await end();
    expect(await me(token, node)).toMatchObject({ status: 401, code: 'token_revoked' });
    // Nobody has told the other node, which goes on by what it has verified.
    expect((await me(token)).status).not.toBe(401);
    expect(client.ofType('closing')).toEqual([]);

    time.tick();
    expect(await client.closed).toMatchObject({ code: 4003 });
    expect(await me(token)).toMatchObject({ status: 401, code: 'token_revoked' });
    bystander.send({ type: 'ping', id: 'p' });
    await bystander.wait('pong');
    bystander.socket.close();
  });
});

describe('news of revocations', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterEach(() => database.pool.query('TRUNCATE revocations'));
  afterAll(() => database.close());

  function counted(bus: Bus = createLocalBus(), warnings: string[] = []) {
    const time = secondsOfTheTest();
    const warn = (_details: object, message: string) => void warnings.push(message);
    return {
      ...time,
      open: () => createRevocations({ ...database, bus, clock: time.clock, logger: { ...silentLogger(), warn } }),
    };
  }

  it('are told once each, although rows of just now are read again', async () => {
    const { open, tick } = counted();
    const revocations = await open();
    const heard: string[] = [];
    revocations.onNews((rows) => heard.push(...rows.map(({ subject, news }) => `${news} ${subject}`)));
    const [one, two] = [v7(), v7()];
    await writeNews(database.prisma, 'ended', [one]);
    tick();
    await expect.poll(() => heard).toEqual([`ended ${one}`]);
    await writeNews(database.prisma, 'changed', [two]);
    await revocations.spread();
    expect(heard).toEqual([`ended ${one}`, `changed ${two}`]);
    await revocations.close();
  });

  it('that are committed late are not missed: a row gets its time before others see it', async () => {
    const { open, tick } = counted();
    const revocations = await open();
    const heard: string[] = [];
    revocations.onNews((rows) => heard.push(...rows.map(({ subject }) => subject)));
    const [late, early] = [v7(), v7()];
    await database.pool.query(`INSERT INTO revocations (id, subject, news, at) VALUES ($1, $2, 'ended', now())`, [
      v7(),
      early,
    ]);
    tick();
    await expect.poll(() => heard).toEqual([early]);
    // What a transaction wrote twenty seconds ago, and commits now.
    await database.pool.query(
      `INSERT INTO revocations (id, subject, news, at) VALUES ($1, $2, 'ended', now() - interval '20 seconds')`,
      [v7(), late],
    );
    tick();
    await expect.poll(() => heard).toEqual([early, late]);
    await revocations.close();
  });

  it('that were missed while the database was away are read afterwards, and the trouble is told once', async () => {
    const warnings: string[] = [];
    const time = secondsOfTheTest();
    let away = false;
    const prisma = new Proxy(database.prisma, {
      get(target, name) {
        if (away && name === '$queryRaw') return () => Promise.reject(new Error('away'));
        return Reflect.get(target, name);
      },
    });
    const warn = (_details: object, message: string) => void warnings.push(message);
    const revocations = await createRevocations({ prisma, bus: createLocalBus(), clock: time.clock, logger: { warn } });
    const heard: string[] = [];
    revocations.onNews((rows) => heard.push(...rows.map(({ subject }) => subject)));
    away = true;
    const missed = v7();
    await writeNews(database.prisma, 'ended', [missed]);
    await revocations.spread();
    await revocations.spread();
    expect([heard, warnings.length]).toEqual([[], 1]);
    away = false;
    time.tick();
    await expect.poll(() => heard).toEqual([missed]);
    await revocations.close();
  });

  it('make what is read from the database meanwhile too old to be trusted', async () => {
    const revocations = await counted().open();
    const [subject, another] = [v7(), v7()];
    const before = revocations.mark();
    await writeNews(database.prisma, 'ended', [subject]);
    await revocations.spread();
    expect(revocations.heardSince(before, [another, subject])).toBe(true);
    expect(revocations.heardSince(before, [another])).toBe(false);
    expect(revocations.heardSince(revocations.mark(), [subject])).toBe(false);
    await revocations.close();
  });

  it('go after two days', async () => {
    const insert = `INSERT INTO revocations (id, subject, news, at) VALUES ($1, $2, 'ended', now() - $3::interval)`;
    const young = v7();
    await database.pool.query(insert, [v7(), v7(), '49 hours']);
    await database.pool.query(insert, [v7(), young, '47 hours']);
    await removeOldNews(database.prisma, Date.now(), 500);
    expect((await database.prisma.revocation.findMany()).map(({ subject }) => subject)).toEqual([young]);
  });
});
