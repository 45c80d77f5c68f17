/** Two nodes of the service with default limits, on a database of their own that is dropped afterwards. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../src/cli/command.ts';
import { createDatabase, query, type Servers } from '../bench/own-database.ts';
import { type ServiceProcess, startService } from '../bench/service-process.ts';

export interface Nodes {
  readonly first: ServiceProcess;
  readonly second: ServiceProcess;
  /** What both are configured by. */
  readonly environment: Readonly<Record<string, string>>;
  /** Bytes that the database takes on its server. */
  databaseBytes(): Promise<number>;
  close(): Promise<void>;
}

/** @throws UsageError without Postgres and Redis: two nodes need both */
export async function openNodes({ postgres, redis }: Servers): Promise<Nodes> {
  if (postgres === null || redis === null) {
    throw new UsageError('hostile', 'Two nodes need Postgres and Redis: set DATABASE_URL and REDIS_URL.');
  }
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const directory = await mkdtemp(join(tmpdir(), 'dalmuti-hostile-'));
    undo.push(() => rm(directory, { recursive: true, force: true }));
    const database = await createDatabase(postgres);
    undo.push(() => database.drop());
    const environment = {
      DATABASE_URL: database.url,
      REDIS_URL: redis,
      DALMUTI_SECRET: randomBytes(32).toString('hex'),
      DALMUTI_DATA_DIR: join(directory, 'data'),
      LOG_LEVEL: 'error',
      // Callers come from many addresses; a load on one machine has one.
      TRUST_PROXY: 'loopback',
    };
    const first = await startService(environment);
    undo.push(() => first.end());
    const second = await startService(environment);
    undo.push(() => second.end());
    const databaseBytes = async () => {
      const [row] = await query(database.url, 'SELECT pg_database_size(current_database())::text AS bytes');
      return Number(row?.bytes);
    };
    return { first, second, environment, databaseBytes, close };
  } catch (error) {
    await close();
    throw error;
  }
}
