/** Bringing a database up to date: once, whoever starts, and never over what it does not understand (decision 14). */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { MigrationError, migrate } from '../../src/adapters/migrate.ts';
import { openPostgres } from '../../src/adapters/postgres.ts';
import {
  describeOnEachDatabase,
  describeOnPostgres,
  openTestDatabase,
  type TestDatabase,
} from '../support/database.ts';

const first = { '20260101000000_first': 'CREATE TABLE first (id int);' };
const second = { '20260201000000_second': 'CREATE TABLE second (id int);\n\nINSERT INTO second VALUES (1);\n' };
const third = { '20260301000000_third': 'CREATE TABLE third (id int);' };
const [firstName, secondName, thirdName] = [first, second, third].flatMap((migration) => Object.keys(migration));

const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

/** A folder of migrations, as a release brings it. */
async function release(...migrations: readonly Readonly<Record<string, string>>[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dalmuti-migrations-'));
  folders.push(folder);
  await writeFile(join(folder, 'migration_lock.toml'), 'provider = "postgresql"');
  for (const [name, sql] of migrations.flatMap(Object.entries)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'migration.sql'), sql);
  }
  return folder;
}

describeOnEachDatabase('migrations', (open) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await open();
  });
  beforeEach(() => database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
  afterAll(() => database.close());

  const tables = async () =>
    (
      await database.pool.query(
        `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
      )
    ).rows
      .map(({ relname }) => relname)
      .filter((name) => name !== '_prisma_migrations')
      .sort();

  it('applies what is missing, in the order of the names, and nothing twice', async () => {
    expect(await migrate(database.pool, await release(second, first))).toEqual({
      applied: [firstName, secondName],
      ahead: [],
    });
    expect(await migrate(database.pool, await release(first, second))).toEqual({ applied: [], ahead: [] });
    expect(await migrate(database.pool, await release(first, second, third))).toEqual({
      applied: [thirdName],
      ahead: [],
    });
    expect(await tables()).toEqual(['first', 'second', 'third']);
  });

  it('finds this package’s own migrations without being told where they are', async () => {
    const { applied } = await migrate(database.pool);
    expect(applied[0]).toMatch(/^\d{14}_init$/);
    expect(await tables()).toContain('game_events');
  });

  it('records them as prisma migrate does', async () => {
    await migrate(database.pool, await release(first, second));
    const { rows } = await database.pool.query('SELECT * FROM _prisma_migrations ORDER BY migration_name');

    expect(rows).toEqual(
      [first, second].flatMap(Object.entries).map(([name, sql]) => ({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        checksum: createHash('sha256').update(sql).digest('hex'),
        migration_name: name,
        started_at: expect.any(Date),
        finished_at: expect.any(Date),
        rolled_back_at: null,
        logs: null,
        applied_steps_count: 1,
      })),
    );
  });

  it('takes a migration that fails back as a whole, says why, and tries it again at the next start', async () => {
    const broken = { [secondName ?? '']: 'CREATE TABLE second (id int); SELECT 1 / 0;' };
    const failed = migrate(database.pool, await release(first, broken));
    await expect(failed).rejects.toThrow(`Migration ${secondName} failed and was taken back: division by zero`);
    expect(await tables()).toEqual(['first']);

    expect(await migrate(database.pool, await release(first, second))).toEqual({ applied: [secondName], ahead: [] });
  });

  it('refuses a database in which a migration had other content', async () => {
    await migrate(database.pool, await release(first));
    const edited = { [firstName ?? '']: 'CREATE TABLE first (id bigint);' };
    const refused = migrate(database.pool, await release(edited, second));
    await expect(refused).rejects.toThrow(`Migration ${firstName} was applied here with other content`);
    expect(await tables()).toEqual(['first']);
  });

  it('refuses a database with another history', async () => {
    await migrate(database.pool, await release(first, second));
    await expect(migrate(database.pool, await release(first, third))).rejects.toThrow(
      `Migration ${secondName} was applied here but is no part of this release`,
    );
  });

  it('refuses a database to which a later migration came without an earlier one of ours', async () => {
    await migrate(database.pool, await release(first, third));
    await expect(migrate(database.pool, await release(first, second))).rejects.toThrow(
      `Migration ${secondName} is missing here although the later ${thirdName} was applied`,
    );
  });

  it('decision 14: starts on a database that a newer release has migrated, and says so', async () => {
    await migrate(database.pool, await release(first, second, third));
    expect(await migrate(database.pool, await release(first))).toEqual({ applied: [], ahead: [secondName, thirdName] });
  });

  it('refuses a database in which a migration began and did not finish, until it was marked as rolled back', async () => {
    await migrate(database.pool, await release(first, second));
    await database.pool.query(
      'DROP TABLE second; UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE $$%second$$',
    );
    const again = async () => migrate(database.pool, await release(first, second));
    await expect(again()).rejects.toThrow(MigrationError);
    await expect(again()).rejects.toThrow(`Migration ${secondName} began and did not finish`);

    await database.pool.query('UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL');
    expect(await again()).toEqual({ applied: [secondName], ahead: [] });
  });
});

describeOnPostgres('migrations by several nodes', () => {
  it('of four nodes that start at once, one applies the migrations and the others wait for it', async () => {
    const database = await openTestDatabase({ kind: 'postgres', migrated: false });
    const nodes = Array.from({ length: 4 }, () => openPostgres({ url: database.url ?? '', poolSize: 2 }));
    const slow = { [secondName ?? '']: 'CREATE TABLE second (id int); SELECT pg_sleep(0.3);' };
    const folder = await release(first, slow, third);

    const results = await Promise.all(nodes.map(({ pool }) => migrate(pool, folder)));

    expect(results.map(({ applied }) => applied.length).sort()).toEqual([0, 0, 0, 3]);
    const { rows } = await database.pool.query('SELECT migration_name FROM _prisma_migrations ORDER BY started_at');
    expect(rows.map(({ migration_name: name }) => name)).toEqual([firstName, secondName, thirdName]);
    await Promise.all(nodes.map((node) => node.close()));
    await database.close();
  });

  it('the lock of a node that dies while it migrates is given to the next', async () => {
    const database = await openTestDatabase({ kind: 'postgres', migrated: false });
    const dying = openPostgres({ url: database.url ?? '', poolSize: 1 });
    const died = migrate(dying.pool, await release(first, { [secondName ?? '']: 'SELECT pg_sleep(60);' }));
    const terminate = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()`;
    const ended = expect(died).rejects.toThrow(MigrationError);
    await expect.poll(async () => (await database.pool.query(terminate)).rowCount).toBe(1);
    await ended;

    expect((await migrate(database.pool, await release(first, second))).applied).toEqual([secondName]);
    await dying.close();
    await database.close();
  });
});
