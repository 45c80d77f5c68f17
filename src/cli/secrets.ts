/** `dalmuti secrets`: makes the secrets of a composition before the first service that needs them starts. */
import { join } from 'node:path';
import { ConfigError, readConfig } from '../config/config.ts';
import { makeSecretFile } from '../config/secret-files.ts';
import { type CommandSpec, helpFor, parse } from './command.ts';
import { print, printText } from './terminal/output.ts';

const SPEC: CommandSpec = {
  name: 'secrets',
  positionals: '',
  summary:
    'Makes the files dalmuti_secret and postgres_password in SECRETS_DIR, each unless it is there. Nothing secret is printed.',
  options: [{ name: 'help', value: null, default: null, help: 'Show this.' }],
};

const FILES = ['dalmuti_secret', 'postgres_password'] as const;

export async function run(args: readonly string[]): Promise<number> {
  if (parse(SPEC, args).flag('help')) {
    printText(helpFor(SPEC));
    return 0;
  }
  const { SECRETS_DIR } = readConfig(process.env);
  if (SECRETS_DIR === undefined)
    throw new ConfigError(['SECRETS_DIR: not set. Set it to the directory of the secrets.']);
  for (const name of FILES) {
    const file = join(SECRETS_DIR, name);
    const isNew = await makeSecretFile(file);
    print`${file}: ${isNew ? 'made' : 'kept'}`;
  }
  return 0;
}
