/** Where the database is: one address, or its parts one by one with the password in a file, as containers have it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { readSecretFile } from './secret-files.ts';

/** @returns `null` for the embedded database. @throws ConfigError when the password cannot be read */
export async function databaseUrlOf(config: Config): Promise<string | null> {
  const { DATABASE_URL, POSTGRES_HOST, POSTGRES_PORT, POSTGRES_USER, POSTGRES_DB } = config;
  if (DATABASE_URL !== undefined) return DATABASE_URL;
  if (POSTGRES_HOST === undefined) return null;
  const password = await passwordOf(config);
  const user = [POSTGRES_USER, ...(password === null ? [] : [password])].map(encodeURIComponent).join(':');
  const host = POSTGRES_HOST.includes(':') ? `[${POSTGRES_HOST}]` : POSTGRES_HOST;
  return `postgres://${user}@${host}:${POSTGRES_PORT}/${encodeURIComponent(POSTGRES_DB)}`;
}

/** @returns `null` where the server asks for none */
async function passwordOf(config: Config): Promise<string | null> {
  const { POSTGRES_PASSWORD, POSTGRES_PASSWORD_FILE, SECRETS_DIR } = config;
  if (POSTGRES_PASSWORD !== undefined) return POSTGRES_PASSWORD;
  if (POSTGRES_PASSWORD_FILE !== undefined) return readSecretFile(POSTGRES_PASSWORD_FILE, 'POSTGRES_PASSWORD_FILE');
  if (SECRETS_DIR !== undefined) return readSecretFile(join(SECRETS_DIR, 'postgres_password'), 'SECRETS_DIR');
  return null;
}

/**
 * The same for a command that works on the service's database. Only the service makes an embedded one: a command on a new
 * one would report success and change nothing.
 * @throws ConfigError when there is no database, too
 */
export async function existingUrlOf(config: Config): Promise<string | null> {
  const url = await databaseUrlOf(config);
  const folder = config.DALMUTI_DATA_DIR;
  if (url !== null || existsSync(join(folder, 'database'))) return url;
  throw new ConfigError([
    `DATABASE_URL: not set, nor is POSTGRES_HOST, and there is no embedded database in ${folder}. Set one of the two, or DALMUTI_DATA_DIR to the data directory of the service.`,
  ]);
}
