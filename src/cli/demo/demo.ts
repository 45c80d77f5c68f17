/** `dalmuti demo`: a whole game of bots through the public API, to be watched. */

import { setMaxListeners } from 'node:events';
import { writeFile } from 'node:fs/promises';
import WebSocket from 'ws';
import type { Level } from '../../bots/policy.ts';
import type { GameView } from '../../client/game-view.ts';
import { createHttp } from '../../client/http.ts';
import { StreamEnded } from '../../client/refused.ts';
import { openStream, type Stream } from '../../client/stream.ts';
import { helpFor } from '../command.ts';
import { openService } from '../own-service.ts';
import { printJson, printText, screen } from '../terminal/output.ts';
import { type Gathered, gather } from './gather.ts';
import { type DemoOptions, readOptions, SPEC } from './options.ts';
import { playSeat } from './players.ts';
import { createShow, noShow, type Show } from './show.ts';
import { type Summary, summaryOf } from './summary.ts';

/** As shells tell that Ctrl-C ended a program. */
const INTERRUPTED = 130;

export async function run(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options.help) {
    printText(helpFor(SPEC));
    return 0;
  }
  const levels = Array.from({ length: options.players }, (_, seat): Level => (seat % 3 === 2 ? 'random' : 'greedy'));
  const show = options.json ? noShow : createShow(screen, { hands: options.hands, levels }, process.env);
  const abort = new AbortController();
  // Every bot listens, for its socket and for its pauses.
  setMaxListeners(0, abort.signal);
  const interrupt = (): void => abort.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  // Whoever reads the show may stop before it ends.
  screen.once('error', interrupt);
  try {
    const summary = await demo(options, levels, show, abort.signal);
    show.end();
    if (options.json) printJson(summary);
    return summary.rejected === 0 ? 0 : 1;
  } catch (error) {
    show.end();
    if (abort.signal.aborted) return INTERRUPTED;
    throw error;
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

async function demo(options: DemoOptions, levels: readonly Level[], show: Show, signal: AbortSignal): Promise<Summary> {
  show.say('Starting a service of its own …');
  const service = await openService(options.seed);
  try {
    signal.throwIfAborted();
    const base = await service.listen();
    const table = await gather(base, options);
    const summary = await play(base, table, options, levels, show, signal);
    if (options.replay !== null) await keepReplay(base, table, options.replay, show);
    return summary;
  } finally {
    await service.close();
  }
}

/** Any spectator may have it, as soon as the game is over. */
async function keepReplay(base: string, { gameId, hostToken }: Gathered, file: string, show: Show): Promise<void> {
  const replay = await createHttp(base, await hostToken(null))<object>('GET', `/v1/games/${gameId}/replay`);
  await writeFile(file, `${JSON.stringify(replay)}\n`);
  show.say(`The whole game is in ${file}; dalmuti verify checks it.`);
}

async function play(
  base: string,
  { gameId, hostToken, bots }: Gathered,
  { seed, delayMs }: DemoOptions,
  levels: readonly Level[],
  show: Show,
  signal: AbortSignal,
): Promise<Summary> {
  let rejected = 0;
  const refused = (): void => {
    rejected += 1;
  };
  const host = openStream({ base, token: hostToken, WebSocket });
  signal.addEventListener('abort', host.close, { once: true });
  try {
    const seated = gate(bots.length);
    // Nobody plays before the host sees the table.
    const watched = watch(host, gameId, show);
    await Promise.race([watched.began, watched.ended]);
    const [end] = await Promise.all([
      watched.ended,
      ...bots.map(({ name, token }, seat) =>
        playSeat({
          base,
          gameId,
          name,
          token,
          level: levels[seat] ?? 'greedy',
          seed: seed ?? gameId,
          delayMs,
          refused,
          seated,
          signal,
        }),
      ),
    ]);
    return summaryOf(end, rejected);
  } finally {
    host.close();
  }
}

/** A call that waits until it has been made `calls` times. */
function gate(calls: number): () => Promise<void> {
  let missing = calls;
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    missing -= 1;
    if (missing === 0) open();
    return opened;
  };
}

interface Watched {
  readonly began: Promise<void>;
  /** The game at its end. */
  readonly ended: Promise<GameView>;
}

/** The host holds no seat: he sees what any spectator sees. */
function watch(host: Stream, gameId: string, show: Show): Watched {
  let begin = (): void => {};
  const began = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = new Promise<GameView>((resolve, reject) => {
    host.ended.then((reason) => reject(new StreamEnded(reason)));
    host.follow(gameId, (game, change) => {
      begin();
      show.update(game, change);
      if (game.view.phase === 'ended') resolve(game);
    });
  });
  return { began, ended };
}
