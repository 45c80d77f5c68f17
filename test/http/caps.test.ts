/** How many games and tables one host, and all hosts at one address, may have at once (lobby/caps.ts). */
import { expect, type TestContext, test } from 'vitest';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { openTestDatabase } from '../support/database.ts';

type Caps = Readonly<Record<`MAX_${string}`, string>>;

const boot = (t: TestContext, env: Caps): Promise<TestApp> =>
  bootApp(t, { env: { ...env, BOT_DELAY_MS: '60000', TRUST_PROXY: 'true' } });

async function post(node: TestApp, url: string, { headers }: TestGuest, payload: object = {}, address?: string) {
  const from = address === undefined ? {} : { 'x-forwarded-for': address };
  const answer = await node.inject({ method: 'POST', url, headers: { ...headers, ...from }, payload });
  return { status: answer.statusCode, body: answer.json() };
}

/** Ready to start: four built-in bots, or the host and three. */
async function gathered(node: TestApp, host: TestGuest, people: 0 | 1, address?: string, ruleset = {}) {
  const table = await post(node, '/v1/tables', host, { ruleset }, address);
  expect(table.status).toBe(201);
  if (people === 1) await post(node, `/v1/tables/${table.body.id}/seats`, host, {}, address);
  for (let seat = people; seat < 4; seat += 1) {
    await post(node, `/v1/tables/${table.body.id}/bots`, host, { kind: 'builtIn', level: 'greedy' }, address);
  }
  return `/v1/tables/${table.body.id}`;
}

async function start(node: TestApp, host: TestGuest, people: 0 | 1, address?: string) {
  const table = await gathered(node, host, people, address);
  return { table, ...(await post(node, `${table}/start`, host, {}, address)) };
}

test('a start beyond MAX_GAMES_PER_HOST is refused with 409 too_many_games until a game has ended', async (t) => {
  const node = await boot(t, { MAX_GAMES_PER_HOST: '2' });
  const host = await node.guest();
  const first = await start(node, host, 1);
  expect([first.status, (await start(node, host, 1)).status]).toEqual([201, 201]);

  const third = await start(node, host, 1);
  expect(third).toMatchObject({ status: 409, body: { code: 'too_many_games' } });
  expect(third.body.detail).toMatch(/You host 2 running games; the maximum is 2\. Wait until one of them ends/);
  const other = await node.guest('Bo');
  expect((await start(node, other, 1)).status).toBe(201);
  expect(await post(node, `${first.table}/start`, host)).toMatchObject({ status: 200 });

  await endGameOf(node, first.table);
  expect((await post(node, `${third.table}/start`, host)).status).toBe(201);
});

test('games without a person have a lower cap, which leaves room for games with people', async (t) => {
  const node = await boot(t, {
    MAX_GAMES_PER_HOST: '3',
    MAX_BOT_GAMES_PER_HOST: '1',
    BOT_GAME_DELAY_MS: '60000',
  } as Caps);
  const host = await node.guest();
  expect((await start(node, host, 0)).status).toBe(201);
  const refused = await start(node, host, 0);
  expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_games' } });
  expect(refused.body.detail).toMatch(/1 running games without a person; the maximum is 1/);
  expect((await start(node, host, 1)).status).toBe(201);
});

test('hosts at one address share its caps, an IPv6 /64 is one address, and others do not notice', async (t) => {
  const node = await boot(t, { MAX_GAMES_PER_ADDRESS: '1', MAX_TABLES_PER_ADDRESS: '2' });
  const [ann, bo] = [await node.guest('Ann'), await node.guest('Bo')];
  expect((await start(node, ann, 1, '2001:db8::1')).status).toBe(201);
  const refused = await start(node, bo, 1, '2001:db8::2');
  expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_games' } });
  expect(refused.body.detail).toMatch(/Hosts at your address have 1 running games; the maximum is 1/);
  expect((await start(node, bo, 1, '2001:db8:0:1::2')).status).toBe(201);

  await gathered(node, bo, 0, '2001:db8::3');
  const table = await post(node, '/v1/tables', ann, {}, '2001:db8::4');
  expect(table).toMatchObject({ status: 409, body: { code: 'too_many_tables' } });
});

test('a table beyond MAX_TABLES_PER_HOST is refused, opened or opened again, and leaves no seed behind', async (t) => {
  const node = await boot(t, { MAX_TABLES_PER_HOST: '1' });
  const host = await node.guest();
  const { table } = await start(node, host, 1);
  const open = await post(node, '/v1/tables', host);
  const seeds = await node.deps.prisma.gameSeed.count();
  const refused = await post(node, '/v1/tables', host);
  expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_tables' } });
  expect(refused.body.detail).toMatch(/You host 1 open tables; the maximum is 1\. Close one/);
  await endGameOf(node, table);
  expect(await post(node, `${table}/rematch`, host)).toMatchObject({ status: 409, body: { code: 'too_many_tables' } });
  expect(await node.deps.prisma.gameSeed.count()).toBe(seeds);

  expect((await post(node, `/v1/tables/${open.body.id}/end`, host)).status).toBe(200);
  expect((await post(node, `${table}/rematch`, host)).status).toBe(201);
});

test('a wish for a match is refused while its player hosts as many games as they may', async (t) => {
  const node = await boot(t, { MAX_GAMES_PER_HOST: '1' });
  const host = await node.guest();
  const wish = { preset: 'official', players: { min: 4, max: 8 }, botsAfterSeconds: 0 };
  const match = await post(node, '/v1/matchmaking', host, wish);
  await expect.poll(() => node.deps.prisma.lobbyTable.count({ where: { hostId: host.id, state: 'playing' } })).toBe(1);
  expect(match.status).toBe(201);
  const other = await post(node, '/v1/matchmaking', host, { ...wish, preset: 'dutch' });
  expect(other).toMatchObject({ status: 409, body: { code: 'too_many_games' } });
  expect((await start(node, host, 1)).status).toBe(409);
});

test('the hash of an address is not the address, differs between secrets, and ends with its table', async (t) => {
  const node = await boot(t, {});
  const host = await node.guest();
  const { table } = await start(node, host, 1, '192.0.2.7');
  const hashes = async () => (await node.deps.prisma.lobbyTable.findMany()).map(({ hostAddress }) => hostAddress);
  expect((await hashes())[0]).toHaveLength(16);
  expect(Buffer.from((await hashes())[0] ?? []).toString('latin1')).not.toContain('192');
  await endGameOf(node, table);
  expect(await hashes()).toEqual([null]);
  await post(node, `${table}/rematch`, host);
  expect((await hashes())[0]).toHaveLength(16);
  await post(node, `${table}/end`, host);
  expect(await hashes()).toEqual([null]);
});

test('starts at once on two nodes never exceed the cap', async (t) => {
  const database = await openTestDatabase();
  t.onTestFinished(() => database.close());
  const bus = createLocalBus();
  const env = { MAX_GAMES_PER_HOST: '3', BOT_DELAY_MS: '60000' };
  const nodes = [await bootApp(t, { database, bus, env }), await bootApp(t, { database, bus, env })] as const;
  const host = await nodes[0].guest();
  const tables: string[] = [];
  for (let index = 0; index < 8; index += 1) tables.push(await gathered(nodes[0], host, 1));
  const answers = await Promise.all(
    tables.map((table, index) => post(nodes[index % 2 === 0 ? 0 : 1], `${table}/start`, host)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ body }) => body.code === 'too_many_games')).toHaveLength(5);
  expect(await nodes[0].deps.prisma.lobbyTable.count({ where: { state: 'playing' } })).toBe(3);
});

test('a game without a person whose ruleset asks for more hands than MAX_BOT_GAME_HANDS is refused at its start', async (t) => {
  const node = await boot(t, { MAX_BOT_GAME_HANDS: '5' });
  const host = await node.guest();
  const long = await gathered(node, host, 0, undefined, { end: { hands: 6 } });
  const refused = await post(node, `${long}/start`, host);
  expect(refused).toMatchObject({ status: 422, body: { code: 'ruleset_refused' } });
  expect(refused.body.detail).toMatch(/at most 5 hands, and this table asks for 6\. Seat a person/);
  await post(node, `${long}/seats`, host);
  expect((await post(node, `${long}/start`, host)).status).toBe(201);
});

test('a game without a person and without an end of its own ends after MAX_BOT_GAME_HANDS', async (t) => {
  const node = await bootApp(t, { env: { MAX_BOT_GAME_HANDS: '2' } });
  const host = await node.guest();
  const table = await gathered(node, host, 0, undefined, { end: { hands: null } });
  const { gameId } = (await post(node, `${table}/start`, host)).body;
  const game = async () =>
    (await node.inject({ method: 'GET', url: `/v1/games/${gameId}`, headers: host.headers })).json();
  await expect.poll(async () => (await game()).phase, { timeout: 30_000 }).toBe('ended');
  expect(await game()).toMatchObject({ handNumber: 2, result: { reason: 'abandoned' } });
});

/** As the operator would. */
async function endGameOf(node: TestApp, table: string): Promise<void> {
  const { gameId } = await node.deps.prisma.lobbyTable.findUniqueOrThrow({ where: { id: table.split('/')[3] ?? '' } });
  const { newOperatorToken } = await import('../../src/identity/operator.ts');
  const token = newOperatorToken(node.deps.operatorKey, node.deps.entropy, node.deps.clock);
  const answer = await node.inject({
    method: 'POST',
    url: `/v1/admin/games/${gameId}/end`,
    headers: { authorization: `Bearer ${token}` },
    payload: { reason: 'a test' },
  });
  expect(answer.statusCode).toBeLessThan(300);
  await expect
    .poll(async () => (await node.deps.prisma.lobbyTable.findFirst({ where: { pastGameIds: { has: gameId } } }))?.state)
    .toBe('closed');
}
