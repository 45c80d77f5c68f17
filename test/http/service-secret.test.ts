/** Where the secret comes from: the environment, a file, or made once into the data folder (issue: embedded default). */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { readSecret } from '../../src/service-secret.ts';

const LONG = 'x'.repeat(32);

async function temporary(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dalmuti-secret-'));
  t.onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('the environment comes first', async () => {
  expect(await readSecret(readConfig({ DALMUTI_SECRET: LONG }))).toEqual({ secret: LONG, isNew: false });
});

test('DALMUTI_SECRET_FILE is read without the line break at its end', async (t) => {
  const file = join(await temporary(t), 'given');
  await writeFile(file, `${LONG}\n`);
  expect(await readSecret(readConfig({ DALMUTI_SECRET_FILE: file }))).toEqual({ secret: LONG, isNew: false });
});

test('a file that is missing or too short is refused by name, without its content', async (t) => {
  const folder = await temporary(t);
  const missing = readSecret(readConfig({ DALMUTI_SECRET_FILE: join(folder, 'missing') }));
  await expect(missing).rejects.toThrow(/DALMUTI_SECRET_FILE: .*ENOENT/);
  await writeFile(join(folder, 'short'), 'hunter2');
  const short = readSecret(readConfig({ DALMUTI_SECRET_FILE: join(folder, 'short') }));
  await expect(short).rejects.toThrow(/DALMUTI_SECRET_FILE: .*shorter than 32/);
  await expect(short).rejects.not.toThrow(/hunter2/);
});

test('otherwise it is made once, for this user alone, also by several at once', async (t) => {
  const config = readConfig({ DALMUTI_DATA_DIR: join(await temporary(t), 'data') });
  const made = await Promise.all(Array.from({ length: 5 }, () => readSecret(config)));
  expect(new Set(made.map(({ secret }) => secret)).size).toBe(1);
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
  const file = join(config.DALMUTI_DATA_DIR, 'secret');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, 'utf8')).trim().length).toBeGreaterThanOrEqual(32);
  expect(await readSecret(config)).toEqual({ secret: made[0]?.secret, isNew: false });
});
