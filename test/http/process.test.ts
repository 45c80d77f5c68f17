/** The program itself: starts with no configuration at all, says where it is, and stops when asked (decision 8; promise 10). */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';

const Guest = z.object({ accessToken: z.string() });

interface Running {
  readonly child: ChildProcess;
  /** What it has written to standard error. */
  said(): string;
  readonly ended: Promise<number | null>;
}

function start(environment: Record<string, string>): Running {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], {
    env: { PATH, HOME, PORT: '0', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr?.on('data', (data) => {
    text += data;
  });
  return { child, said: () => text, ended: new Promise((resolve) => child.once('exit', (code) => resolve(code))) };
}

async function addressOf({ said }: Running): Promise<string> {
  await expect.poll(said, { timeout: 60_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+ /);
  return /http:\/\/127\.0\.0\.1:\d+/.exec(said())?.[0] ?? '';
}

test('starts embedded, keeps guests over a restart, refuses a second process on its folder, ends on SIGTERM', {
  timeout: 180_000,
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'dalmuti-process-'));
  const environment = { DALMUTI_DATA_DIR: join(folder, 'data') };
  const first = start(environment);
  t.onTestFinished(async () => {
    first.child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  const address = await addressOf(first);
  const created = await fetch(`${address}/v1/guests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada' }),
  });
  expect(created.status).toBe(201);
  const { accessToken } = Guest.parse(await created.json());

  const intruder = start(environment);
  expect(await intruder.ended).toBe(1);
  expect(intruder.said()).toMatch(/in use by process \d+/);

  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);

  const second = start(environment);
  t.onTestFinished(() => {
    second.child.kill('SIGKILL');
  });
  const again = await addressOf(second);
  const me = await fetch(`${again}/v1/me`, { headers: { authorization: `Bearer ${accessToken}` } });
  expect([me.status, await me.json()]).toEqual([200, expect.objectContaining({ name: 'Ada' })]);
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
});

test('nonsense in the environment ends it with the name of the variable', { timeout: 60_000 }, async () => {
  const process = start({ PORT: 'seventy' });
  expect(await process.ended).toBe(1);
  expect(process.said()).toMatch(/PORT: /);
  expect(process.said()).not.toMatch(/\bat .*\.ts:\d+/);
});
