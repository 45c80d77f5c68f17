/** `dalmuti keys` as an operator runs it, in a folder of its own. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openPglite } from '../../src/adapters/pglite.ts';
import { TEST_SECRET } from '../support/app.ts';
import { openTestDatabase } from '../support/database.ts';
import { pgliteTemplate } from '../support/pglite-template.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

it('rotates and lists with names and dates, and prints no key', { timeout: 240_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'dalmuti-keys-'));
  const database = await openTestDatabase();
  t.onTestFinished(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  const env = {
    PATH: process.env.PATH,
    DALMUTI_DATA_DIR: folder,
    DALMUTI_SECRET: TEST_SECRET,
    ...(database.url === null ? {} : { DATABASE_URL: database.url }),
    LOG_LEVEL: 'silent',
  };
  // As a service has left it: a command makes no database.
  if (database.url === null) await (await openPglite({ folder, template: await pgliteTemplate() })).close();
  const run = async (...args: string[]) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', main, 'keys', ...args], { env });

  const first = JSON.parse((await run('rotate', '--json')).stdout);
  expect(first.keys).toMatchObject([{ kid: first.made, retiredAt: null }]);
  const { stdout } = await run('rotate');
  const listed = JSON.parse((await run('list', '--json')).stdout);
  expect(listed.made).toBeNull();
  expect(listed.keys.map(({ kid }: { kid: string }) => kid)).toHaveLength(2);
  const [newest] = listed.keys;
  expect(stdout).toContain(`The new key is ${newest.kid}.`);
  expect(stdout).toMatch(new RegExp(`${newest.kid}  made .*  signs\\n${first.made}  made .*  verifies until `));
  expect(Object.keys(newest).sort()).toEqual(['createdAt', 'endsAt', 'kid', 'retiredAt']);
  await expect(run('forget')).rejects.toMatchObject({ code: 2 });
});
