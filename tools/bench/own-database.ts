/** A database of its own on a Postgres server, for one run of a command that measures. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import pg from 'pg';

/** Servers that this environment names, else those that answer on their usual ports of this machine. */
export interface Servers {
  readonly postgres: string | null;
  readonly redis: string | null;
}

export const EMBEDDED: Servers = { postgres: null, redis: null };

export async function findServers(): Promise<Servers> {
  const { DATABASE_URL, REDIS_URL } = process.env;
  return {
    postgres: DATABASE_URL ?? ((await answers(5432)) ? 'postgres://postgres@127.0.0.1:5432/postgres' : null),
    redis: REDIS_URL ?? ((await answers(6379)) ? 'redis://127.0.0.1:6379' : null),
  };
}

export interface OwnDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** @param server the address of any database of the server; its user must be allowed to create databases */
export async function createDatabase(server: string): Promise<OwnDatabase> {
  const name = `dalmuti_bench_${process.pid}_${randomBytes(4).toString('hex')}`;
  await query(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => void (await query(server, `DROP DATABASE ${name} WITH (FORCE)`)) };
}

/** One statement on a connection of its own. @returns its rows, of whatever shape */
export async function query(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
