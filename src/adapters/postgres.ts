/** Connects to a Postgres server: one pool for everything, and one connection for the event log's writer. */
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';
import { type Database, surviveBrokenConnections } from './database.ts';
import { endSilentConnections } from './silent-connections.ts';

/** Milliseconds. Connecting and one silent statement together stay below the 10 s that a request may wait. */
export interface PostgresTimeouts {
  /** For a new connection, and for a free one of the pool. */
  readonly connectMs: number;
  /** After which the server cancels a statement, so that it does no work for a caller that left. */
  readonly statementMs: number;
  /** Without a byte on a connection in use, after which it is destroyed; above `statementMs`. */
  readonly silenceMs: number;
  /** For a whole transaction of Prisma's, after which it is rolled back. */
  readonly transactionMs: number;
}

export const SERVING_TIMEOUTS: PostgresTimeouts = {
  connectMs: 2_500,
  statementMs: 4_000,
  silenceMs: 5_000,
  transactionMs: 6_000,
};

/** For commands that an operator runs: their statements may read whole tables. */
export const BATCH_TIMEOUTS: PostgresTimeouts = {
  connectMs: 5_000,
  statementMs: 290_000,
  silenceMs: 300_000,
  transactionMs: 300_000,
};

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  /** Connections of the pool; the writer has one more. */
  readonly poolSize?: number;
  /** Hears of idle connections that broke; they are replaced by themselves. */
  readonly onError?: (error: Error) => void;
  /** `SERVING_TIMEOUTS` unless said otherwise. */
  readonly timeouts?: PostgresTimeouts;
}

/** How long a writer waits for a row that another node holds before it takes the step out of its batch (decision 6). */
const lockTimeoutMs = 250;

/** Connects when first used, so it succeeds while the server is away. */
export function openPostgres({
  url,
  poolSize = 10,
  onError = () => undefined,
  timeouts = SERVING_TIMEOUTS,
}: PostgresOptions): Database {
  const common: pg.PoolConfig = {
    connectionString: url,
    connectionTimeoutMillis: timeouts.connectMs,
    statement_timeout: timeouts.statementMs,
    keepAlive: true,
    application_name: 'dalmuti',
  };
  const pool = new pg.Pool({ ...common, max: poolSize });
  const writer = new pg.Pool({
    ...common,
    max: 1,
    idleTimeoutMillis: 0,
    lock_timeout: lockTimeoutMs,
    application_name: 'dalmuti writer',
  });
  for (const connections of [pool, writer]) {
    surviveBrokenConnections(connections, onError);
    endSilentConnections(connections, timeouts.silenceMs);
  }
  const transactionOptions = {
    maxWait: timeouts.connectMs + timeouts.silenceMs,
    timeout: timeouts.transactionMs,
  };
  const prisma = new PrismaClient({ transactionOptions, adapter: new PrismaPg(pool) });
  return {
    kind: 'postgres',
    pool,
    writer,
    namedStatements: true,
    prisma,
    close: async () => {
      await prisma.$disconnect();
      await Promise.all([writer.end(), pool.end()]);
    },
  };
}
