/** The embedded database: Postgres in this process, reached through a private socket like any other (decision 8). */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../generated/prisma/client.ts';
import { type Database, surviveBrokenConnections } from './database.ts';
import { lockFolder } from './folder-lock.ts';

/**
 * Milliseconds. All callers share one connection in this process, which cannot fall silent by itself: a limit on silence
 * would only end what a slow machine still works on, so there is none.
 */
const TRANSACTIONS = { maxWait: 30_000, timeout: 30_000 } as const;

export interface PgliteOptions {
  /** The service's data folder; `null` keeps everything in memory, for a demo or a test. */
  readonly folder: string | null;
  /** A tar file made by `dumpPglite`, from which a new database starts much faster than from nothing. */
  readonly template?: string;
  /** Hears of connections that broke; they are replaced by themselves. */
  readonly onError?: (error: Error) => void;
}

/**
 * Starts the embedded database; seconds when it is new. It survives a killed process, but as it never waits for the disk,
 * not a power cut.
 * @throws FolderInUse when another process has the folder
 */
export async function openPglite(options: PgliteOptions): Promise<Database> {
  const unlock = options.folder === null ? async () => undefined : await lockFolder(options.folder);
  try {
    const engine = await startEngine(options);
    try {
      return await connect(engine, unlock, options.onError ?? (() => undefined));
    } catch (error) {
      await engine.close();
      throw error;
    }
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** @returns a tar file of a new database after `prepare` has worked on it, for `PgliteOptions.template` */
export async function dumpPglite(prepare: (database: Database) => Promise<unknown>): Promise<Uint8Array> {
  const engine = await startEngine({ folder: null });
  const database = await connect(
    engine,
    async () => undefined,
    () => undefined,
  );
  try {
    await prepare(database);
    const dump = await engine.dumpDataDir('none');
    return new Uint8Array(await dump.arrayBuffer());
  } finally {
    await database.close();
  }
}

async function startEngine({ folder, template }: PgliteOptions): Promise<PGlite> {
  const dataDir = folder === null ? 'memory://' : join(folder, 'database');
  const isNew = folder === null || !existsSync(dataDir);
  if (template === undefined || !isNew) return PGlite.create({ dataDir });
  return PGlite.create({ dataDir, loadDataDir: new Blob([new Uint8Array(await readFile(template))]) });
}

async function connect(
  engine: PGlite,
  unlock: () => Promise<void>,
  onError: (error: Error) => void,
): Promise<Database> {
  const socketFolder = await mkdtemp(join(tmpdir(), 'dalmuti-'));
  // One connection at a time speaks; the others are places for one that is closing while its successor opens.
  const server = new PGLiteSocketServer({ db: engine, path: join(socketFolder, '.s.PGSQL.5432'), maxConnections: 8 });
  await server.start();
  const pool = new pg.Pool({
    host: socketFolder,
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 30_000,
  });
  surviveBrokenConnections(pool, onError);
  const prisma = new PrismaClient({ transactionOptions: TRANSACTIONS, adapter: new PrismaPg(pool) });
  return {
    kind: 'pglite',
    pool,
    writer: pool,
    namedStatements: false,
    prisma,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
      await server.stop();
      await engine.close();
      await rm(socketFolder, { recursive: true, force: true });
      await unlock();
    },
  };
}
