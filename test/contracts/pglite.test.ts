/** The embedded database's folder: one process at a time, and what was acknowledged survives a killed process (decision 8). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEventLog } from '../../src/adapters/event-log.ts';
import { FolderInUse, lockFolder } from '../../src/adapters/folder-lock.ts';
import { openPglite } from '../../src/adapters/pglite.ts';
import { pgliteTemplate } from '../support/pglite-template.ts';
import { aStep } from '../support/steps.ts';

let folder: string;
let child: ChildProcess | null = null;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'dalmuti-data-')), 'data');
});
afterEach(async () => {
  await end();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

/** Starts another process that takes the folder and appends steps. @returns the games that it says are written */
async function startHolder(steps: number): Promise<readonly string[]> {
  const script = new URL('../support/folder-holder.ts', import.meta.url).pathname;
  const options = [folder, await pgliteTemplate(), String(steps)];
  child = spawn(process.execPath, ['--import', 'tsx', script, ...options], {
    env: { ...process.env, TMPDIR: join(folder, '..') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const games: string[] = [];
  if (child.stdout === null) throw new Error('The process has no output.');
  for await (const line of createInterface(child.stdout)) {
    if (line === 'ready') break;
    games.push(line);
  }
  return games;
}

/** As `kill -9` would. */
async function end(): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  child = null;
}

it('decision 8: a second process is refused with a message that names the folder and who has it', async () => {
  await startHolder(0);
  const refused = openPglite({ folder });
  await expect(refused).rejects.toThrow(FolderInUse);
  await expect(refused).rejects.toThrow(
    `The data folder ${folder} is in use by process ${child?.pid} on ${hostname()}.`,
  );
});

it('decision 8: after kill -9 the next start has the folder, and all that was acknowledged; after a close the one after it', async () => {
  const games = await startHolder(50);
  await end();
  expect(games).toHaveLength(50);

  const database = await openPglite({ folder });
  const log = createEventLog(database);
  const heads = await log.heads(games);
  await log.append(aStep({ gameId: games[0] ?? '', after: 2 }));
  await database.close();
  expect([...heads.values()]).toEqual(games.map(() => 2));

  const again = await openPglite({ folder });
  const head = await createEventLog(again).heads(games.slice(0, 1));
  await again.close();
  expect(head).toEqual(new Map([[games[0], 3]]));
});

it('decision 8: the folder is for its owner’s eyes alone', async () => {
  const release = await lockFolder(folder);
  expect((await stat(folder)).mode & 0o077).toBe(0);
  await release();
});

it('decision 8: the same process gets a folder once, and again after it was released', async () => {
  const release = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
  await release();
  const again = await lockFolder(folder);
  await again();
});

it('decision 8: of several that start at once on the lock of a dead process, one gets it', async () => {
  await startHolder(0);
  await end();
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => lockFolder(folder)));

  const held = results.filter((result) => result.status === 'fulfilled');
  expect(held).toHaveLength(1);
  for (const { value: release } of held) await release();
});
