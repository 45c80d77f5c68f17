/** No connection is given a query while it still runs another: pg warns of it, and a later pg refuses it. */
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { describeOnPostgres, openTestDatabase } from '../support/database.ts';

/** Queries that were sent to a client which was still busy with another. */
let overlapping: string[];
let sent: number;

beforeEach(() => {
  overlapping = [];
  sent = 0;
  const running = new WeakMap<pg.Client, number>();
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const before = running.get(this) ?? 0;
    sent += 1;
    if (before > 0) overlapping.push(textOf(args[0]));
    running.set(this, before + 1);
    const done = () => running.set(this, (running.get(this) ?? 1) - 1);
    const result = query.apply(this, args);
    if (result instanceof Promise) result.then(done, done);
    else done();
    return result;
  } as never);
});
afterEach(() => vi.restoreAllMocks());

function textOf(sent: unknown): string {
  return typeof sent === 'string' ? sent : String((sent as { text?: unknown } | null)?.text);
}

async function call(node: TestApp, { headers }: TestGuest, method: 'GET' | 'POST', url: string, payload?: object) {
  const body = payload === undefined ? {} : { payload };
  return (await node.inject({ method, url: `/v1${url}`, headers, ...body })).json();
}

describeOnPostgres('queries on one connection', () => {
  it('wait for each other while a table is opened, filled, read and started', async (test) => {
    const node = await bootApp(test);
    const [ada, ben] = [await node.guest('Ada'), await node.guest('Ben')];
    const { id, inviteCode } = await call(node, ada, 'POST', '/tables', { visibility: 'public' });
    await call(node, ada, 'POST', `/tables/${id}/seats`, {});
    await call(node, ben, 'POST', `/tables/${id}/seats`, {});
    for (let seat = 2; seat < 5; seat += 1) {
      await call(node, ada, 'POST', `/tables/${id}/bots`, { kind: 'builtIn', level: 'greedy' });
    }
    await call(node, ben, 'GET', `/tables/${id}`);
    await call(node, ben, 'GET', `/invites/${inviteCode}`);
    await call(node, ben, 'GET', '/tables');
    await call(node, ben, 'GET', '/me/inbox');
    await call(node, ada, 'POST', '/matchmaking', { preset: 'official', players: { min: 4, max: 8 } });
    const { gameId } = await call(node, ada, 'POST', `/tables/${id}/start`);
    await call(node, ada, 'GET', `/games/${gameId}`);
    expect(sent).toBeGreaterThan(50);
    expect(overlapping).toEqual([]);
  });

  it('are seen when they overlap', async (test) => {
    const database = await openTestDatabase({ kind: 'postgres' });
    test.onTestFinished(() => database.close());
    const client = await database.pool.connect();
    await Promise.all([client.query('SELECT 1'), client.query('SELECT 2')]);
    client.release();
    expect(overlapping).toEqual(['SELECT 2']);
  });
});
