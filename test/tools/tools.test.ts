/** Each tool is an npm script of its own name, and its help says so; the shipped command does not know it. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { main } from '../../src/cli/command-line.ts';
import { runTool } from '../../tools/tools.ts';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const scripts: Readonly<Record<string, string>> = manifest.scripts;
const tools = Object.entries(scripts).flatMap(([name, run]) => (run === `tsx tools/main.ts ${name}` ? [name] : []));

afterEach(() => vi.restoreAllMocks());

test('the npm scripts that start a tool are bench, docs, hostile, openapi and simulate', () => {
  expect(tools.toSorted()).toEqual(['bench', 'docs', 'hostile', 'openapi', 'simulate']);
});

test.each(tools)('npm run %s -- --help shows how it is typed', async (name) => {
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(await runTool([name, '--help'])).toBe(0);
  expect(String(stdout.mock.calls[0]?.[0])).toContain(`Usage: npm run ${name} -- [options]\n`);
});

test.each(tools)('dalmuti %s is an unknown command with exit code 2', async (name) => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await main([name])).toBe(2);
  expect(String(stderr.mock.calls[0]?.[0])).toContain(`There is no command "${name}".`);
});

test('what is shipped holds no tool', () => {
  expect(manifest.files).not.toContain('tools');
  expect(readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')).not.toMatch(/^COPY .*tools/m);
});
