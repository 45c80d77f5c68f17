/** Gives the run a folder for its log, and when all tests are over looks whether a secret stands in it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findSecrets } from './secrets.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the log of this run is kept. */
    logFolder: string;
  }
}

/** Called by vitest once for each run. @returns what fails the run when its log tells a secret */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'dalmuti-log-'));
  project.provide('logFolder', folder);
  return () => {
    const { found, bytes, secrets } = searchLogs(folder);
    rmSync(folder, { recursive: true });
    if (found.length > 0) {
      console.error(`The log of this run tells secrets:\n${found.slice(0, 20).join('\n')}`);
      // What a teardown throws is told, but the run passes all the same.
      process.exitCode = 1;
    } else if (secrets > 0) console.info(`The log of this run, ${bytes} bytes, tells none of its ${secrets} secrets.`);
  };
}

/** @param folder with `.log` files, and `.secrets` files that have one secret in each line */
export function searchLogs(folder: string): { found: readonly string[]; bytes: number; secrets: number } {
  const files = readdirSync(folder);
  const read = (ending: string) =>
    files.filter((file) => file.endsWith(ending)).map((file) => readFileSync(join(folder, file), 'utf8'));
  const known = new Set(read('.secrets').flatMap((text) => text.split('\n').filter((line) => line !== '')));
  const logs = read('.log');
  return {
    found: logs.flatMap((text) => findSecrets(text, known)),
    bytes: logs.reduce((sum, text) => sum + text.length, 0),
    secrets: known.size,
  };
}
