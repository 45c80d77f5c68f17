/** `dalmuti restore`: a backup into a new, empty database. */
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { readConfig } from '../config/config.ts';
import { restore } from '../deps.ts';
import { BackupRefused } from '../ports/backup.ts';
import { type CommandSpec, helpFor, parse, UsageError } from './command.ts';
import { print, printError, printText } from './terminal/output.ts';

const SPEC: CommandSpec = {
  name: 'restore',
  positionals: '<file>',
  summary:
    'Fills a new, empty database with a backup, all or nothing. Games go on where they were, with the DALMUTI_SECRET of the\nservice that was backed up. With --embedded the database is made in DALMUTI_DATA_DIR.',
  options: [
    { name: 'embedded', value: null, default: null, help: 'Make an embedded database in DALMUTI_DATA_DIR.' },
    { name: 'help', value: null, default: null, help: 'Show this.' },
  ],
};

export async function run(args: readonly string[]): Promise<number> {
  const options = parse(SPEC, args);
  if (options.flag('help')) {
    printText(helpFor(SPEC));
    return 0;
  }
  const [file, ...more] = options.positionals;
  if (file === undefined || more.length > 0) throw new UsageError('restore', 'Name the file of a backup.');
  await access(file).catch(() => {
    throw new UsageError('restore', `${file} cannot be read.`);
  });
  try {
    const rows = await restore(readConfig(process.env), options.flag('embedded'), linesOf(file));
    print`${rows} rows`;
    return 0;
  } catch (error) {
    if (!(error instanceof BackupRefused) && !isZlibError(error)) throw error;
    printError`${error.message}`;
    return 1;
  }
}

async function* linesOf(file: string): AsyncGenerator<string, void, undefined> {
  const input = createReadStream(file);
  const text = input.pipe(createGunzip());
  input.on('error', (error) => text.destroy(error));
  const lines = createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY });
  let failure: unknown = null;
  text.on('error', (error) => {
    failure = error;
    lines.close();
  });
  yield* lines;
  if (failure !== null) throw failure;
}

/** The file is no gzip, or cut off. */
function isZlibError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
}
