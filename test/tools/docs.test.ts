/** The generated pages are those of the code, and `--check` notices when they are not (issue: generated documents). */
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../tools/docs/docs.ts';

test('what is written passes the check, and is the same every time; what differs or is missing fails', async (context) => {
  const out = await mkdtemp(join(tmpdir(), 'dalmuti-docs-'));
  context.onTestFinished(() => rm(out, { recursive: true, force: true }));
  expect(await run(['--check', '--out', out])).toBe(1);
  expect(await readdir(out)).toEqual([]);
  expect(await run(['--out', out])).toBe(0);
  expect(await run(['--check', '--out', out])).toBe(0);
  await appendFile(join(out, 'ERRORS.md'), 'More.\n');
  expect(await run(['--check', '--out', out])).toBe(1);
});

test('the pages of the project are current', async () => {
  expect(await run(['--check'])).toBe(0);
});

test('each row says what it is about: code, status, title, advice; variable, default, meaning', async () => {
  const page = (name: string) => readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
  expect(await page('ERRORS.md')).toContain(
    '| `token_expired` | 401 | The access token has expired | The time of an access token, a refresh token or a ticket is up. | Exchange the refresh token for a new pair, then repeat the request. |',
  );
  expect(await page('ERRORS.md')).toContain(
    '| `rule_not_your_turn` | `E_NOT_YOUR_TURN` | It is not your turn | Another seat has the turn. | Wait for your turn. |',
  );
  expect(await page('CONFIGURATION.md')).toContain(
    '| `PORT` | `7575` | Port to listen on; 0 takes a free one. |\n| `DATABASE_URL` |  | Postgres.',
  );
});
