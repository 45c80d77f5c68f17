/** Gives tests a database of their own, on the server that was found or embedded, and takes it away afterwards. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describe, inject } from 'vitest';
import type { Database } from '../../src/adapters/database.ts';
import { migrate } from '../../src/adapters/migrate.ts';
import { openPglite } from '../../src/adapters/pglite.ts';
import { openPostgres } from '../../src/adapters/postgres.ts';
import { pgliteTemplate } from './pglite-template.ts';

export interface TestDatabase extends Database {
  /** Where a second node finds the same database; `null` when it is embedded. */
  readonly url: string | null;
}

export interface TestDatabaseOptions {
  /** Without it, Postgres where there is a server. */
  readonly kind?: Database['kind'];
  /** Whether the schema is there already (it is unless said otherwise). */
  readonly migrated?: boolean;
}

/** Whether this run has a Postgres server. */
export function hasPostgres(): boolean {
  return inject('databaseUrl') !== null;
}

/** Opens a new database; `close` drops it. */
export async function openTestDatabase({ kind, migrated = true }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const serverUrl = inject('databaseUrl');
  if (kind === 'postgres' || (kind === undefined && serverUrl !== null)) {
    if (serverUrl === null) throw new Error('This test needs a Postgres server: use describeOnPostgres.');
    return openOnServer(serverUrl, migrated);
  }
  const database = await openPglite({ folder: null, ...(migrated ? { template: await pgliteTemplate() } : {}) });
  return { ...database, url: null };
}

/** A suite that only a real server can run; without one it is skipped, and the run says so. */
export function describeOnPostgres(name: string, suite: () => void): void {
  if (!hasPostgres()) console.warn(`SKIPPED, as there is no Postgres server: ${name}`);
  describe.skipIf(!hasPostgres())(name, suite);
}

/** The same suite on both databases. */
export function describeOnEachDatabase(name: string, suite: (open: () => Promise<TestDatabase>) => void): void {
  describe(`${name} on PGlite`, () => suite(() => openTestDatabase({ kind: 'pglite' })));
  describeOnPostgres(`${name} on Postgres`, () => suite(() => openTestDatabase({ kind: 'postgres' })));
}

async function openOnServer(serverUrl: string, migrated: boolean): Promise<TestDatabase> {
  const name = `dalmuti_test_${randomBytes(8).toString('hex')}`;
  await onServer(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = openPostgres({ url: url.href, poolSize: 4 });
  if (migrated) await migrate(database.pool);
  return {
    ...database,
    url: url.href,
    close: async () => {
      await database.close();
      await onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
