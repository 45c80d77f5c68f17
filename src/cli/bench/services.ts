/** What the load is put on: the service in a process of its own, on a database of its own that is taken away afterwards. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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
  /** Bytes of heap that the service's process holds after a full collection. */
  heap(): Promise<number>;
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
    const { base, heap } = await serve(env, undo);
    const on = `${database === null ? 'the embedded database' : 'Postgres'}, ${redis === null ? 'the local bus' : 'Redis'}`;
    return {
      base,
      on,
      heap,
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

/** Loaded into the service's process: it knows nothing of being measured. */
const TELLS_ITS_HEAP =
  'data:text/javascript,process.on("message",()=>{gc();gc();process.send(process.memoryUsage().heapUsed)});process.channel.unref()';

async function serve(
  env: Readonly<Record<string, string>>,
  undo: (() => Promise<unknown>)[],
): Promise<Pick<Services, 'base' | 'heap'>> {
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...rest } = process.env;
  const args = [...process.execArgv, '--expose-gc', '--import', TELLS_ITS_HEAP, CLI, 'serve'];
  const child = spawn(process.execPath, args, {
    env: { ...rest, PORT: '0', HOST: '127.0.0.1', RATE_LIMITS: 'false', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  undo.push(() => end(child));
  const base = await addressOf(child);
  return {
    base,
    heap: async () => {
      const told = once(child, 'message');
      child.send('heap');
      const [bytes] = await told;
      return Number(bytes);
    },
  };
}

/**
 * An HTTP server that does nothing but answer, in a process of its own.
 * @returns its address, and what ends it
 */
export async function serveBare(): Promise<{ readonly base: string; close(): Promise<void> }> {
  const child = spawn(process.execPath, ['-e', BARE], { stdio: ['ignore', 'inherit', 'pipe'] });
  return { base: await addressOf(child), close: () => end(child) };
}

const BARE = `
const body = JSON.stringify({ version: 1, replayed: false, events: [{ type: 'setPlayed', filling: 'x'.repeat(200) }] });
const server = require('node:http').createServer((request, answer) => {
  request.resume();
  request.on('end', () => answer.writeHead(200, { 'content-type': 'application/json' }).end(body));
});
server.listen(0, '127.0.0.1', () => console.error('http://127.0.0.1:' + server.address().port));
`;

/** Waits until a process says where it listens. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  let said = '';
  for await (const chunk of stderr ?? []) {
    said += String(chunk);
    const [base] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
    if (base !== undefined) return base;
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
  const folder = '/usr/lib/postgresql';
  const versions = await readdir(folder).catch(() => []);
  return versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(folder, version, 'bin', 'pgbench'));
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
