/** `npm run hostile` runs to its end on real servers; what it measures is not asserted, as the machine is shared. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { hasPostgres } from '../support/database.ts';

const MAIN = fileURLToPath(new URL('../../tools/main.ts', import.meta.url));

test.skipIf(!hasPostgres() || inject('redisUrl') === null)(
  'npm run hostile reports a quick scenario as one line of JSON',
  async () => {
    const env = { ...process.env, DATABASE_URL: String(inject('databaseUrl')), REDIS_URL: String(inject('redisUrl')) };
    const args = ['--import', 'tsx', MAIN, 'hostile', '--quick', '--scenario', 'full-lobby'];
    const { stdout, stderr } = await new Promise<{ readonly stdout: string; readonly stderr: string }>((resolve) => {
      // Status 1 says that a threshold was passed, which is no failure of the program.
      execFile(process.execPath, args, { env, timeout: 200_000 }, (_error, stdout, stderr) =>
        resolve({ stdout, stderr }),
      );
    });
    expect(stdout, stderr).toMatch(/^\{.*\}\n$/);
    const number = expect.any(Number);
    expect(JSON.parse(stdout)).toEqual({
      scenario: 'full-lobby',
      bystanderP99Ms: number,
      idleP99Ms: number,
      rssMb: number,
      idleRssMb: number,
      dbMb: number,
      failed: number,
      notReady: number,
      ok: expect.any(Boolean),
    });
  },
  240_000,
);
