/** What a player, with all their bots, and an address can add to the database in an hour is refused beyond a number. */
import { expect, test } from 'vitest';
import type { Tally } from '../../src/ports/tally.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';

/** Says that callers of one limit have spent it, and remembers whom each limit counted. */
function spentTally() {
  const counted = new Map<string, Set<string>>();
  const spent = new Set<string>();
  const tally: Tally = {
    async add(caller, by) {
      const [name = '', who = ''] = caller.split(' ');
      counted.set(name, (counted.get(name) ?? new Set()).add(who));
      return { used: spent.has(name) ? 1_000_000 : by, msLeft: 1_800_000 };
    },
    healthy: () => true,
    close: async () => undefined,
  };
  return { tally, spent, counted };
}

const HOURLY = ['moves', 'addressMoves', 'changes', 'addressChanges', 'tables', 'addressTables'] as const;
type Hourly = (typeof HOURLY)[number];

const UUID = '019b8f0a-0002-7001-8001-0000000d0201';
/** Calls that add nothing that outlasts them, or are bounded by limits of their own. */
const OTHERS = new Set([
  'post /v1/guests',
  'post /v1/tokens/refresh',
  'post /v1/tokens/exchange',
  'post /v1/tokens/device',
  'post /v1/stream-tickets',
  'post /v1/me/device-codes',
  'patch /v1/me',
  'delete /v1/me',
  'delete /v1/bots/{botId}',
]);
const EXPECTED = (call: string): readonly Hourly[] => {
  if (call === 'post /v1/games/{gameId}/commands') return ['moves', 'addressMoves'];
  const opens = ['post /v1/tables', 'post /v1/tables/{tableId}/rematch', 'post /v1/matchmaking'];
  if (opens.includes(call)) return ['changes', 'addressChanges', 'tables', 'addressTables'];
  return ['changes', 'addressChanges'];
};

async function ask(node: TestApp, { headers }: Pick<TestGuest, 'headers'>, call: string) {
  const [method = '', path = ''] = call.split(' ');
  const url = path.replace('{code}', 'NOCODE22').replaceAll(/\{\w+\}/g, UUID);
  return node.app.inject({ method: method.toUpperCase() as 'POST', url, headers, payload: {} });
}

test('every call that adds rows is refused when an hourly limit of its kind is spent', async (t) => {
  const { tally, spent } = spentTally();
  const node = await bootApp(t, { tally, env: { RATE_LIMITS: 'true' } });
  const { paths } = (await node.inject({ method: 'GET', url: '/openapi.json' })).json();
  const calls = Object.entries<object>(paths)
    .flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method} ${path}`))
    .filter((call) => !call.startsWith('get ') && !call.includes('/v1/admin') && !OTHERS.has(call));
  expect(calls).toContain('post /v1/games/{gameId}/commands');
  const guest = await node.guest();
  const refused: Record<string, string[]> = {};
  for (const name of HOURLY) {
    spent.add(name);
    for (const call of calls) {
      const answer = await ask(node, guest, call);
      if (answer.statusCode !== 429) continue;
      expect(answer.json()).toMatchObject({ code: 'rate_limited', limit: { name, windowSeconds: 3600 } });
      expect(answer.headers['retry-after']).toBe('1800');
      refused[call] = [...(refused[call] ?? []), name];
    }
    spent.clear();
  }
  expect(refused).toEqual(Object.fromEntries(calls.map((call) => [call, EXPECTED(call)])));
});

test('a player and their bots are counted together, players of one address as the address', async (t) => {
  const { tally, counted } = spentTally();
  const node = await bootApp(t, { tally, env: { RATE_LIMITS: 'true' } });
  const [ada, ben] = [await node.guest('Ada'), await node.guest('Ben')];
  const made = await node.inject({
    method: 'POST',
    url: '/v1/bots',
    headers: ada.headers,
    payload: { name: 'Robo' },
  });
  const { token } = (
    await node.inject({ method: 'POST', url: `/v1/bots/${made.json().id}/token`, headers: ada.headers })
  ).json();
  const bot = { headers: { authorization: `Bearer ${token}` } };
  for (const who of [ada, ben, bot]) await ask(node, who, 'post /v1/games/{gameId}/commands');
  expect(counted.get('moves')).toEqual(new Set([ada.id, ben.id]));
  expect(counted.get('addressMoves')).toEqual(new Set(['127.0.0.1']));
});
