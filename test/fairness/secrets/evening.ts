/** One whole game with every kind of viewer, beside a private one; then the ways in which games end otherwise, or never begin. */
import { vi } from 'vitest';
import type { GameEvent } from '../../../src/rules/events.ts';
import { errandsOf, looksInto, misspells, playsWrong, readsAll, talksNonsense, tooEarly } from './errands.ts';
import type { House } from './house.ts';
import { openEventLine, openPollLine, openSocketLine } from './lines.ts';
import { newBot, newGuest, type Person } from './person.ts';
import { type Errand, playSeat } from './play.ts';

export interface Played {
  readonly gameId: string;
  readonly tableId: string;
  readonly players: readonly Person[];
  /** How much had been captured when it ended, in the captures of the house. */
  endedAt: number;
}

const NO_CLOCK = { turnSeconds: null, taxSeconds: null, revolutionSeconds: null, placementSeconds: null };

export const entropyOf = (name: string): string => `${name} was here, and threw a die: ${name.length}`;

async function must(person: Person, method: string, path: string, body?: object) {
  const answer = await person.call(method, path, body === undefined ? {} : { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** A game of guests who have all the time in the world. The first of them hosts. */
export async function startPrivate(
  house: House,
  wish: { ruleset?: object; visibility?: string } = {},
): Promise<Played> {
  const names = ['Pia', 'Quin', 'Rosa', 'Sven'];
  const players = await Promise.all(names.map((name, index) => newGuest(house, name, index)));
  const [host] = players;
  if (host === undefined) throw new Error('nobody hosts');
  const clock = { ...NO_CLOCK, pauseSeconds: 0 };
  const table = await must(host, 'POST', '/tables', { visibility: 'private', spectators: false, clock, ...wish });
  for (const person of players) {
    const seat = { entropy: entropyOf(person.name), invite: table.inviteCode };
    await must(person, 'POST', `/tables/${table.id}/seats`, seat);
    await must(person, 'PUT', `/tables/${table.id}/ready`, { ready: true });
  }
  const { gameId } = await must(host, 'POST', `/tables/${table.id}/start`);
  const phase = async () => (await host.call('GET', `/games/${gameId}`)).body.phase;
  await vi.waitUntil(async () => (await phase()) === 'revolution', { timeout: 20_000 });
  return { gameId, tableId: table.id, players, endedAt: Number.POSITIVE_INFINITY };
}

/** @returns when everybody has been told of the end */
export async function playPublic(
  house: House,
  ruleset: object,
  foreignId: string,
): Promise<Played & { spectator: Person }> {
  const ada = await newGuest(house, 'Ada', 0);
  const bob = await newGuest(house, 'Bob', 1);
  const cyd = await newGuest(house, 'Cyd', 1);
  const dan = await newGuest(house, 'Dan', 0);
  const eve = await newGuest(house, 'Eve', 1);
  const robo = await newBot(ada, 'Robo', 1);
  const table = await must(ada, 'POST', '/tables', {
    visibility: 'public',
    ruleset,
    clock: { ...NO_CLOCK, pauseSeconds: 0 },
  });
  const tableId: string = table.id;
  const gameId: string = table.next.gameId;
  for (const person of [ada, bob, cyd, dan]) {
    await must(person, 'POST', `/tables/${tableId}/seats`, { entropy: entropyOf(person.name) });
    await must(person, 'PUT', `/tables/${tableId}/ready`, { ready: true });
  }
  await must(ada, 'POST', `/tables/${tableId}/bots`, { kind: 'remote', playerId: robo.id });
  const [invitation] = (await must(robo, 'GET', '/me/inbox')).invitations;
  await must(robo, 'POST', `/invitations/${invitation.id}/accept`, { entropy: entropyOf(robo.name) });
  await must(ada, 'POST', `/tables/${tableId}/bots`, { kind: 'builtIn', level: 'greedy' });
  await must(ada, 'POST', `/tables/${tableId}/start`);

  const around = { gameId, tableId, foreignId };
  const onlooker = openSocketLine(eve, gameId, () => undefined);
  // Whoever only looks on has no turn: he is nosy while the game waits for the host.
  const looksOn: Errand = async () => {
    await tooEarly(eve, around);
    await readsAll(eve, around);
    await playsWrong(eve, around, null, null);
    await misspells(eve, around);
    await looksInto(eve, foreignId);
    await talksNonsense(eve, around);
  };
  const playing = [
    playSeat(openSocketLine, ada, gameId, [looksOn, ...errandsOf(ada, around), () => house.restart(1)]),
    playSeat(openSocketLine, bob, gameId, errandsOf(bob, around)),
    playSeat(openEventLine, cyd, gameId, errandsOf(cyd, around)),
    playSeat(openPollLine, dan, gameId, errandsOf(dan, around)),
    playSeat(openSocketLine, robo, gameId, errandsOf(robo, around)),
  ];
  await Promise.all([...playing, onlooker.over]);
  return { gameId, tableId, players: [ada, bob, cyd, dan, robo], spectator: eve, endedAt: house.recorder.all.length };
}

/** From the database's own rows, in full. */
export async function eventsOf({ database }: House, gameId: string): Promise<readonly GameEvent[]> {
  const { rows } = await database.pool.query<{ body: GameEvent }>(
    'SELECT body FROM game_events WHERE game_id = $1 ORDER BY version',
    [gameId],
  );
  return rows.map(({ body }) => body);
}

/** @returns the sealed row as it is stored, and the seed in it */
export async function seedOf(house: House, gameId: string): Promise<{ sealed: Buffer; seed: Buffer }> {
  const { rows } = await house.database.pool.query<{ sealed: Buffer }>(
    'SELECT sealed FROM game_seeds WHERE game_id = $1',
    [gameId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('this game has no seed');
  const { deps } = await house.node(0);
  return { sealed: row.sealed, seed: Buffer.from(deps.vault.open(row.sealed)) };
}
