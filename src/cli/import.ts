/** `dalmuti import`: takes finished games of another server in, each one checked first. */

import { readConfig } from '../config/config.ts';
import { connect } from '../deps.ts';
import { createSeeds } from '../games/seeds.ts';
import { createTransfer, type Transfer } from '../replays/transfer.ts';
import { type CommandSpec, helpFor, parse, UsageError } from './command.ts';
import { nameOf, readDocument, Unreadable } from './read-document.ts';
import { print, printError, printText } from './terminal/output.ts';

const SPEC: CommandSpec = {
  name: 'import',
  positionals: '<replay.json | address | -> …',
  summary:
    'Takes replay documents into the database that the environment names, after checking each like `dalmuti verify`.\nIts players can be seen here, and cannot log in. Repeating it changes nothing. Status 1 when one was refused.',
  options: [
    { name: 'token', value: 'token', default: null, help: 'Sent to an address that wants to know who asks.' },
    { name: 'help', value: null, default: null, help: 'Show this.' },
  ],
};

export async function run(args: readonly string[]): Promise<number> {
  const options = parse(SPEC, args);
  if (options.flag('help')) {
    printText(helpFor(SPEC));
    return 0;
  }
  const { positionals } = options;
  if (positionals.length === 0) throw new UsageError('import', 'Name a document to be taken in.');
  const deps = await connect(readConfig(process.env));
  try {
    const transfer = createTransfer({ ...deps, seeds: createSeeds(deps) });
    let status = 0;
    for (const source of positionals) if (!(await takeIn(transfer, source, options.text('token')))) status = 1;
    return status;
  } finally {
    await deps.close();
  }
}

async function takeIn(transfer: Transfer, source: string, token: string | null): Promise<boolean> {
  try {
    const imported = await transfer.importGame(await readDocument(source, token));
    if (imported.outcome === 'refused') {
      printError`${nameOf(source)}: refused. ${imported.reason}`;
      return false;
    }
    const how = imported.outcome === 'imported' ? 'taken in' : 'here already';
    print`${nameOf(source)}: ${imported.gameId} ${how}.`;
    return true;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    printError`${error.message}`;
    return false;
  }
}
