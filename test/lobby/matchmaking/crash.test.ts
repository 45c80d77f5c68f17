/** A node that is lost in the middle of a match: nobody is lost with it, and nobody is seated twice (docs/decisions/0013). */
import { expect, it, type TestContext, vi } from 'vitest';
import { createEventLog } from '../../../src/adapters/event-log.ts';
import { systemEntropy } from '../../../src/adapters/system.ts';
import { LogUnavailable } from '../../../src/ports/event-log.ts';
import { type BootOptions, bootApp, type TestApp, type TestGuest } from '../../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { shiftedClock } from '../../support/shifted-clock.ts';

const WAIT = { timeout: 60_000, interval: 20 };
const WISH = { preset: 'official', players: { min: 4, max: 4 } };

async function opened(test: TestContext): Promise<TestDatabase> {
  const database = await openTestDatabase();
  test.onTestFinished(() => database.close());
  return database;
}

/** On this node no game can begin. */
const broken = (database: TestDatabase): BootOptions => ({
  database,
  log: { ...createEventLog(database), append: () => Promise.reject(new LogUnavailable('the database is away', 1)) },
});

async function call(node: TestApp, { headers }: TestGuest, method: 'GET' | 'POST', path: string, payload?: object) {
  const body = payload === undefined ? {} : { payload };
  const answer = await node.inject({ method, url: `/v1${path}`, headers, ...body });
  return { status: answer.statusCode, body: answer.json() };
}

const four = (node: TestApp) => Promise.all(['Ann', 'Ben', 'Cid', 'Dot'].map((name) => node.guest(name)));

async function askAll(node: TestApp, people: readonly TestGuest[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const person of people) ids.push((await call(node, person, 'POST', '/matchmaking', WISH)).body.id);
  return ids;
}

const states = async ({ prisma }: TestDatabase) =>
  (await prisma.matchTicket.findMany()).map(({ state, begun }) => [state, begun]);

/** All four sit in one game, and there is no other. */
async function expectOneGame(node: TestApp, people: readonly TestGuest[]): Promise<void> {
  const { prisma } = node.database;
  const [table, ...more] = await prisma.lobbyTable.findMany();
  expect(more).toEqual([]);
  const gameId = table?.gameId ?? '';
  expect(await prisma.gameEvent.findMany({ where: { type: 'gameStarted' }, select: { gameId: true } })).toEqual([
    { gameId },
  ]);
  expect((await prisma.gamePlayer.findMany()).map(({ playerId }) => playerId).sort()).toEqual(
    people.map(({ id }) => id).sort(),
  );
  for (const person of people) {
    expect(await call(node, person, 'GET', `/games/${gameId}`)).toMatchObject({ status: 200, body: { gameId } });
    expect((await call(node, person, 'GET', '/me/inbox')).body).toMatchObject({
      games: [{ gameId }],
      matches: [{ state: 'matched', gameId }],
    });
  }
}

it('a match whose game has not begun is begun by whoever is asked for it', async (test) => {
  const database = await opened(test);
  const node = await bootApp(test, broken(database));
  const people = await four(node);
  const ids = await askAll(node, people);
  await vi.waitFor(async () => expect(await states(database)).toEqual(Array(4).fill(['matched', false])), WAIT);
  const [ann] = people;
  if (ann === undefined) throw new Error('nobody came');
  expect(await call(node, ann, 'GET', `/matchmaking/${ids[0]}`)).toMatchObject({
    status: 503,
    body: { code: 'unavailable' },
  });

  const other = await bootApp(test, { database });
  const answers = await Promise.all(
    people.map((person, index) => call(other, person, 'GET', `/matchmaking/${ids[index]}`)),
  );
  for (const { status, body } of answers) expect([status, body.state]).toEqual([200, 'matched']);
  await expectOneGame(other, people);
});

it('or by another node, some seconds later, though nobody asks', async (test) => {
  const database = await opened(test);
  const node = await bootApp(null, broken(database));
  const people = await four(node);
  await askAll(node, people);
  await vi.waitFor(async () => expect(await states(database)).toEqual(Array(4).fill(['matched', false])), WAIT);
  await node.close();

  const clock = shiftedClock();
  clock.forward(5000);
  const other = await bootApp(test, { database, clock });
  await vi.waitFor(async () => expect(await states(database)).toEqual(Array(4).fill(['matched', true])), WAIT);
  await expectOneGame(other, people);
});

it('pairing that is cut off leaves everybody waiting, and no table', async (test) => {
  const database = await opened(test);
  let failures = 0;
  let fails = false;
  const node = await bootApp(test, {
    database,
    entropy(bytes) {
      if (!fails) return systemEntropy(bytes);
      failures += 1;
      throw new Error('no seed for this game');
    },
  });
  const people = await four(node);
  fails = true;
  await askAll(node, people);
  await vi.waitFor(() => expect(failures).toBeGreaterThan(1), WAIT);
  expect(await states(database)).toEqual(Array(4).fill(['waiting', false]));
  expect(await database.prisma.lobbyTable.count()).toBe(0);
  expect(await database.prisma.tableSeat.count()).toBe(0);

  fails = false;
  await vi.waitFor(async () => expect(await states(database)).toEqual(Array(4).fill(['matched', true])), WAIT);
  await expectOneGame(node, people);
});
