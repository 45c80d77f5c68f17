/** The secret that seals seeds and keys: set in the environment, or kept in a file that the service makes once. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { makeSecretFile, readSecretFile } from './secret-files.ts';

export interface ServiceSecret {
  readonly secret: string;
  /** Whether it was made just now, so that no other node can have it. */
  readonly isNew: boolean;
}

const MIN_LENGTH = 32;

/**
 * @param mayMake whether a missing secret is made: by the service alone, since a command with another secret would seal what
 *   the service cannot open
 * @throws ConfigError when there is no secret, or the file that holds it cannot be read or holds too little
 */
export async function readSecret(config: Config, mayMake: boolean): Promise<ServiceSecret> {
  if (config.DALMUTI_SECRET !== undefined) return { secret: config.DALMUTI_SECRET, isNew: false };
  const { file, variable } = fileOf(config);
  const isNew = mayMake && config.DALMUTI_SECRET_FILE === undefined && (await makeSecretFile(file));
  if (!mayMake && config.DALMUTI_SECRET_FILE === undefined && !(await exists(file))) throw missing(file);
  const secret = await readSecretFile(file, variable);
  if (secret.length < MIN_LENGTH) {
    throw new ConfigError([`${variable}: the secret in ${file} is shorter than ${MIN_LENGTH} characters.`]);
  }
  return { secret, isNew };
}

function fileOf(config: Config): { readonly file: string; readonly variable: string } {
  const { DALMUTI_SECRET_FILE, SECRETS_DIR, DALMUTI_DATA_DIR } = config;
  if (DALMUTI_SECRET_FILE !== undefined) return { file: DALMUTI_SECRET_FILE, variable: 'DALMUTI_SECRET_FILE' };
  if (SECRETS_DIR !== undefined) return { file: join(SECRETS_DIR, 'dalmuti_secret'), variable: 'SECRETS_DIR' };
  return { file: join(DALMUTI_DATA_DIR, 'secret'), variable: 'DALMUTI_DATA_DIR' };
}

function missing(file: string): ConfigError {
  return new ConfigError([
    `DALMUTI_SECRET: not set, and there is no file ${file}. Set the secret of the running service: DALMUTI_SECRET, DALMUTI_SECRET_FILE or SECRETS_DIR.`,
  ]);
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
