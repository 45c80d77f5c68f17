/** Guests who play a game of their own over HTTP while others attack, and how long their commands take. */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { post } from '../bench/http-load.ts';
import { asked, beginGames, type Knowledge, type LoadedGame, learn, look } from '../bench/players.ts';

export interface Bystanders {
  readonly gameId: string;
  /** @returns the 99th percentile of the round trips of their commands, in milliseconds, and how many failed */
  play(seconds: number): Promise<{ readonly p99Ms: number; readonly failed: number }>;
  close(): void;
}

/** People do not play faster. */
const PAUSE_MS = 50;

export async function seatBystanders(base: string): Promise<Bystanders> {
  const [game] = await beginGames(base, 1);
  if (game === undefined) throw new Error('No game began.');
  const agent = new Agent({ keepAlive: true });
  let knowledge = await look(base, game);
  return {
    gameId: game.gameId,
    close: () => agent.destroy(),
    async play(seconds) {
      const times: number[] = [];
      let failed = 0;
      for (let until = performance.now() + seconds * 1000; performance.now() < until; await sleep(PAUSE_MS)) {
        const before = performance.now();
        try {
          knowledge = await move(base, agent, game, knowledge, () => times.push(performance.now() - before));
        } catch {
          failed += 1;
          knowledge = await look(base, game).catch(() => knowledge);
        }
      }
      times.sort((a, b) => a - b);
      return { p99Ms: times[Math.ceil(times.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY, failed };
    },
  };
}

async function move(
  base: string,
  agent: Agent,
  game: LoadedGame,
  knowledge: Knowledge,
  answered: () => void,
): Promise<Knowledge> {
  const next = asked(knowledge);
  const token = next === null ? undefined : game.tokens[next.seat];
  if (next === null || token === undefined) return look(base, game);
  const { events } = await post(base, agent, game.gameId, token, next.command);
  answered();
  return learn(knowledge, events, next.seat) ? knowledge : look(base, game);
}
