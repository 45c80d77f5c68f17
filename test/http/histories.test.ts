/** Who somebody is and what he played, as far as whoever asks may know it (PROTOCOL, Who you are and Playing over HTTP). */
import { randomUUID } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSeeds } from '../../src/games/seeds.ts';
import { createTransfer } from '../../src/replays/transfer.ts';
import { finishedGame } from '../replays/finished-game.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';

const WAIT = { timeout: 20_000, interval: 20 };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
type Who = Pick<TestGuest, 'headers'>;

let node: TestApp;
beforeAll(async () => {
  node = await bootApp();
});
afterAll(() => node.close());

async function call({ headers }: Who, method: Method, path: string, payload?: object, more = {}) {
  const body = payload === undefined ? {} : { payload };
  const answer = await node.inject({ method, url: `/v1${path}`, headers: { ...headers, ...more }, ...body });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body === '' ? null : answer.json() };
}

const profile = async (asker: Who, id: string) => (await call(asker, 'GET', `/players/${id}`)).body;
const games = async (asker: Who, id: string, query = '') =>
  (await call(asker, 'GET', `/players/${id}/games${query}`)).body;

describe('GET /v1/players/{id}', () => {
  it('tells of a guest what others may know of him, and nothing else', async () => {
    const [ada, asker] = [await node.guest('Ada'), await node.guest('Asker')];
    const answer = await call(asker, 'GET', `/players/${ada.id}`);
    expect(answer).toMatchObject({
      status: 200,
      headers: { vary: 'Authorization', 'cache-control': 'private, no-cache' },
    });
    expect(answer.body).toEqual({
      id: ada.id,
      name: 'Ada',
      kind: 'guest',
      erased: false,
      createdAt: (await call(ada, 'GET', '/me')).body.createdAt,
      owner: null,
      acceptFrom: null,
      finishedGames: 0,
    });
  });

  it('tells of a bot whose it is, under the name that the owner has now, and who may invite it', async () => {
    const [ada, asker] = [await node.guest('Ada'), await node.guest('Asker')];
    const { id } = (await call(ada, 'POST', '/bots', { name: 'Robo', acceptFrom: 'anyone' })).body;
    await call(ada, 'PATCH', '/me', { name: 'Ada Lovelace' });
    expect(await profile(asker, id)).toMatchObject({
      name: 'Robo',
      kind: 'bot',
      owner: { id: ada.id, name: 'Ada Lovelace', kind: 'guest' },
      acceptFrom: 'anyone',
    });
  });

  it('whoever was erased is Somebody, without a date, an owner or a history; an id that nobody has is 404', async () => {
    const [ada, asker] = [await node.guest('Ada'), await node.guest('Asker')];
    const { id: bot } = (await call(ada, 'POST', '/bots', { name: 'Robo' })).body;
    await played(ada.id, { listed: true });
    await call(ada, 'DELETE', '/me');
    const nothing = {
      name: 'Somebody',
      erased: true,
      createdAt: null,
      owner: null,
      acceptFrom: null,
      finishedGames: 0,
    };
    expect(await profile(asker, ada.id)).toEqual({ id: ada.id, kind: 'guest', ...nothing });
    expect(await profile(asker, bot)).toEqual({ id: bot, kind: 'bot', ...nothing });
    expect(await games(asker, ada.id)).toEqual({ items: [], next: null });
    for (const path of [`/players/${uuid()}`, `/players/${uuid()}/games`, '/players/nobody']) {
      expect(await call(asker, 'GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  it('needs a token', async () => {
    const ada = await node.guest('Ada');
    for (const path of ['', '/games']) {
      const answer = await node.inject({ method: 'GET', url: `/v1/players/${ada.id}${path}` });
      expect(answer.json()).toMatchObject({ status: 401, code: 'token_missing' });
    }
  });
});

let clock = Date.parse('2026-01-05T19:00:00Z');

/** A row as the lobby writes it, each a minute later than the one before; other players may be in the same game. */
async function played(
  playerId: string,
  more: { listed?: boolean | null; over?: boolean; gameId?: string; at?: number } = {},
) {
  clock += 60_000;
  const startedAt = new Date(more.at ?? clock);
  const row = {
    gameId: more.gameId ?? uuid(),
    playerId,
    seat: 1,
    tableId: uuid(),
    startedAt,
    endedAt: more.over === false ? null : new Date(startedAt.getTime() + 30_000),
    preset: 'official',
    listed: more.listed ?? null,
  };
  await node.database.prisma.gamePlayer.create({ data: row });
  return row.gameId;
}

describe('GET /v1/players/{id}/games', () => {
  const idsOf = ({ items }: { items: { gameId: string }[] }) => items.map(({ gameId }) => gameId);

  it('is newest first, also of games that began at the same moment, page by page without a gap', async () => {
    const [ada, asker] = [await node.guest('Ada'), await node.guest('Asker')];
    const all: string[] = [];
    for (let game = 0; game < 5; game += 1) {
      all.unshift(await played(ada.id, { listed: true }));
      await played(ada.id, { listed: false });
    }
    const same = [uuid(), uuid(), uuid()];
    for (const gameId of same) await played(ada.id, { listed: true, gameId, at: clock + 1_000_000 });
    const expected = [...same.toSorted().reverse(), ...all];
    expect(idsOf(await games(asker, ada.id))).toEqual(expected);

    for (const limit of [1, 2, 4, 8]) {
      const pages: string[][] = [];
      let next: string | null = '';
      while (next !== null) {
        const page = await games(asker, ada.id, `?limit=${limit}${next === '' ? '' : `&cursor=${next}`}`);
        pages.push(idsOf(page));
        next = page.next;
      }
      expect(pages.flat()).toEqual(expected);
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
    }
  });

  it('what others play among themselves cannot be told from what does not exist: no item, no page, no count', async () => {
    const [ada, ben, asker] = [await node.guest('Ada'), await node.guest('Ben'), await node.guest('Asker')];
    const shown = await played(ada.id, { listed: true });
    const before = [(await call(asker, 'GET', `/players/${ada.id}/games?limit=1`)).body, await profile(asker, ada.id)];
    for (const listed of [false, null]) {
      for (let game = 0; game < 3; game += 1) {
        const gameId = await played(ada.id, { listed });
        await played(ben.id, { listed, gameId });
      }
    }
    expect([(await call(asker, 'GET', `/players/${ada.id}/games?limit=1`)).body, await profile(asker, ada.id)]).toEqual(
      before,
    );
    expect(before).toMatchObject([{ items: [{ gameId: shown }], next: null }, { finishedGames: 1 }]);
    expect((await games(ben, ada.id)).items).toHaveLength(7);
    expect(await profile(ben, ada.id)).toMatchObject({ finishedGames: 7 });
    expect((await games(ada, ada.id)).items).toHaveLength(7);
  });

  it('running games are in it and not counted; a row of a release before has no preset', async () => {
    const ada = await node.guest('Ada');
    const gameId = await played(ada.id, { over: false });
    await node.database.prisma.gamePlayer.updateMany({ where: { gameId }, data: { preset: null } });
    expect(await games(ada, ada.id)).toMatchObject({
      items: [{ gameId, seat: 1, preset: null, endedAt: null, rank: null, total: null }],
      next: null,
    });
    expect(await profile(ada, ada.id)).toMatchObject({ finishedGames: 0 });
  });

  it.each(['nonsense', Buffer.from('game:x:y').toString('base64url')])(
    'the cursor %j is none of ours: 400',
    async (cursor) => {
      const ada = await node.guest('Ada');
      expect(await call(ada, 'GET', `/players/${ada.id}/games?cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', errors: [{ pointer: '?cursor', code: 'invalid_cursor' }] },
      });
    },
  );
});

describe('the service writes what a history needs', () => {
  async function playOut(who: Who, gameId: string): Promise<void> {
    for (;;) {
      const { body: view } = await call(who, 'GET', `/games/${gameId}`);
      if (view.phase === 'ended') return;
      const command = view.you?.legal[0];
      if (command === undefined) await call(who, 'GET', `/games/${gameId}/events?after=${view.version}&wait=1`);
      else await call(who, 'POST', `/games/${gameId}/commands`, command, { 'idempotency-key': randomUUID() });
    }
  }

  async function playedGame(visibility: string) {
    const ada = await node.guest('Ada');
    const table = (
      await call(ada, 'POST', '/tables', {
        visibility,
        ruleset: { end: { hands: 1 } },
        clock: { pauseSeconds: 0, revolutionSeconds: null, turnSeconds: null },
      })
    ).body;
    await call(ada, 'POST', `/tables/${table.id}/seats`, {});
    for (let bot = 0; bot < 3; bot += 1) {
      await call(ada, 'POST', `/tables/${table.id}/bots`, { kind: 'builtIn', level: 'greedy' });
    }
    const { gameId } = (await call(ada, 'POST', `/tables/${table.id}/start`)).body;
    return { ada, table, gameId: gameId as string };
  }

  it('R-GAME-5: of a public game everybody finds who came where, with how many points', async () => {
    const { ada, table, gameId } = await playedGame('public');
    const asker = await node.guest('Asker');
    expect((await games(asker, ada.id)).items).toMatchObject([{ gameId, endedAt: null, rank: null, total: null }]);
    await playOut(ada, gameId);
    const { seats, result } = (await call(asker, 'GET', `/games/${gameId}`)).body;
    for (const { rank, seat, total, longestReign } of result.standings) {
      const { id } = seats[seat].player;
      await vi.waitFor(
        async () =>
          expect((await games(asker, id)).items).toEqual([
            {
              gameId,
              tableId: table.id,
              seat,
              preset: 'official-scored',
              startedAt: expect.any(String),
              endedAt: expect.any(String),
              rank,
              total,
              longestReign,
            },
          ]),
        WAIT,
      );
      expect(await profile(asker, id)).toMatchObject({ finishedGames: 1 });
    }
  });

  it.each(['unlisted', 'private'])('of an %s table only those who played find the game', async (visibility) => {
    const { ada, gameId } = await playedGame(visibility);
    const asker = await node.guest('Asker');
    expect(await games(asker, ada.id)).toEqual({ items: [], next: null });
    expect((await games(ada, ada.id)).items).toMatchObject([{ gameId, preset: 'official-scored' }]);
  });

  it('of a game that was imported the document tells it', async () => {
    const plan = {
      preset: 'official-scored',
      options: {},
      humans: 2,
      overdue: 5,
      restless: 0,
      seed: 7,
      players: 4,
      hands: 1,
    } as const;
    const { document } = finishedGame(plan);
    const transfer = createTransfer({ ...node.deps, seeds: createSeeds(node.deps) });
    expect(await transfer.importGame(document)).toMatchObject({ outcome: 'imported' });
    const [started, ended] = [document.events[0], document.events.at(-1)];
    const asker = await node.guest('Asker');
    expect(started.access).toEqual({ private: false, spectators: true });
    for (const { rank, seat, total, longestReign } of ended.standings) {
      expect((await games(asker, started.seats[seat].player.id)).items).toEqual([
        {
          gameId: started.gameId,
          tableId: started.tableId,
          seat,
          preset: 'official-scored',
          startedAt: started.at,
          endedAt: ended.at,
          rank,
          total,
          longestReign,
        },
      ]);
    }
  });
});
