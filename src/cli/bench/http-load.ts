/** Commands over HTTP: so many games at once, one command under way in each. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { PublicEvent } from '../../rules/public-events.ts';
import { asked, type LoadedGame, learn, look } from './players.ts';

/** @returns accepted commands a second */
export async function measureHttp(base: string, games: readonly LoadedGame[], seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: games.length });
  const counting = { from: performance.now() + 500, until: performance.now() + 500 + seconds * 1000, commands: 0 };
  try {
    await Promise.all(games.map((game) => drive(base, agent, game, counting)));
  } finally {
    agent.destroy();
  }
  return counting.commands / seconds;
}

async function drive(
  base: string,
  agent: Agent,
  game: LoadedGame,
  counting: { readonly from: number; readonly until: number; commands: number },
): Promise<void> {
  let knowledge = await look(base, game);
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

function post(
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
