/** What the load is put on: the service in a process of its own, on a database of its own that is taken away afterwards. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';

export interface Services {
  /** `http://127.0.0.1:<port>` */
  readonly base: string;
  /** In words, for the head of the report. */
  readonly on: string;
  /** Rows a second that `pgbench` inserts one by one from so many connections; `null` where it cannot be asked. */
  pgbench(connections: number, seconds: number): Promise<number | null>;
  close(): Promise<void>;
}

const CLI = fileURLToPath(new URL('../main.ts', import.meta.url));

export async function openServices(): Promise<Services> {
  const server =
    process.env.DATABASE_URL ?? ((await answers(5432)) ? 'postgres://postgres@127.0.0.1:5432/postgres' : null);
  const redis = process.env.REDIS_URL ?? ((await answers(6379)) ? 'redis://127.0.0.1:6379' : null);
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'dalmuti-bench-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    const database = server === null ? null : await ownDatabase(server, undo);
    const env = {
      DALMUTI_SECRET: randomBytes(32).toString('hex'),
      DALMUTI_DATA_DIR: join(folder, 'data'),
      ...(database === null ? {} : { DATABASE_URL: database }),
      ...(redis === null ? {} : { REDIS_URL: redis }),
    };
    const base = await serve(env, undo);
    const on = `${database === null ? 'the embedded database' : 'Postgres'}, ${redis === null ? 'the local bus' : 'Redis'}`;
    return {
      base,
      on,
      close,
      pgbench: async (connections, seconds) =>
        database === null ? null : pgbench(database, folder, connections, seconds),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function ownDatabase(server: string, undo: (() => Promise<unknown>)[]): Promise<string> {
  const name = `dalmuti_bench_${process.pid}`;
  await query(server, `CREATE DATABASE ${name}`);
  undo.push(() => query(server, `DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function serve(env: Readonly<Record<string, string>>, undo: (() => Promise<unknown>)[]): Promise<string> {
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...rest } = process.env;
  const child = spawn(process.execPath, [...process.execArgv, CLI, 'serve'], {
    env: { ...rest, PORT: '0', HOST: '127.0.0.1', RATE_LIMITS: 'false', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  undo.push(() => end(child));
  let said = '';
  for await (const chunk of child.stderr) {
    said += String(chunk);
    const [base] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
    if (base === undefined) continue;
    return base;
  }
  throw new Error(`The service did not start:\n${said}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** One 200-byte jsonb row in each transaction, as many connections as the load has. */
async function pgbench(database: string, folder: string, connections: number, seconds: number): Promise<number | null> {
  const script = join(folder, 'insert.sql');
  const body = JSON.stringify({ type: 'setPlayed', filling: 'x'.repeat(170) });
  await writeFile(script, `INSERT INTO bench_rows (body) VALUES ('${body}');\n`);
  await query(database, 'CREATE TABLE IF NOT EXISTS bench_rows (id bigserial PRIMARY KEY, body jsonb NOT NULL)');
  const args = ['-n', '-c', String(connections), '-j', '2', '-T', String(Math.ceil(seconds)), '-f', script, database];
  try {
    const { stdout } = await promisify(execFile)('pgbench', args);
    return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1] ?? Number.NaN);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
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
