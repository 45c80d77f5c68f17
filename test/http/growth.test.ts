/** What one guest, and one address, can add to the database in an hour: measured bytes times what the limits and caps allow. */
import { expect, test, vi } from 'vitest';
import { variables } from '../../src/config/config.ts';
import { LIMITS, type LimitName } from '../../src/http/limits.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { describeOnPostgres, openTestDatabase } from '../support/database.ts';

/** Only how long a broken test takes to fail. */
vi.setConfig({ testTimeout: 600_000 });

const MB = 1_000_000;
/** docs/OPERATIONS.md names both. */
const GUEST_BYTES = 35 * MB;
const ADDRESS_BYTES = 200 * MB;

const defaults = variables.parse({});
const hourly = (name: LimitName): number => (LIMITS[name].quota * 3600) / LIMITS[name].windowSeconds;
/** The shortest time in which a built-in bot answers: half of a turn of one second (games/wake.ts). */
const PACE_MS = Math.min(defaults.BOT_DELAY_MS, defaults.BOT_GAME_DELAY_MS, 500);
const answersPerGame = 3_600_000 / PACE_MS;

async function post(node: TestApp, url: string, { headers }: TestGuest, payload: object = {}) {
  const answer = await node.inject({ method: 'POST', url, headers, payload });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
}

/** Bytes on disk, with indexes, once what was replaced has been removed as autovacuum does. */
async function size({ database }: TestApp): Promise<number> {
  await database.pool.query('VACUUM');
  const { rows } = await database.pool.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  return Number(rows[0]?.bytes);
}

/** @returns bytes that each of `times` calls adds, together */
async function grown(node: TestApp, times: number, act: (nth: number) => Promise<unknown>): Promise<number> {
  const before = await size(node);
  for (let nth = 0; nth < times; nth += 1) await act(nth);
  return ((await size(node)) - before) / times;
}

async function tableOfBots(node: TestApp, host: TestGuest, bots: number, hands: number): Promise<string> {
  const { id } = await post(node, '/v1/tables', host, { name: 'x'.repeat(40), ruleset: { end: { hands } } });
  for (let seat = 0; seat < bots; seat += 1) {
    await post(node, `/v1/tables/${id}/bots`, host, { kind: 'builtIn', level: 'random' });
  }
  return `/v1/tables/${id}`;
}

describeOnPostgres('the database grows', () => {
  test('by a bounded number of bytes in an hour, for each guest and for each address', async (t) => {
    const database = await openTestDatabase({ kind: 'postgres' });
    t.onTestFinished(() => database.close());
    const node = await bootApp(t, { database });
    // Its games do not go on while the rest is measured.
    const slow = await bootApp(t, { database, env: { BOT_GAME_DELAY_MS: '60000' } });
    let current = '';
    const host = await node.guest();

    // Every answer of a built-in bot, with all that its game appends beside it: deals, tricks, ends of hands.
    const table = await tableOfBots(node, host, 8, 8);
    const before = await size(node);
    const { gameId } = await post(node, `${table}/start`, host);
    await expect
      .poll(() => node.deps.prisma.gameEvent.count({ where: { gameId, type: 'gameEnded' } }), { timeout: 120_000 })
      .toBe(1);
    const questions = await node.database.pool.query<{ asked: number; commands: number }>(
      `SELECT count(DISTINCT split_part(key, ':', 2))::int AS asked, count(*)::int AS commands
         FROM game_events WHERE game_id = $1 AND key LIKE 'bot:%'`,
      [gameId],
    );
    const { asked = 0, commands = 0 } = questions.rows[0] ?? {};
    const gameBytes = (await size(node)) - before;
    const perAnswer = gameBytes / asked;
    // A person's own key may be longer than a bot's, in the row and in its index.
    const perMove = gameBytes / commands + 2 * 128;

    const perChange = await grown(node, 120, async (nth) => {
      const open = nth % 8 === 0 ? await post(node, '/v1/tables', host) : null;
      current = open?.id ?? current;
      await post(node, `/v1/tables/${current}/bots`, host, { kind: 'builtIn', level: 'random' });
    });
    // With its start: the first step, the players' histories, the seed.
    const perTable = await grown(node, 24, async () => {
      const ready = await tableOfBots(slow, host, 8, 1);
      await post(slow, `${ready}/start`, host);
    });
    const perGuest = await grown(node, 200, () => node.guest());

    const guest =
      defaults.MAX_GAMES_PER_HOST * answersPerGame * perAnswer +
      hourly('moves') * perMove +
      hourly('changes') * perChange +
      hourly('tables') * perTable;
    const address =
      defaults.MAX_GAMES_PER_ADDRESS * answersPerGame * perAnswer +
      hourly('addressMoves') * perMove +
      hourly('addressChanges') * perChange +
      hourly('addressTables') * perTable +
      // A refreshed token is one more row of the kind that a guest begins with.
      (hourly('guests') + hourly('tokens')) * perGuest;
    console.info({ perAnswer, perMove, perChange, perTable, perGuest, guest, address });
    expect(guest).toBeLessThan(GUEST_BYTES);
    expect(address).toBeLessThan(ADDRESS_BYTES);
  });
});
