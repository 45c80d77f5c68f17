/** `dalmuti backup`: the whole database in one compressed file, while the service goes on. */
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { readConfig } from '../config/config.ts';
import { backUp } from '../deps.ts';
import { type CommandSpec, helpFor, parse, UsageError } from './command.ts';
import { print, printText } from './terminal/output.ts';

const SPEC: CommandSpec = {
  name: 'backup',
  positionals: '<file>',
  summary:
    'Writes the whole database into one file (JSON lines, gzip), in one consistent state, while the service goes on. With the\nembedded database the service must be stopped. Keep DALMUTI_SECRET as well, elsewhere: it is not in the file.',
  options: [{ name: 'help', value: null, default: null, help: 'Show this.' }],
};

export async function run(args: readonly string[]): Promise<number> {
  const options = parse(SPEC, args);
  if (options.flag('help')) {
    printText(helpFor(SPEC));
    return 0;
  }
  const [file, ...more] = options.positionals;
  if (file === undefined || more.length > 0) throw new UsageError('backup', 'Name the file to write.');
  const rows = await backUp(readConfig(process.env), (lines) => writeWhole(file, lines));
  print`${file}: ${rows} rows`;
  return 0;
}

/** The file appears when it is whole and on the disk. @returns how many rows it has */
async function writeWhole(file: string, lines: AsyncIterable<string>): Promise<number> {
  const draft = `${file}.part`;
  let count = 0;
  const text = async function* () {
    for await (const line of lines) {
      count += 1;
      yield `${line}\n`;
    }
  };
  try {
    await pipeline(Readable.from(text()), createGzip(), createWriteStream(draft, { mode: 0o600 }));
    const handle = await open(draft, 'r+');
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  // Without the header and the last line.
  return count - 2;
}
