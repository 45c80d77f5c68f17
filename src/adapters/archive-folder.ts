/** Documents in a folder: whole and on the disk before they have their name. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type DocumentStore, StoreFault } from '../ports/archive.ts';

export function createFolderStore(folder: string): DocumentStore {
  const root = resolve(folder);

  return {
    place: folder,

    async keep(name, text) {
      const file = join(root, name);
      const there = await readIfThere(file);
      if (there !== null && there !== text) return 'other';
      if (there === null) await write(file, text);
      // Also after a run that was cut off between the name and this.
      await syncFolders(root, dirname(file));
      if ((await readIfThere(file)) !== text) throw new StoreFault(`${file} does not read back as it was written.`);
      return there === null ? 'kept' : 'there';
    },
  };
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const part = `${file}.${randomUUID()}.part`;
  try {
    const handle = await open(part, 'wx', 0o640);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

/** A name is as durable as the folder that it stands in, up to the one that was asked for and its parent. */
async function syncFolders(root: string, from: string): Promise<void> {
  for (let folder = from; ; folder = dirname(folder)) {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (folder === dirname(root) || folder === dirname(folder)) return;
  }
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
