/** The migrations make the database that schema.prisma describes, and Prisma's own engine agrees with our books. */
import { readdir, readFile } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { migrate } from '../../src/adapters/migrate.ts';
import { readCatalog } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openSchemaEngine } from '../support/schema-engine.ts';

const prisma = new URL('../../prisma/', import.meta.url);
const readSchema = () => readFile(new URL('schema.prisma', prisma), 'utf8');

const opened: TestDatabase[] = [];
const openEmpty = async () => {
  const database = await openTestDatabase({ migrated: false });
  opened.push(database);
  return database;
};
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

it('decision 9: the migrations and schema.prisma make the same tables, constraints and indexes', {
  timeout: 120_000,
}, async () => {
  const [migrated, described] = [await openEmpty(), await openEmpty()];
  await migrate(migrated.pool);
  const schema = await openSchemaEngine(described.pool, await readSchema());
  await described.pool.query(await schema.script());
  await described.pool.query('CREATE TABLE _prisma_migrations ()');

  const catalog = await readCatalog(migrated.pool);
  expect(catalog.columns).toContain('game_events body json not null');
  expect(catalog).toEqual(await readCatalog(described.pool));
});

it('decision 9: prisma migrate finds nothing to do after our own migrations, and takes our books for its own', async () => {
  const database = await openEmpty();
  await migrate(database.pool);
  const folder = new URL('migrations/', prisma);
  const names = (await readdir(folder)).filter((name) => name !== 'migration_lock.toml').sort();
  const migrations = await Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(`${name}/migration.sql`, folder), 'utf8') })),
  );
  const engine = await openSchemaEngine(database.pool, await readSchema());

  const agreed = { editedMigrationNames: [], failedMigrationNames: [], hasMigrationsTable: true, history: null };
  expect(await engine.diagnose(migrations)).toEqual(agreed);
  const edited = migrations.map(({ name, sql }) => ({ name, sql: `${sql}\n` }));
  expect((await engine.diagnose(edited)).editedMigrationNames).toEqual(names);
});
