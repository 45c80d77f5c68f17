/** Connects to a Postgres server: one pool for everything, and one connection for the event log's writer. */
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';
import { type Database, surviveBrokenConnections, TRANSACTIONS } from './database.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  /** Connections of the pool; the writer has one more. */
  readonly poolSize?: number;
  /** Hears of idle connections that broke; they are replaced by themselves. */
  readonly onError?: (error: Error) => void;
}

/** How long a writer waits for a row that another node holds before it takes the step out of its batch (decision 6). */
const lockTimeoutMs = 250;

/** Connects when first used, so it succeeds while the server is away. */
export function openPostgres({ url, poolSize = 10, onError = () => undefined }: PostgresOptions): Database {
  const common: pg.PoolConfig = {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'dalmuti',
  };
  const pool = new pg.Pool({ ...common, max: poolSize });
  const writer = new pg.Pool({
    ...common,
    max: 1,
    idleTimeoutMillis: 0,
    lock_timeout: lockTimeoutMs,
    statement_timeout: 5_000,
    query_timeout: 10_000,
    application_name: 'dalmuti writer',
  });
  surviveBrokenConnections(pool, onError);
  surviveBrokenConnections(writer, onError);
  const prisma = new PrismaClient({ transactionOptions: TRANSACTIONS, adapter: new PrismaPg(pool) });
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
