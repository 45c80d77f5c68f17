/** `dalmuti export`: finished games as documents, for another server or for keeping. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../config/config.ts';
import { connect, type Deps } from '../deps.ts';
import { createStates } from '../games/load.ts';
import { createSeeds } from '../games/seeds.ts';
import { createDirectory } from '../identity/directory.ts';
import { createReplays } from '../replays/replays.ts';
import { type CommandSpec, helpFor, parse, UsageError } from './command.ts';
import { print, printError, printText } from './terminal/output.ts';

const SPEC: CommandSpec = {
  name: 'export',
  positionals: '[gameId …]',
  summary:
    'Writes finished games as replay documents, <gameId>.json each, from the database that the environment names.\nThe games stay where they are. Status 1 when one of those named is not there or not over.',
  options: [
    { name: 'to', value: 'folder', default: '.', help: 'Where the documents are written.' },
    { name: 'all', value: null, default: null, help: 'Every game that is over, instead of those named.' },
    { name: 'help', value: null, default: null, help: 'Show this.' },
  ],
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function run(args: readonly string[]): Promise<number> {
  const options = parse(SPEC, args);
  if (options.flag('help')) {
    printText(helpFor(SPEC));
    return 0;
  }
  const named = options.positionals.map((id) => id.toLowerCase());
  const all = options.flag('all');
  if (all === named.length > 0) throw new UsageError('export', 'Name games by their ids, or ask for --all.');
  const wrong = named.find((id) => !UUID.test(id));
  if (wrong !== undefined) throw new UsageError('export', `${wrong} is no id of a game.`);
  const deps = await connect(readConfig(process.env));
  try {
    return await exportGames(deps, all ? await finishedGames(deps) : named, options.text('to') ?? '.');
  } finally {
    await deps.close();
  }
}

async function exportGames(deps: Deps, gameIds: readonly string[], folder: string): Promise<number> {
  const states = createStates(deps.log, 1);
  const replays = createReplays({ ...deps, seeds: createSeeds(deps), directory: createDirectory(deps.prisma) });
  await mkdir(folder, { recursive: true });
  let missing = 0;
  for (const gameId of gameIds) {
    const state = await states.fresh(gameId);
    const document = state === null ? null : await replays.replay(state);
    if (document === null) {
      missing += 1;
      printError`${gameId} is ${state === null ? 'not here' : 'not over'}.`;
      continue;
    }
    const file = join(folder, `${gameId}.json`);
    await writeFile(file, `${JSON.stringify(document)}\n`);
    print`${file}`;
  }
  return missing === 0 ? 0 : 1;
}

/** Oldest first; those that are not over are left out. */
async function finishedGames({ prisma, log }: Deps): Promise<readonly string[]> {
  const played = await prisma.gamePlayer.findMany({
    distinct: ['gameId'],
    orderBy: { startedAt: 'asc' },
    select: { gameId: true },
  });
  const finished: string[] = [];
  for (const { gameId } of played) {
    const version = (await log.heads([gameId])).get(gameId);
    if (version === undefined) continue;
    const [last] = await log.read(gameId, version - 1, 1);
    if (last?.event.type === 'gameEnded') finished.push(gameId);
  }
  return finished;
}
