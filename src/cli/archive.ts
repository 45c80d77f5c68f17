/** `dalmuti archive`: moves games that ended long ago out of the database, each only when its document is safe elsewhere. */

import { readConfig } from '../config/config.ts';
import { type ArchiveDeps, connectArchive } from '../deps.ts';
import { createStates } from '../games/load.ts';
import { createSeeds } from '../games/seeds.ts';
import { createDirectory } from '../identity/directory.ts';
import { type Archived, type ArchiveOptions, archive } from '../replays/archive.ts';
import { createReplays } from '../replays/replays.ts';
import { readPlace } from './archive-place.ts';
import { type CommandSpec, helpFor, parse, UsageError } from './command.ts';
import { print, printError, printText } from './terminal/output.ts';

const SPEC: CommandSpec = {
  name: 'archive',
  positionals: '',
  summary:
    'Moves games that are over out of the database: each is written as a replay document, checked, and then removed\nas the role dalmuti_archive (docs/OPERATIONS.md). May be interrupted and repeated. Status 1 when a game had to stay.',
  options: [
    { name: 'to', value: 'place', default: null, help: 'A folder, or s3://bucket/prefix.' },
    { name: 'older-than', value: 'days', default: '30', help: 'Games that ended at least so long ago.' },
    { name: 'limit', value: 'n', default: null, help: 'Move at most so many games.' },
    { name: 'dry-run', value: null, default: null, help: 'Check the games, write and remove nothing.' },
    { name: 'help', value: null, default: null, help: 'Show this.' },
  ],
};

const DAY_MS = 86_400_000;
const MOST_DAYS = 36_500;
const MOST_GAMES = 1_000_000_000;

export async function run(args: readonly string[]): Promise<number> {
  const options = parse(SPEC, args);
  if (options.flag('help')) {
    printText(helpFor(SPEC));
    return 0;
  }
  const to = options.text('to') ?? '';
  if (to === '') throw new UsageError('archive', 'Say where the games go: --to <folder or s3://bucket/prefix>.');
  const days = options.whole('older-than', 0, MOST_DAYS);
  const limit = options.text('limit') === null ? null : options.whole('limit', 1, MOST_GAMES);
  const dryRun = options.flag('dry-run');
  const place = readPlace(to, process.env);
  const deps = await connectArchive(readConfig(process.env), place);
  try {
    return await moveGames(deps, { endedBy: new Date(deps.clock.now() - days * DAY_MS), dryRun, limit });
  } finally {
    await deps.close();
  }
}

/** @returns the exit code: 1 when a game had to stay */
async function moveGames(deps: ArchiveDeps, options: ArchiveOptions): Promise<number> {
  const { log, prisma, games, store } = deps;
  const replays = createReplays({ log, seeds: createSeeds(deps), directory: createDirectory(prisma) });
  const count: Record<Archived['outcome'], number> = { moved: 0, 'would move': 0, stays: 0 };
  for await (const game of archive({ games, store, log, states: createStates(log, 1), replays }, options)) {
    count[game.outcome] += 1;
    if (game.outcome === 'stays') printError`${game.gameId} stays: ${game.reason}`;
    else print`${game.gameId} ${game.outcome === 'moved' ? 'is' : 'would be'} in ${game.name}`;
  }
  const done = options.dryRun ? `${count['would move']} would be moved` : `${count.moved} moved`;
  print`Games: ${done} to ${store.place}, ${count.stays} had to stay.`;
  return count.stays === 0 ? 0 : 1;
}
