/** A log that cannot be written costs lines, never the process: full disks, readers that left, pipes that no process reads. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const WAIT = { timeout: 60_000 };
const ROOT = new URL('../../', import.meta.url).pathname;

/** Logs more than a pipe holds, says in a file that it goes on, and ends as the service does. */
const LOGGING = `
  import { writeFileSync } from 'node:fs';
  import { createLogger, flushLog } from '${ROOT}src/http/logger.ts';
  const logger = createLogger('info');
  for (let line = 0; line < 1000; line += 1) logger.info({ text: 'x'.repeat(4_000) }, 'a line');
  process.on('SIGTERM', async () => {
    logger.info('stopping');
    await flushLog();
    process.exit(0);
  });
  setInterval(() => logger.info('still there'), 20);
  setTimeout(() => writeFileSync(process.env.DIR + '/alive', String(process.pid)), 100);
`;

/** Runs the program above, its output redirected by a shell. */
async function logTo(redirection: string) {
  const directory = await mkdtemp(join(tmpdir(), 'dalmuti-log-'));
  const program = '"$NODE" --import tsx --input-type=module -e "$PROGRAM"';
  const shell = spawn('bash', ['-c', `{ ${program}; echo $? > "$DIR/code"; } ${redirection}`], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', NODE: process.execPath, PROGRAM: LOGGING, DIR: directory },
    stdio: 'ignore',
    detached: true,
  });
  onTestFinished(async () => {
    try {
      process.kill(-(shell.pid ?? 0), 'SIGKILL');
    } catch {
      // All of it has ended by itself.
    }
    await rm(directory, { recursive: true, force: true });
  });
  const read = async (file: string) => (await readFile(join(directory, file), 'utf8').catch(() => '')).trim();
  await expect.poll(() => read('alive'), WAIT).not.toBe('');
  return {
    read,
    stop: async () => {
      process.kill(Number(await read('alive')), 'SIGTERM');
      await expect.poll(() => read('code'), WAIT).not.toBe('');
      return Number(await read('code'));
    },
  };
}

test.each([
  ['standard output on a full disk', '> /dev/full 2> /dev/null'],
  ['both outputs on a full disk', '> /dev/full 2>&1'],
  ['a reader that leaves after the first line', '2>&1 | head -1 > /dev/null'],
  ['a reader that never reads', '2>&1 | sleep 1000'],
])('a process that logs goes on and ends with code 0: %s', async (_, redirection) => {
  const program = await logTo(redirection);
  expect(await program.stop()).toBe(0);
});

test.each(['> "$DIR/log"', '| cat > "$DIR/log"'])('the last line is written at a stop: %s', async (redirection) => {
  const program = await logTo(redirection);
  expect(await program.stop()).toBe(0);
  await expect.poll(() => program.read('log'), WAIT).toMatch(/"stopping"\}$/);
});

test('lines that were dropped are counted, and the count is the first line that can be written again', async () => {
  const program = await logTo('2>&1 | { sleep 2; cat > "$DIR/log"; }');
  await expect.poll(() => program.read('log'), WAIT).toMatch(/"dropped":\d+,/);
  expect(await program.stop()).toBe(0);
  const lines = (await program.read('log')).split('\n');
  const dropped = lines.map((line) => Number(JSON.parse(line).dropped ?? 0)).reduce((sum, count) => sum + count, 0);
  expect(lines.filter((line) => line.includes('"a line"')).length + dropped).toBeGreaterThanOrEqual(1000);
});
