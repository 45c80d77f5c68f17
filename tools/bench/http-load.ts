/** Commands over HTTP: so many games at once, one command under way in each. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { PublicEvent } from '../../src/rules/public-events.ts';
import { asked, type Knowledge, type LoadedGame, learn, look, WARM_UP_MS } from './players.ts';

/** @returns accepted commands a second */
export async function measureHttp(base: string, games: readonly LoadedGame[], seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: games.length });
  try {
    const known = await Promise.all(games.map(async (game) => ({ game, knowledge: await look(base, game) })));
    const from = performance.now() + WARM_UP_MS;
    const counting = { from, until: from + seconds * 1000, commands: 0 };
    await Promise.all(known.map(({ game, knowledge }) => drive(base, agent, game, knowledge, counting)));
    return counting.commands / seconds;
  } finally {
    agent.destroy();
  }
}

/**
 * The same requests, to something that does nothing with them: what HTTP and this load cost by themselves.
 * @returns requests a second
 */
export async function measureBare(base: string, concurrency: number, seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const from = performance.now() + WARM_UP_MS;
  let requests = 0;
  const ask = async () => {
    while (performance.now() < from + seconds * 1000) {
      await post(base, agent, randomUUID(), 'x'.repeat(300), { type: 'play', cards: ['9', '9'] });
      if (performance.now() >= from) requests++;
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, ask));
  } finally {
    agent.destroy();
  }
  return requests / seconds;
}

async function drive(
  base: string,
  agent: Agent,
  game: LoadedGame,
  atFirst: Knowledge,
  counting: { readonly from: number; readonly until: number; commands: number },
): Promise<void> {
  let knowledge = atFirst;
  while (performance.now() < counting.until) {
    const next = asked(knowledge);
    const token = next === null ? undefined : game.tokens[next.seat];
    if (next === null || token === undefined) {
      knowledge = await look(base, game);
      continue;
    }
    const { events } = await post(base, agent, game.gameId, token, next.command);
    const now = performance.now();
    if (now >= counting.from && now < counting.until) counting.commands++;
    if (!learn(knowledge, events, next.seat)) knowledge = await look(base, game);
  }
}

/** One command. @throws Error with the answer when it is not 200 */
export function post(
  base: string,
  agent: Agent,
  gameId: string,
  token: string,
  command: object,
): Promise<{ readonly events: readonly PublicEvent[] }> {
  const body = JSON.stringify(command);
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(`/v1/games/${gameId}/commands`, base),
      {
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': randomUUID(),
          prefer: 'return=minimal',
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(JSON.parse(text));
          else reject(new Error(text));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
