/** What the bench puts its load on: one service, on a database of its own that is dropped afterwards. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type Servers } from './own-database.ts';
import { pgbench } from './pgbench.ts';
import { startService } from './service-process.ts';

export interface Services {
  /** `http://127.0.0.1:<port>` */
  readonly base: string;
  /** In words, for the head of the report. */
  readonly on: string;
  /** Rows a second that `pgbench` inserts one by one from n connections; `null` without Postgres or `pgbench`. */
  pgbench(connections: number, seconds: number): Promise<number | null>;
  /** Bytes of heap that the service's process holds after a full collection. */
  heap(): Promise<number>;
  close(): Promise<void>;
}

/** The load comes from few hosts at one address. */
const UNCAPPED = {
  MAX_GAMES_PER_HOST: '100000',
  MAX_BOT_GAMES_PER_HOST: '100000',
  MAX_TABLES_PER_HOST: '100000',
  MAX_GAMES_PER_ADDRESS: '100000',
  MAX_BOT_GAMES_PER_ADDRESS: '100000',
  MAX_TABLES_PER_ADDRESS: '100000',
  MAX_BOT_GAME_HANDS: '1000',
  BOT_GAME_DELAY_MS: '0',
} as const;

export async function openServices({ postgres, redis }: Servers): Promise<Services> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const directory = await mkdtemp(join(tmpdir(), 'dalmuti-bench-'));
    undo.push(() => rm(directory, { recursive: true, force: true }));
    const database = postgres === null ? null : await createDatabase(postgres);
    undo.push(async () => database?.drop());
    const service = await startService({
      RATE_LIMITS: 'false',
      ...UNCAPPED,
      DALMUTI_SECRET: randomBytes(32).toString('hex'),
      DALMUTI_DATA_DIR: join(directory, 'data'),
      ...(database === null ? {} : { DATABASE_URL: database.url }),
      ...(redis === null ? {} : { REDIS_URL: redis }),
    });
    undo.push(() => service.end());
    return {
      base: service.base,
      on: `${database === null ? 'the embedded database' : 'Postgres'}, ${redis === null ? 'the local bus' : 'Redis'}`,
      heap: () => service.heap(),
      pgbench: async (connections, seconds) =>
        database === null ? null : pgbench(database.url, directory, connections, seconds),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
