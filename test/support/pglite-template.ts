/** One migrated embedded database, kept as a file, from which tests start theirs in a fraction of the time. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lock } from 'proper-lockfile';
import { migrate } from '../../src/adapters/migrate.ts';
import { dumpPglite } from '../../src/adapters/pglite.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'node_modules', '.cache', 'dalmuti');

/** @returns the path of the template, made by the first test that asks for it */
export async function pgliteTemplate(): Promise<string> {
  const file = join(folder, `pglite-${await fingerprint()}.tar`);
  if (await exists(file)) return file;
  await mkdir(folder, { recursive: true });
  const release = await lock(folder, { retries: { retries: 120, factor: 1, minTimeout: 500 } });
  try {
    if (await exists(file)) return file;
    const dump = await dumpPglite((database) => migrate(database.pool));
    await writeFile(`${file}.part`, dump);
    await rename(`${file}.part`, file);
    return file;
  } finally {
    await release();
  }
}

/** Of all that the template is made from. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  hash.update(await readFile(createRequire(import.meta.url).resolve('@electric-sql/pglite')));
  const migrations = join(root, 'prisma', 'migrations');
  for (const name of (await readdir(migrations)).sort()) {
    if (name.endsWith('.toml')) continue;
    hash.update(name).update(await readFile(join(migrations, name, 'migration.sql')));
  }
  return hash.digest('hex').slice(0, 16);
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}
