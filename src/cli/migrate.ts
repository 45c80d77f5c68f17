/** `dalmuti migrate`: brings the database up to date without serving, for operators who want that as a step of its own. */

import { readConfig } from '../config/config.ts';
import { migrateDatabase } from '../deps.ts';
import { type CommandSpec, helpFor, parse } from './command.ts';
import { print, printText } from './terminal/output.ts';

const SPEC: CommandSpec = {
  name: 'migrate',
  positionals: '',
  summary:
    'Brings the database up to date and stops. The service does the same whenever it starts, and several nodes may do it at once.',
  options: [{ name: 'help', value: null, default: null, help: 'Show this.' }],
};

export async function run(args: readonly string[]): Promise<number> {
  if (parse(SPEC, args).flag('help')) {
    printText(helpFor(SPEC));
    return 0;
  }
  await migrateDatabase(readConfig(process.env));
  print`The database is up to date.`;
  return 0;
}
