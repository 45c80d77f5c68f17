/** Next to last part of the story: somebody looks for others, once in vain and once to find bots. */
import { vi } from 'vitest';
import type { People } from './people.ts';
import type { Teller } from './teller.ts';

export async function match({ tell, ask }: Teller, { dee }: People): Promise<void> {
  const { token } = dee;
  const wish = { preset: 'official', players: { min: 4, max: 6 } };
  const asked = await tell('findMatch', 'people', 'Four to six people, however long it takes', { token, body: wish });
  const inVain = { token, path: { matchId: asked.body.id } };
  await tell('findMatch', 'repeated', 'The answer was lost: asked again', { token, body: wish });
  await tell('getMatch', 'waiting', 'Nobody else yet', inVain);
  await tell('cancelMatch', 'cancelled', 'No more', inVain);

  const impatient = { token, body: { ...wish, botsAfterSeconds: 0 } };
  const found = await tell('findMatch', 'bots', 'Bots will do, at once', impatient);
  const ticket = { token, path: { matchId: found.body.id } };
  await vi.waitFor(
    async () => {
      const { body } = await ask('getMatch', ticket);
      if (body.state !== 'matched') throw new Error('there is no match yet');
    },
    { timeout: 60_000, interval: 20 },
  );
  await tell('getMatch', 'matched', 'With its game', ticket);
  await ask('cancelMatch', ticket);
}
