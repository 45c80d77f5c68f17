/** The client as a stranger gets it: packed, and installed into a folder that has nothing else. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeClientPackage } from '../../packaging/client-package.ts';

const run = promisify(execFile);
export const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

export interface ClientProject {
  /** Where `dalmuti` is installed, and nothing that it did not bring. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** @param borrowed packages of this project that the stranger would have installed too */
export async function openClientProject(...borrowed: readonly string[]): Promise<ClientProject> {
  const folder = await mkdtemp(join(tmpdir(), 'dalmuti-client-'));
  const made = join(folder, 'package');
  await writeClientPackage(made);
  const { stdout } = await run('npm', ['pack', made, '--json', '--loglevel=error'], { cwd: folder });
  const [{ filename }] = Object.values<{ filename: string }>(JSON.parse(stdout)) as [{ filename: string }];
  await rm(made, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"name": "stranger", "private": true, "type": "module"}\n');
  // Offline: what needs anything from elsewhere fails here.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], { cwd: folder });
  for (const name of borrowed) await symlink(join(MODULES, name), join(folder, 'node_modules', name));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
