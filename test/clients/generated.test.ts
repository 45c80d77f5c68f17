/** What generators that are not ours make of the contract compiles under strict and plays whole games. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { bootApp } from '../support/app.ts';
import { MODULES } from '../support/packed-client.ts';

const run = promisify(execFile);
/** Only how long a broken test takes to fail. */
vi.setConfig({ testTimeout: 300_000 });
const HERE = fileURLToPath(new URL('.', import.meta.url));

describe.each(['openapi-fetch', 'hey-api'])('the client by %s', (name) => {
  const folder = join(HERE, name);
  const isInstalled = existsSync(join(folder, 'node_modules'));
  if (!isInstalled) console.warn(`The generated client ${name} is skipped: npm ci --prefix test/clients/${name}`);

  test.skipIf(!isInstalled)('is generated, compiles, and plays a whole game', async () => {
    await run('npm', ['run', '--silent', 'generate'], { cwd: folder });
    const { stdout: faults } = await run('npm', ['run', '--silent', 'check'], { cwd: folder });
    expect(faults).toBe('');
    const node = await bootApp();
    const base = await node.listen();
    const loader = join('file://', MODULES, 'tsx/dist/loader.mjs');
    const { stdout, stderr } = await run(process.execPath, ['--import', loader, 'play.ts', base], { cwd: folder });
    await node.close();
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({ reason: 'hands', asked: true });
  });
});
