/** Single-row inserts by Postgres' own load generator: what the same database does without this service. */
import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { query } from './own-database.ts';

/**
 * One 200-byte jsonb row in each transaction.
 * @param directory for the script
 * @param connections as many as the load has
 * @returns rows a second; `null` where there is no program `pgbench`
 */
export async function pgbench(
  database: string,
  directory: string,
  connections: number,
  seconds: number,
): Promise<number | null> {
  const script = join(directory, 'insert.sql');
  const body = JSON.stringify({ type: 'setPlayed', filling: 'x'.repeat(170) });
  await writeFile(script, `INSERT INTO bench_rows (body) VALUES ('${body}');\n`);
  await query(database, 'CREATE TABLE IF NOT EXISTS bench_rows (id bigserial PRIMARY KEY, body jsonb NOT NULL)');
  const args = ['-n', '-c', String(connections), '-j', '2', '-T', String(Math.ceil(seconds)), '-f', script, database];
  for (const program of ['pgbench', ...(await besideServers())]) {
    try {
      const { stdout } = await promisify(execFile)(program, args);
      return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1] ?? Number.NaN);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return null;
}

/** Where Debian keeps it, newest first; it is not always on the path. */
async function besideServers(): Promise<readonly string[]> {
  const directory = '/usr/lib/postgresql';
  const versions = await readdir(directory).catch(() => []);
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(directory, version, 'bin', 'pgbench'));
}
