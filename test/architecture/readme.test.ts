/** The tutorial's game by curl and the README's bot, run word for word against the service as an operator starts it. */
import { execFile, execFileSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it, type TestContext, vi } from 'vitest';
import { MODULES, openClientProject } from '../support/packed-client.ts';
import { startService } from '../support/service-process.ts';
import { blocksUnder, read } from './markdown.ts';

/** Only how long a broken test takes to fail. */
const PATIENCE_MS = 240_000;
vi.setConfig({ testTimeout: PATIENCE_MS + 20_000 });

const tools = ['bash', 'curl', 'jq', 'openssl'].filter((tool) => !isThere(tool));
if (tools.length > 0) console.warn(`The tutorial is skipped: ${tools.join(', ')} cannot be found.`);

describe.skipIf(tools.length > 0)('docs/TUTORIAL.md', () => {
  // Its reader has set nothing: once for each gate is enough, in the run that has set nothing either.
  it.skipIf(inject('databaseUrl') !== null)('lets one play a game with curl, and run a bot', async (test) => {
    const folder = await workplace(test);
    const service = await startService({ DALMUTI_DATA_DIR: join(folder, 'data') });
    test.onTestFinished(async () => {
      await service.stop();
    });
    const tutorial = read('docs/TUTORIAL.md').replaceAll('http://127.0.0.1:7575', service.base);
    const [, ...game] = blocksUnder(tutorial, '## Play a game with curl', 'bash');
    const [bot = ''] = blocksUnder(read('README.md'), '## A bot in ten lines', 'js');
    await writeFile(join(folder, 'bot.mjs'), bot);

    const [check, bots] = ['## Check a game', '## Write a bot'].map((title) => blocksUnder(tutorial, title, 'bash'));
    const script = [...game, "echo '=== next'", ...(check ?? []), "echo '=== next'", ...(bots ?? [])].join('\n');
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], {
      cwd: folder,
      env: { ...process.env, API: service.base },
      timeout: PATIENCE_MS,
    });
    // The bot logs its status, and nothing else is said there.
    expect(stderr).toBe("{ state: 'connecting' }\n{ state: 'live' }\n");
    const [byHand = '', checked = '', byBot = ''] = stdout.split('=== next\n');
    playedByHand(byHand);
    expect(checked).toMatch(/^game\.json: true\.\n/);
    expect(checked).toContain('follows from it and 1 contribution of players');
    const [played, told] = [byBot.match(/^plays .*$/gm), byBot.replace(/^plays .*\n/gm, '')];
    expect(played?.length).toBeGreaterThan(3);
    expect(JSON.parse(told)).toMatchObject({
      phase: 'ended',
      result: { reason: 'hands' },
      seats: expect.arrayContaining([{ name: 'Robot', total: expect.any(Number) }]),
    });
  });

  it.skipIf(inject('databaseUrl') !== null)(
    'says why a call was refused and stops; a renewed token goes on',
    async (test) => {
      const folder = await workplace(test);
      const service = await startService({ DALMUTI_DATA_DIR: join(folder, 'data') });
      test.onTestFinished(async () => {
        await service.stop();
      });
      const tutorial = read('docs/TUTORIAL.md').replaceAll('http://127.0.0.1:7575', service.base);
      const [, definitions = ''] = blocksUnder(tutorial, '## Play a game with curl', 'bash');
      const run = (script: string) =>
        promisify(execFile)('bash', ['-c', `${definitions}\n${script}`], { cwd: folder }).then(
          ({ stdout, stderr }) => ({ stdout, stderr }),
          ({ stdout, stderr }) => ({ stdout, stderr }),
        );
      const renewed = await run('renew; call $api/v1/me | jq -r .name');
      expect(renewed).toEqual({ stdout: 'Ann\n', stderr: '' });
      const refused = await run('call $api/v1/tables -d "{}" > /dev/null; call $api/v1/table; echo not reached');
      expect(refused.stderr).toContain('404 not_found: Nothing has this address. Did you mean /v1/tables?');
      expect(refused.stdout).not.toContain('not reached');
    },
  );
});

/** What the reader is told to expect. */
function playedByHand(output: string): void {
  const lines = output.split('\n');
  const [seat, first, second, third, view, once, again] = lines.slice(0, 7).map((line) => JSON.parse(line));
  expect(seat).toMatchObject({ you: { seat: 0 }, next: { commitment: expect.stringMatching(/^[0-9a-f]{64}$/) } });
  expect([first, second, third].map((names) => names.filter(Boolean).length)).toEqual([2, 3, 4]);
  expect(view).toMatchObject({ phase: 'revolution', you: { legal: expect.arrayContaining([expect.anything()]) } });
  expect(once).toMatchObject({ replayed: false });
  expect(again).toEqual({ ...once, replayed: true });
  const csv = lines.slice(lines.findIndex((line) => line.startsWith('game_id,')));
  // The head, four seats, and what the last line ends with.
  expect(csv.map((line) => line.split(',').length)).toEqual([24, 24, 24, 24, 24, 1]);
  const result = JSON.parse(lines.slice(lines.indexOf('{'), lines.indexOf('}') + 1).join('\n'));
  expect(result.result.reason).toBe('hands');
  const points = result.seats.map(({ total }: { total: number }) => total);
  expect(points.toSorted()).toEqual([0, 1, 2, 3]);
}

/** A folder as the reader's, in which the packed client was installed; the command line is the project's. */
async function workplace(test: TestContext): Promise<string> {
  const { folder, remove } = await openClientProject();
  test.onTestFinished(remove);
  await symlink(join(MODULES, '.bin'), join(folder, 'node_modules/.bin'));
  return folder;
}

function isThere(tool: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${tool}`]);
    return true;
  } catch {
    return false;
  }
}
