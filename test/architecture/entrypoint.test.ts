/** The container's entrypoint: secrets are made once, by whoever comes first, and belong to nobody else. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, type TestContext } from 'vitest';

const ENTRYPOINT = fileURLToPath(new URL('../../docker/entrypoint.sh', import.meta.url));

async function folder(test: TestContext): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'dalmuti-secrets-'));
  test.onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** Runs the entrypoint with a command that shows what it was handed. */
async function run(secrets: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const shown = ['DALMUTI_SECRET_FILE', 'DALMUTI_SECRET', 'DATABASE_URL'].map((name) => `"$\{${name}:-}"`);
  const show = `printf '%s|%s|%s' ${shown.join(' ')}`;
  const { stdout } = await promisify(execFile)('sh', [ENTRYPOINT, 'sh', '-c', show], {
    env: { PATH: process.env.PATH, SECRETS_DIR: secrets, ...env },
  });
  return stdout;
}

it('makes secrets that only their owner reads, and keeps them', async (test) => {
  const secrets = await folder(test);
  await run(secrets);
  const first = await readFile(join(secrets, 'dalmuti_secret'), 'utf8');
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await readFile(join(secrets, 'postgres_password'), 'utf8')).not.toBe(first);
  for (const name of await readdir(secrets)) expect((await stat(join(secrets, name))).mode & 0o777).toBe(0o600);
  await run(secrets);
  expect(await readFile(join(secrets, 'dalmuti_secret'), 'utf8')).toBe(first);
  expect((await readdir(secrets)).sort()).toEqual(['dalmuti_secret', 'postgres_password']);
});

it('makes one secret however many start at once', async (test) => {
  const secrets = await folder(test);
  const urls = await Promise.all(Array.from({ length: 8 }, () => run(secrets, { POSTGRES_HOST: 'db' })));
  expect(new Set(urls).size).toBe(1);
});

it('hands over where the secret is and how the database is reached, and leaves alone what was said', async (test) => {
  const secrets = await folder(test);
  const [file, secret, url] = (await run(secrets, { POSTGRES_HOST: 'db' })).split('|');
  const password = await readFile(join(secrets, 'postgres_password'), 'utf8');
  expect({ file, secret, url }).toEqual({
    file: join(secrets, 'dalmuti_secret'),
    secret: '',
    url: `postgres://dalmuti:${password}@db:5432/dalmuti`,
  });
  expect(await run(secrets, { DALMUTI_SECRET: 'mine', DATABASE_URL: 'postgres://mine', POSTGRES_HOST: 'db' })).toBe(
    '|mine|postgres://mine',
  );
});
