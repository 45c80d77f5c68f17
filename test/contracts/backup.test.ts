/** A backup of a running service restores elsewhere: rows are equal, logins hold, games go on and verify (docs/OPERATIONS.md). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupLines, restoreLines, TABLES } from '../../src/adapters/backup.ts';
import { OPERATOR_ID } from '../../src/identity/operator.ts';
import { BackupRefused } from '../../src/ports/backup.ts';
import { verifyReplay } from '../../src/replays/verify.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { hasPostgres, openTestDatabase, type TestDatabase } from '../support/database.ts';

type Who = Pick<TestGuest, 'headers'>;

async function call(at: TestApp, who: Who, method: 'GET' | 'POST', path: string, payload?: object) {
  const headers = { ...who.headers, 'idempotency-key': randomUUID() };
  const body = payload === undefined ? {} : { payload };
  return (await at.inject({ method, url: `/v1${path}`, headers, ...body })).json();
}

async function startGame(at: TestApp, ann: TestGuest): Promise<string> {
  const clock = { pauseSeconds: 0, revolutionSeconds: null, turnSeconds: null, taxSeconds: null };
  const { id } = await call(at, ann, 'POST', '/tables', { ruleset: { end: { hands: 2 } }, clock });
  await call(at, ann, 'POST', `/tables/${id}/seats`, {});
  const bot = { kind: 'builtIn', level: 'greedy' };
  for (let seat = 0; seat < 3; seat += 1) await call(at, ann, 'POST', `/tables/${id}/bots`, bot);
  return (await call(at, ann, 'POST', `/tables/${id}/start`)).gameId;
}

/** Plays for one person. @param until the number of their answers, or the end of the game */
async function play(at: TestApp, who: Who, gameId: string, until = Number.POSITIVE_INFINITY): Promise<void> {
  for (let answers = 0; answers < until; ) {
    const view = await call(at, who, 'GET', `/games/${gameId}`);
    if (view.phase === 'ended') return;
    const command = view.you?.legal[0];
    if (command === undefined) {
      await call(at, who, 'GET', `/games/${gameId}/events?after=${view.version}&wait=1`);
    } else {
      await call(at, who, 'POST', `/games/${gameId}/commands`, command);
      answers += 1;
    }
  }
}

async function linesOf(database: TestDatabase): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of backupLines(database)) lines.push(line);
  return lines;
}

async function* given(lines: readonly string[]): AsyncGenerator<string, void, undefined> {
  yield* lines;
}

const KINDS = hasPostgres() ? (['pglite', 'postgres'] as const) : (['pglite'] as const);
const ROUTES = KINDS.flatMap((from) => KINDS.map((to) => ({ from, to })));

describe.each(ROUTES)('a backup of $from, restored into $to', ({ from, to }) => {
  let there: TestDatabase;
  let here: TestDatabase;
  let node: TestApp;
  beforeAll(async () => {
    here = await openTestDatabase({ kind: from });
    there = await openTestDatabase({ kind: to });
    node = await bootApp(null, { database: here });
  }, 120_000);
  afterAll(async () => {
    await node.close();
    await here.close();
    await there.close();
  });

  it('is one state of a service that goes on, and its games go on and verify', { timeout: 240_000 }, async (test) => {
    const ann = await node.guest('Ann');
    await call(node, ann, 'POST', '/bots', { name: 'Robo' });
    const finished = await startGame(node, ann);
    await play(node, ann, finished);
    const running = await startGame(node, ann);
    await play(node, ann, running, 3);

    // While it plays on.
    const [lines] = await Promise.all([linesOf(here), from === 'postgres' ? play(node, ann, running, 3) : null]);
    expect(await restoreLines(there, given(lines), OPERATOR_ID)).toBe(lines.length - 2);
    const restored = await linesOf(there);
    expect(restored.toSorted()).toEqual(lines.toSorted());

    const other = await bootApp(test, { database: there });
    expect((await call(other, ann, 'GET', '/me')).id).toBe(ann.id);
    await play(other, ann, running);
    for (const gameId of [finished, running]) {
      const document = await call(other, ann, 'GET', `/games/${gameId}/replay`);
      expect(verifyReplay(document)).toMatchObject({ ok: true, gameId });
    }
  });

  it('is refused by a database that is not empty, and leaves it as it is', async () => {
    const before = await linesOf(here);
    const refused = restoreLines(here, given(before), OPERATOR_ID);
    await expect(refused).rejects.toThrow(BackupRefused);
    await expect(refused).rejects.toThrow(/not empty/);
  });
});

describe('a file that is no whole backup of this release', () => {
  let database: TestDatabase;
  let lines: readonly string[];
  let empty: readonly string[];
  beforeAll(async () => {
    const source = await openTestDatabase();
    const node = await bootApp(null, { database: source });
    await node.guest('Ann');
    lines = await linesOf(source);
    await node.close();
    await source.close();
    database = await openTestDatabase();
    empty = await linesOf(database);
  });
  afterAll(() => database.close());

  it.each<[string, (lines: readonly string[]) => readonly string[], RegExp]>([
    ['another document', () => ['{}'], /no backup/],
    ['no JSON', () => ['hello'], /no backup/],
    ['nothing', () => [], /cut off/],
    ['no last line', (all) => all.slice(0, -1), /cut off/],
    ['a missing row', (all) => all.filter((line) => !line.startsWith('["refresh_tokens"')), /should have/],
    ['a table that is unknown', ([head = '', ...rest]) => [head, '["pg_authid",{}]', ...rest], /no row of a table/],
    ['another schema', ([head = '', ...rest]) => [head.replace('_init', '_other'), ...rest], /another schema/],
  ])('is refused and leaves the database empty: %s', async (_, change, reason) => {
    await expect(restoreLines(database, given(change(lines)), OPERATOR_ID)).rejects.toThrow(reason);
    expect(await linesOf(database)).toEqual(empty);
  });
});

it('a backup has every table of the schema', async (test) => {
  const database = await openTestDatabase();
  test.onTestFinished(() => database.close());
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const names = [...TABLES.map(({ name }) => name), '_prisma_migrations'];
  expect(names.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});
