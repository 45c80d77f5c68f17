/** A database connection that swallows packets without a reset holds up no request for long, and the node recovers alone. */
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/adapters/database.ts';
import { openPostgres } from '../../src/adapters/postgres.ts';
import { LogUnavailable } from '../../src/ports/event-log.ts';
import { bootApp } from '../support/app.ts';
import { describeOnPostgres, openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type FaultyLine, openFaultyLine } from '../support/faulty-line.ts';
import { aStep } from '../support/steps.ts';

const TIMEOUTS = { connectMs: 1_500, statementMs: 1_500, silenceMs: 2_000, transactionMs: 2_500 };
const WAIT = { timeout: 30_000 };

describeOnPostgres('a database that falls silent', () => {
  let direct: TestDatabase;
  let line: FaultyLine;
  let database: Database;
  let opened: pg.Client[];

  beforeEach(async () => {
    direct = await openTestDatabase({ kind: 'postgres' });
    line = await openFaultyLine(direct.url ?? '', 5432);
    database = openPostgres({ url: line.url, poolSize: 4, timeouts: TIMEOUTS });
    opened = [];
    for (const pool of [database.pool, database.writer]) {
      pool.on('connect', (client) => {
        if (client instanceof pg.Client) opened.push(client);
      });
    }
  });
  afterEach(async () => {
    await database.close().catch(() => undefined);
    await line.cut();
    await direct.close();
  });

  const checkedOut = (pool: pg.Pool) => pool.totalCount - pool.idleCount;
  const destroyed = () =>
    opened.map((client) => 'destroyed' in client.connection.stream && client.connection.stream.destroyed);

  async function fillPool(): Promise<void> {
    const clients = await Promise.all(Array.from({ length: 4 }, () => database.pool.connect()));
    for (const client of clients) client.release();
  }

  test('ten requests under way are answered, commands count once, and the node is ready again', WAIT, async (t) => {
    const node = await bootApp(t, { database: { ...database, url: line.url, close: async () => undefined } });
    const ada = await node.guest();
    await fillPool();
    const silent = [...opened];
    const steps = [aStep(), aStep(), aStep()];

    const holder = await direct.pool.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE lobby_tables, game_events IN ACCESS EXCLUSIVE MODE');
    const appends = steps.map((step) => node.deps.log.append(step).catch((error: unknown) => error));
    const requests = Array.from({ length: 7 }, (_, index) =>
      node.inject(
        index % 2 === 0
          ? { method: 'GET', url: '/v1/tables', headers: ada.headers }
          : { method: 'POST', url: '/v1/tables', headers: ada.headers, payload: {} },
      ),
    );
    await expect.poll(() => [checkedOut(database.pool), checkedOut(database.writer)], WAIT).toEqual([4, 1]);
    line.silence();
    await holder.query('COMMIT');
    holder.release();

    for (const answer of await Promise.all(requests)) {
      expect([200, 201, 400, 409, 503], answer.body).toContain(answer.statusCode);
      if (answer.statusCode !== 503) continue;
      expect(answer.json().code).toBe('unavailable');
      expect(answer.headers['retry-after']).toBeDefined();
    }
    const outcomes = await Promise.all(appends);
    await expect
      .poll(async () => (await node.inject({ method: 'GET', url: '/health/ready' })).statusCode, WAIT)
      .toBe(200);
    for (const [index, step] of steps.entries()) {
      const outcome = outcomes[index];
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(LogUnavailable);
      await node.deps.log.append(step);
      const { rows } = await direct.pool.query('SELECT version FROM game_events WHERE game_id = $1', [step.gameId]);
      expect(rows).toHaveLength(step.events.length);
    }
    await expect.poll(() => [checkedOut(database.pool), checkedOut(database.writer)], WAIT).toEqual([0, 0]);
    expect([database.pool.waitingCount, database.writer.waitingCount]).toEqual([0, 0]);
    for (const client of silent) expect(destroyed()[opened.indexOf(client)]).toBe(true);
  });

  test('a transaction that loses its connection destroys it although ROLLBACK cannot be sent', WAIT, async () => {
    const lost = database.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1`;
      line.silence();
      await tx.$queryRaw`SELECT 2`;
    });
    await expect(lost).rejects.toThrow();
    expect(destroyed()).toEqual([true]);
    expect([database.pool.totalCount, database.pool.waitingCount]).toEqual([0, 0]);
    expect(await database.prisma.$queryRaw`SELECT 3 AS n`).toEqual([{ n: 3 }]);
  });

  test('one silent connection takes the idle connections of its pool with it', WAIT, async () => {
    await fillPool();
    line.silence();
    await expect(database.prisma.$queryRaw`SELECT 1`).rejects.toThrow();
    expect(destroyed()).toEqual([true, true, true, true]);
    expect(await database.prisma.$queryRaw`SELECT 3 AS n`).toEqual([{ n: 3 }]);
  });

  test('closing ends while statements wait on silent connections', WAIT, async () => {
    await fillPool();
    line.silence();
    const lost = Array.from({ length: 6 }, () => database.prisma.$queryRaw`SELECT 1`.catch(() => 'lost'));
    await expect.poll(() => checkedOut(database.pool), WAIT).toBe(4);
    await database.close();
    expect(await Promise.all(lost)).toEqual(Array(6).fill('lost'));
    expect(database.pool.totalCount).toBe(0);
  });

  test('the server cancels a statement before its connection counts as silent', WAIT, async () => {
    await expect(database.pool.query('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
  });
});
