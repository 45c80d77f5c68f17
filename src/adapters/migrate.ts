/** Brings a database to the schema of this release, whoever starts first, in the books that `prisma migrate` keeps. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';
import { allowSilence } from './silent-connections.ts';

export interface Migrated {
  /** Names of the migrations that this call applied, in order. */
  readonly applied: readonly string[];
  /** Names of later migrations, unknown to this release: a newer one was here (decision 14 keeps it compatible). */
  readonly ahead: readonly string[];
}

/** The database is not one that this release can bring up to date; the message says why and what to do. */
export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MigrationError';
  }
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  /** As Prisma makes it: SHA-256 of the file, in hexadecimal. */
  readonly checksum: string;
}

interface RecordedMigration {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished: boolean;
}

/** The number that Prisma's own engine locks, so that it and this service never migrate at the same time. */
const advisoryLock = 72707369;
const lockEveryMs = 100;
const lockForMs = 120_000;
/** A migration may rewrite a large table; a request may never wait for as long. */
const MAX_MIGRATION_MS = 3_600_000;

/**
 * Applies what is missing, each migration in a transaction of its own. Nodes that start together wait for each other.
 * @param folder `prisma/migrations` of this package unless said otherwise
 * @throws MigrationError
 */
export async function migrate(pool: Pool, folder: string = migrationsFolder()): Promise<Migrated> {
  const known = await readMigrations(folder);
  const client = await pool.connect();
  let clean = false;
  try {
    await lock(client);
    const recorded = await readRecords(client);
    const ahead = check(known, recorded);
    const names = new Set(recorded.map((record) => record.migration_name));
    const missing = known.filter((migration) => !names.has(migration.name));
    for (const migration of missing) await apply(client, migration);
    await client.query('SELECT pg_advisory_unlock($1)', [advisoryLock]);
    clean = true;
    return { applied: missing.map((migration) => migration.name), ahead };
  } finally {
    // A session that ends gives its advisory lock back.
    client.release(!clean);
  }
}

/** The folder beside `package.json` or `dist`, from the sources as well as from the build. */
function migrationsFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const candidate = join(folder, 'prisma', 'migrations');
    if (existsSync(candidate)) return candidate;
    const parent = dirname(folder);
    if (parent === folder) throw new MigrationError('The folder prisma/migrations of this package is missing.');
    folder = parent;
  }
}

async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function lock(client: PoolClient): Promise<void> {
  for (let waited = 0; waited < lockForMs; waited += lockEveryMs) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      advisoryLock,
    ]);
    if (rows[0]?.locked === true) return;
    await sleep(lockEveryMs);
  }
  throw new MigrationError(
    `Another process has been migrating this database for ${lockForMs / 1000} s (advisory lock ${advisoryLock}).`,
  );
}

/** Creates Prisma's own table when it is missing. */
async function readRecords(client: PoolClient): Promise<readonly RecordedMigration[]> {
  await client.query(`CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                  VARCHAR(36)  PRIMARY KEY NOT NULL,
    "checksum"            VARCHAR(64)  NOT NULL,
    "finished_at"         TIMESTAMPTZ,
    "migration_name"      VARCHAR(255) NOT NULL,
    "logs"                TEXT,
    "rolled_back_at"      TIMESTAMPTZ,
    "started_at"          TIMESTAMPTZ  NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER      NOT NULL DEFAULT 0
  )`);
  const { rows } = await client.query<RecordedMigration>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished
       FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  return rows;
}

/** @returns names of the migrations that a newer release has added */
function check(known: readonly Migration[], recorded: readonly RecordedMigration[]): readonly string[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  const newest = known.at(-1)?.name ?? '';
  const ahead: string[] = [];
  for (const { migration_name: name, checksum, finished } of recorded) {
    if (!finished) {
      throw new MigrationError(
        `Migration ${name} began and did not finish. Repair the database, then tell it with "prisma migrate resolve".`,
      );
    }
    const ours = byName.get(name);
    if (ours === undefined && name <= newest) {
      throw new MigrationError(
        `Migration ${name} was applied here but is no part of this release: the database has another history.`,
      );
    }
    if (ours !== undefined && ours.checksum !== checksum) {
      throw new MigrationError(`Migration ${name} was applied here with other content than this release has.`);
    }
    if (ours === undefined) ahead.push(name);
  }
  const applied = new Set(recorded.map((record) => record.migration_name));
  const skipped = known.find((migration) => !applied.has(migration.name));
  if (ahead.length > 0 && skipped !== undefined) {
    throw new MigrationError(
      `Migration ${skipped.name} is missing here although the later ${ahead.join(', ')} was applied: the database has another history.`,
    );
  }
  return ahead;
}

async function apply(client: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  const restore = allowSilence(client, MAX_MIGRATION_MS);
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL statement_timeout = ${MAX_MIGRATION_MS - 10_000}`);
    await client.query(sql);
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query('COMMIT');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MigrationError(`Migration ${name} failed and was taken back: ${reason}`, { cause });
  } finally {
    restore();
  }
}
