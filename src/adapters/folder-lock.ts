/** Holds a folder for one process: two databases on one folder lose data without a word (decision 8). */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { z } from 'zod';

const Owner = z.object({ pid: z.int(), host: z.string(), run: z.string() });
type Owner = Readonly<z.infer<typeof Owner>>;

type Release = () => Promise<void>;

/** Another process works in the folder. */
export class FolderInUse extends Error {
  constructor(folder: string, owner: Owner | null) {
    const who = owner === null ? 'another process' : `process ${owner.pid} on ${owner.host}`;
    super(`The data folder ${folder} is in use by ${who}. Stop it, or use another folder (DALMUTI_DATA_DIR).`);
    this.name = 'FolderInUse';
  }
}

const us: Owner = { pid: process.pid, host: hostname(), run: randomUUID() };
const lookEveryMs = 200;
const staleMs = 10_000;
/** Enough looks to see whether somebody keeps a lock fresh. */
const patient = staleMs / lookEveryMs + 10;

/**
 * Makes the folder when it is missing and locks it until the returned function is called or the process ends. The lock of
 * a process that was killed is taken over: at once when it ran on this host, after ten seconds when nobody can know.
 * @throws FolderInUse
 */
export async function lockFolder(folder: string): Promise<Release> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const target = join(folder, 'database');
  const ownerFile = join(folder, 'database.owner');
  // One starter at a time looks at the lock, so that two cannot both take over the same dead one.
  const leave = await take(join(folder, 'start'), patient);
  if (leave === null) throw new FolderInUse(folder, await readOwner(ownerFile));
  try {
    const release = (await take(target, 0)) ?? (await takeOver(target, await readOwner(ownerFile)));
    if (release === null) throw new FolderInUse(folder, await readOwner(ownerFile));
    await writeFile(ownerFile, JSON.stringify(us));
    return async () => {
      await rm(ownerFile, { force: true });
      await release();
    };
  } finally {
    await leave();
  }
}

async function takeOver(target: string, owner: Owner | null): Promise<Release | null> {
  if (owner?.run === us.run) return null;
  if (owner !== null && owner.host === us.host && owner.pid !== us.pid) {
    if (isAlive(owner.pid)) return null;
    await rmdir(`${target}.lock`).catch(() => undefined);
    return take(target, 0);
  }
  // In a container the process has the same number after each start: only time tells whether somebody holds on.
  return take(target, patient);
}

/** @returns `null` when somebody else still holds it after so many more looks */
async function take(target: string, retries: number): Promise<Release | null> {
  try {
    return await lock(target, {
      realpath: false,
      stale: staleMs,
      update: staleMs / 5,
      retries: { retries, factor: 1, minTimeout: lookEveryMs, maxTimeout: lookEveryMs },
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOCKED') return null;
    throw error;
  }
}

async function readOwner(file: string): Promise<Owner | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return Owner.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
