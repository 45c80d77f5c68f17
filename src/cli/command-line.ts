/** `dalmuti`: one command for what operators and players do; each subcommand is loaded when it is asked for. */
import { ConfigError } from '../config/config.ts';
import { version } from '../version.ts';
import { invocation, type Program, table, UsageError } from './command.ts';
import { print, printError, printErrorText, printText } from './terminal/output.ts';

/** @returns the exit code: 0 done, 1 failed */
export type Run = (args: readonly string[]) => Promise<number>;

export interface Subcommand {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly run: Run }>;
}

const SUBCOMMANDS: readonly Subcommand[] = [
  { name: 'serve', summary: 'Start the service and listen.', load: () => import('./serve.ts') },
  { name: 'secrets', summary: 'Make the secrets that are missing.', load: () => import('./secrets.ts') },
  { name: 'migrate', summary: 'Bring the database up to date and stop.', load: () => import('./migrate.ts') },
  { name: 'keys', summary: 'List and replace the keys that sign tokens.', load: () => import('./keys.ts') },
  { name: 'backup', summary: 'Write the whole database into a file.', load: () => import('./backup.ts') },
  { name: 'restore', summary: 'Fill a new database from a backup.', load: () => import('./restore.ts') },
  { name: 'admin', summary: 'Keep order in a running service.', load: () => import('./admin/admin.ts') },
  { name: 'demo', summary: 'Watch bots play through the public API.', load: () => import('./demo/demo.ts') },
  {
    name: 'duel',
    summary: 'Measure how much better one built-in bot plays than another.',
    load: () => import('./duel.ts'),
  },
  { name: 'verify', summary: 'Check a finished game: its deals and its moves.', load: () => import('./verify.ts') },
  { name: 'replay', summary: 'Walk through a finished game.', load: () => import('./replay/replay.ts') },
  { name: 'export', summary: 'Write finished games to files.', load: () => import('./export.ts') },
  { name: 'import', summary: 'Take finished games from files in.', load: () => import('./import.ts') },
  { name: 'archive', summary: 'Move finished games out of the database.', load: () => import('./archive.ts') },
];

const USAGE_CODE = 2;

/** @param args what stands behind `dalmuti` */
export async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    printText(help());
    return 0;
  }
  if (name === '--version') {
    print`${version}`;
    return 0;
  }
  return runSubcommand('dalmuti', SUBCOMMANDS, name, rest);
}

/**
 * Loads a subcommand, runs it and prints what went wrong.
 * @returns the exit code: that of the subcommand, 1 when it throws, 2 when it was called in a wrong way
 */
export async function runSubcommand(
  program: Program,
  subcommands: readonly Subcommand[],
  name: string,
  args: readonly string[],
): Promise<number> {
  const subcommand = subcommands.find((each) => each.name === name);
  try {
    if (subcommand === undefined) throw new UsageError(null, `There is no command "${name}".`);
    const { run } = await subcommand.load();
    return await run(args);
  } catch (error) {
    return complain(program, error);
  }
}

/** Faults of the caller and of the surroundings are told in words; anything else is a bug and keeps its stack. */
function complain(program: Program, error: unknown): number {
  if (error instanceof UsageError) {
    const about = error.command === null ? `${program} help` : `${invocation(program, error.command)} --help`;
    printError`${error.message}\nTry: ${about}`;
    return USAGE_CODE;
  }
  if (error instanceof ConfigError) {
    printErrorText(error.message);
    return USAGE_CODE;
  }
  printErrorText(wordsFor(error));
  return 1;
}

/** Errors that the deps throw on purpose; they are known by name, since nothing but deps.ts sees the adapters. */
const TOLD_IN_WORDS: ReadonlySet<string> = new Set(['FolderInUse', 'MigrationError', 'NotConnected', 'Unreachable']);

function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // What the system or the network refuses has a code: EADDRINUSE, ECONNREFUSED.
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === null && !TOLD_IN_WORDS.has(error.name)) return error.stack ?? error.message;
  return error.message === '' ? `${error.name}: ${code}` : error.message;
}

function help(): string {
  const rows = SUBCOMMANDS.map(({ name, summary }) => [name, summary] as const);
  return [
    'Usage: dalmuti <command> [options]',
    '',
    'An open, self-hosted game service for The Great Dalmuti.',
    '',
    'Commands:',
    table(rows),
    '',
    'dalmuti <command> --help tells the options of a command. The service is configured by environment variables.',
    '',
  ].join('\n');
}
