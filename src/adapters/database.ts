/** What a database is to the rest of the adapters, whether it is a server or embedded (decision 8). */
import pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.ts';

export interface Database {
  readonly kind: 'postgres' | 'pglite';
  /** For Prisma, reads and the sweep. Embedded it has one connection: hold none while asking for another. */
  readonly pool: pg.Pool;
  /** One connection, for the event log's writer alone; embedded it is the same as `pool`. */
  readonly writer: pg.Pool;
  /** Whether statements may be prepared under a name: not where all connections share one session. */
  readonly namedStatements: boolean;
  readonly prisma: PrismaClient;
  close(): Promise<void>;
}

export interface Statement {
  /** Unique among all statements of the service. */
  readonly name: string;
  readonly text: string;
}

/** The part of a pool that statements need. */
export interface Connections {
  connect(): Promise<{
    query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<{ readonly rows: Row[] }>;
    release(destroy: boolean): void;
  }>;
}

/** Runs one statement outside of any transaction. @throws NotConnected, `pg.DatabaseError`, or whatever cut the line */
export type Query = <Row>(statement: Statement, values: readonly unknown[]) => Promise<readonly Row[]>;

/** No connection could be made, so nothing was sent. */
export class NotConnected extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached.', { cause });
    this.name = 'NotConnected';
  }
}

/** Errors after which the server has ended the session, or serves no writes any more: connection, shutdown, read-only. */
const endsSession = /^(08|57P|25006)/;

/** Whether the server answered, so that it is known that the statement did nothing. */
export function isAnswer(error: unknown): error is pg.DatabaseError & { readonly code: string } {
  return error instanceof pg.DatabaseError && error.code !== undefined && !/^(08|57P)/.test(error.code);
}

/** Unlike `pool.query`, a statement that the server refuses costs no connection. */
export function createQuery(pool: Connections, namedStatements: boolean): Query {
  return async <Row>({ name, text }: Statement, values: readonly unknown[]) => {
    const client = await pool.connect().catch((cause: unknown) => {
      throw new NotConnected(cause);
    });
    let usable = true;
    try {
      const prepared = namedStatements ? { name, text } : { text };
      const result = await client.query<Row & pg.QueryResultRow>({ ...prepared, values: [...values] });
      return result.rows;
    } catch (error) {
      usable = error instanceof pg.DatabaseError && error.code !== undefined && !endsSession.test(error.code);
      throw error;
    } finally {
      client.release(!usable);
    }
  };
}

/**
 * A connection that breaks while a statement runs fails that statement, while it lies idle it is replaced: neither may
 * end the process, which an `error` event without a listener would.
 */
export function surviveBrokenConnections(pool: pg.Pool, onError: (error: Error) => void): void {
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
}
