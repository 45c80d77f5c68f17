/** The secret that seals seeds and keys: given in the environment, or made once and kept in the data folder. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';

export interface ServiceSecret {
  readonly secret: string;
  /** Whether it was made just now, so that no other node can have it. */
  readonly isNew: boolean;
}

const LEAST = 32;

/** @throws ConfigError when the file that holds it cannot be read or holds too little */
export async function readSecret(config: Config): Promise<ServiceSecret> {
  if (config.DALMUTI_SECRET !== undefined) return { secret: config.DALMUTI_SECRET, isNew: false };
  if (config.DALMUTI_SECRET_FILE !== undefined) {
    return { secret: await readFrom(config.DALMUTI_SECRET_FILE, 'DALMUTI_SECRET_FILE'), isNew: false };
  }
  const file = join(config.DALMUTI_DATA_DIR, 'secret');
  const isNew = await makeOnce(config.DALMUTI_DATA_DIR, file);
  return { secret: await readFrom(file, 'DALMUTI_DATA_DIR'), isNew };
}

async function readFrom(file: string, variable: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'error';
    throw new ConfigError([`${variable}: the secret cannot be read from ${file} (${code}).`]);
  });
  const secret = text.trim();
  if (secret.length < LEAST)
    throw new ConfigError([`${variable}: the secret in ${file} is shorter than ${LEAST} characters.`]);
  return secret;
}

/** The file appears whole or not at all, also when two processes start at once. */
async function makeOnce(folder: string, file: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
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
