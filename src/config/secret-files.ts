/** Files that hold one secret each: read with an error that names the variable, made once and whole. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from './config.ts';

/** @param variable that led to the file. @returns its text without the line break. @throws ConfigError */
export async function readSecretFile(file: string, variable: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'error';
    throw new ConfigError([`${variable}: the secret cannot be read from ${file} (${code}).`]);
  });
  return text.trim();
}

/**
 * Writes 256 random bits, for this user alone, unless the file has content. It appears whole or not at all, also when two
 * processes start at once.
 * @returns whether it was made just now
 */
export async function makeSecretFile(file: string): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  if (await readFile(file).catch(() => null)) return false;
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
