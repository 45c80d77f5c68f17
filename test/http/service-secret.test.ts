/** Where the secret comes from: the environment, a file, or made once into the data folder (issue: embedded default). */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, type TestContext, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { databaseUrlOf } from '../../src/config/database-url.ts';
import { readSecret } from '../../src/config/service-secret.ts';

const LONG = 'x'.repeat(32);

async function temporary(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dalmuti-secret-'));
  t.onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('the environment comes first', async () => {
  expect(await readSecret(readConfig({ DALMUTI_SECRET: LONG }), false)).toEqual({ secret: LONG, isNew: false });
});

test('DALMUTI_SECRET_FILE is read without the line break at its end', async (t) => {
  const file = join(await temporary(t), 'given');
  await writeFile(file, `${LONG}\n`);
  expect(await readSecret(readConfig({ DALMUTI_SECRET_FILE: file }), false)).toEqual({ secret: LONG, isNew: false });
});

test('a file that is missing or too short is refused by name, without its content', async (t) => {
  const folder = await temporary(t);
  const missing = readSecret(readConfig({ DALMUTI_SECRET_FILE: join(folder, 'missing') }), true);
  await expect(missing).rejects.toThrow(/DALMUTI_SECRET_FILE: .*ENOENT/);
  await writeFile(join(folder, 'short'), 'hunter2');
  const short = readSecret(readConfig({ DALMUTI_SECRET_FILE: join(folder, 'short') }), true);
  await expect(short).rejects.toThrow(/DALMUTI_SECRET_FILE: .*shorter than 32/);
  await expect(short).rejects.not.toThrow(/hunter2/);
});

test('otherwise it is made once, for this user alone, also by several at once', async (t) => {
  const config = readConfig({ DALMUTI_DATA_DIR: join(await temporary(t), 'data') });
  const made = await Promise.all(Array.from({ length: 5 }, () => readSecret(config, true)));
  expect(new Set(made.map(({ secret }) => secret)).size).toBe(1);
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
  const file = join(config.DALMUTI_DATA_DIR, 'secret');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, 'utf8')).trim().length).toBeGreaterThanOrEqual(32);
  expect(await readSecret(config, false)).toEqual({ secret: made[0]?.secret, isNew: false });
});

test('SECRETS_DIR holds it before the data folder does', async (t) => {
  const secrets = await temporary(t);
  const config = readConfig({ SECRETS_DIR: secrets, DALMUTI_DATA_DIR: join(secrets, 'data') });
  const made = await readSecret(config, true);
  expect(made.secret).toBe((await readFile(join(secrets, 'dalmuti_secret'), 'utf8')).trim());
  expect(await readdir(secrets)).toEqual(['dalmuti_secret']);
});

test('a command makes no secret and says which variables are missing', async (t) => {
  const folder = await temporary(t);
  for (const environment of [{ DALMUTI_DATA_DIR: folder }, { SECRETS_DIR: folder }]) {
    await expect(readSecret(readConfig(environment), false)).rejects.toThrow(
      /DALMUTI_SECRET: not set, .* DALMUTI_SECRET, DALMUTI_SECRET_FILE or SECRETS_DIR/,
    );
  }
  expect(await readdir(folder)).toEqual([]);
});

describe('where the database is', () => {
  test.each([
    [{}, null],
    [{ DATABASE_URL: 'postgres://a@b/c', POSTGRES_HOST: 'db' }, 'postgres://a@b/c'],
    [{ POSTGRES_HOST: 'db' }, 'postgres://dalmuti@db:5432/dalmuti'],
    [
      {
        POSTGRES_HOST: '::1',
        POSTGRES_PORT: '6432',
        POSTGRES_USER: 'a b',
        POSTGRES_DB: 'c',
        POSTGRES_PASSWORD: 'p@/:',
      },
      'postgres://a%20b:p%40%2F%3A@[::1]:6432/c',
    ],
  ])('%j is %s', async (environment, url) => {
    expect(await databaseUrlOf(readConfig(environment))).toBe(url);
  });

  test('the password is read from POSTGRES_PASSWORD_FILE, or from SECRETS_DIR', async (t) => {
    const secrets = await temporary(t);
    await writeFile(join(secrets, 'postgres_password'), 'one\n');
    await writeFile(join(secrets, 'other'), 'two\n');
    const inSecrets = { POSTGRES_HOST: 'db', SECRETS_DIR: secrets };
    expect(await databaseUrlOf(readConfig(inSecrets))).toBe('postgres://dalmuti:one@db:5432/dalmuti');
    const given = { ...inSecrets, POSTGRES_PASSWORD_FILE: join(secrets, 'other') };
    expect(await databaseUrlOf(readConfig(given))).toBe('postgres://dalmuti:two@db:5432/dalmuti');
    const missing = { POSTGRES_HOST: 'db', POSTGRES_PASSWORD_FILE: join(secrets, 'none') };
    await expect(databaseUrlOf(readConfig(missing))).rejects.toThrow(/POSTGRES_PASSWORD_FILE: .*ENOENT/);
  });

  test.each(['DALMUTI_SECRET', 'POSTGRES_PASSWORD'])('%s and its file are not set together', (name) => {
    expect(() => readConfig({ [name]: LONG, [`${name}_FILE`]: 'x' })).toThrow(`${name} and ${name}_FILE: set one`);
  });
});
