/** Files that are made from the code and kept in the repository: written, or compared with what is written. */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { print, printError } from '../src/cli/terminal/output.ts';

/** What stands behind `--check` in the help of each command that makes such files. */
export const checkOption = {
  name: 'check',
  value: null,
  default: null,
  help: 'Write nothing; fail when a file differs from the code.',
} as const;

export type Files = readonly (readonly [name: string, text: string])[];

/** @returns the exit code, 0 */
export async function write(folder: string, files: Files): Promise<number> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of files) {
    await writeFile(join(folder, name), text);
    print`${join(folder, name)}`;
  }
  return 0;
}

/**
 * @param script the npm script that writes them
 * @returns the exit code: 1 when a file is missing or differs
 */
export async function check(folder: string, files: Files, script: string): Promise<number> {
  let stale = 0;
  for (const [name, text] of files) {
    const written = await readFile(join(folder, name), 'utf8').catch(() => null);
    if (written === text) continue;
    stale += 1;
    printError`${join(folder, name)} is not what the code says; run: npm run ${script}`;
  }
  return stale === 0 ? 0 : 1;
}
