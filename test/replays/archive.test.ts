/** A game is in the database, or in its document, or in both, whatever happens to the command that moves it. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createFinishedGames } from '../../src/adapters/archive.ts';
import { createFolderStore } from '../../src/adapters/archive-folder.ts';
import { createEventLog } from '../../src/adapters/event-log.ts';
import { createVault, systemEntropy } from '../../src/adapters/system.ts';
import { createStates } from '../../src/games/load.ts';
import { createSeeds } from '../../src/games/seeds.ts';
import { createDirectory } from '../../src/identity/directory.ts';
import { type Archived, type ArchiveNeeds, type ArchiveOptions, archive } from '../../src/replays/archive.ts';
import { createReplays } from '../../src/replays/replays.ts';
import { verifyReplay } from '../../src/replays/verify.ts';
import { bootApp, TEST_SECRET } from '../support/app.ts';
import { makeRole } from '../support/archive-role.ts';
import { describeOnEachDatabase, type TestDatabase } from '../support/database.ts';
import { type KeptGame, keptGame, rowsOf } from '../support/kept-game.ts';

const HOUR_MS = 3_600_000;
const LONG_AFTER = new Date('2027-01-01T00:00:00Z');

describeOnEachDatabase('dalmuti archive', (open) => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await open();
    if (database.kind === 'postgres') await makeRole(database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dalmuti-archive-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
    // A game without a seed is none that can be moved: what a test has left is no business of the next one.
    await database.pool.query('DELETE FROM game_seeds');
  });

  function needs(changes: Partial<ArchiveNeeds> = {}): ArchiveNeeds {
    const { prisma } = database;
    const log = createEventLog(database);
    const seeds = createSeeds({ prisma, vault: createVault(TEST_SECRET), entropy: systemEntropy });
    return {
      games: createFinishedGames(database),
      store: createFolderStore(folder),
      log,
      states: createStates(log, 1),
      replays: createReplays({ seeds, log, directory: createDirectory(prisma) }),
      ...changes,
    };
  }

  async function collect(changes: Partial<ArchiveNeeds> = {}, options: Partial<ArchiveOptions> = {}) {
    const done: Archived[] = [];
    const wanted = { endedBy: LONG_AFTER, dryRun: false, limit: null, ...options };
    for await (const game of archive(needs(changes), wanted)) done.push(game);
    return done;
  }

  const nameOf = ({ gameId }: KeptGame) => `2026-01/${gameId}.json`;
  const moved = (game: KeptGame) => ({ outcome: 'moved', gameId: game.gameId, name: nameOf(game) });
  const read = (game: KeptGame) => readFile(join(folder, nameOf(game)), 'utf8');
  const documents = async () =>
    (await readdir(folder, { recursive: true })).filter((name) => name.includes('.')).sort();
  const GONE = { game_events: 0, game_snapshots: 0, game_wakes: 0, game_seeds: 0, game_players: 4 };

  async function expectMoved(game: KeptGame): Promise<void> {
    expect(await rowsOf(database, game.gameId)).toEqual(GONE);
    const verdict = verifyReplay(JSON.parse(await read(game)));
    expect(verdict).toMatchObject({ ok: true, gameId: game.gameId });
    expect(verdict.ok && verdict.steps.flat()).toEqual(game.events);
  }

  it('promise 4: moves games that are over, oldest first, as documents that verify', async () => {
    const second = await keptGame(database, { laterMs: HOUR_MS });
    const first = await keptGame(database);
    expect(await collect()).toEqual([moved(first), moved(second)]);
    for (const game of [first, second]) await expectMoved(game);
    expect(await read(first)).toContain('"name":"Player 0"');
    expect(await documents()).toEqual([nameOf(second), nameOf(first)].sort());
    expect(await collect()).toEqual([]);
  });

  it('leaves games that go on, and those that ended later than asked for', async () => {
    const running = await keptGame(database, { without: 'gameEnded' });
    const young = await keptGame(database, { laterMs: HOUR_MS });
    const old = await keptGame(database);
    const before = await Promise.all([running, young].map(({ gameId }) => rowsOf(database, gameId)));
    const endedBy = new Date(young.endedAt.getTime() - 1);
    expect(await collect({}, { endedBy })).toEqual([moved(old)]);
    expect(await Promise.all([running, young].map(({ gameId }) => rowsOf(database, gameId)))).toEqual(before);
    expect(await documents()).toEqual([nameOf(old)]);
  });

  it('moves no more than asked for', async () => {
    const [third, first, second] = [
      await keptGame(database, { laterMs: 2 * HOUR_MS }),
      await keptGame(database),
      await keptGame(database, { laterMs: HOUR_MS }),
    ];
    expect(await collect({}, { limit: 2 })).toEqual([moved(first), moved(second)]);
    expect((await rowsOf(database, third.gameId)).game_events).toBe(third.events.length);
  });

  it('only tells what it would do in a dry run', async () => {
    const game = await keptGame(database);
    const before = await rowsOf(database, game.gameId);
    expect(await collect({}, { dryRun: true })).toEqual([{ ...moved(game), outcome: 'would move' }]);
    expect(await rowsOf(database, game.gameId)).toEqual(before);
    expect(await documents()).toEqual([]);
  });

  it('promise 4: keeps a game that does not verify or cannot be opened, says why, and goes on with the next', async () => {
    const [wrong, sealed, good] = [
      await keptGame(database),
      await keptGame(database, { laterMs: HOUR_MS }),
      await keptGame(database, { laterMs: 2 * HOUR_MS }),
    ];
    const seal = (gameId: string, seed: Uint8Array, secret: string) =>
      database.prisma.gameSeed.update({
        where: { gameId },
        data: { sealed: Buffer.from(createVault(secret).seal(seed)) },
      });
    await seal(wrong.gameId, new Uint8Array(32), TEST_SECRET);
    await seal(sealed.gameId, new Uint8Array(32), 'the secret of another service, also long');
    const before = await Promise.all([wrong, sealed].map(({ gameId }) => rowsOf(database, gameId)));
    expect(await collect({}, { limit: 1 })).toEqual([
      {
        outcome: 'stays',
        gameId: wrong.gameId,
        reason: 'It does not verify: The seed is not the one that the server committed to.',
      },
      { outcome: 'stays', gameId: sealed.gameId, reason: expect.stringContaining('DALMUTI_SECRET') },
      moved(good),
    ]);
    expect(await Promise.all([wrong, sealed].map(({ gameId }) => rowsOf(database, gameId)))).toEqual(before);
    expect(await documents()).toEqual([nameOf(good)]);
  });

  it('never takes another document for the game’s', async () => {
    const game = await keptGame(database);
    const before = await rowsOf(database, game.gameId);
    const file = join(folder, nameOf(game));
    await mkdir(dirname(file));
    await writeFile(file, '{}');
    expect(await collect()).toEqual([
      { outcome: 'stays', gameId: game.gameId, reason: expect.stringContaining(nameOf(game)) },
    ]);
    expect(await rowsOf(database, game.gameId)).toEqual(before);
    expect(await read(game)).toBe('{}');
  });

  class CutOff extends Error {}
  const cutOff = (): never => {
    throw new CutOff('the process ends here');
  };

  it.each<[string, (normal: ArchiveNeeds) => Partial<ArchiveNeeds>, { documents: number; inDatabase: number }]>([
    [
      'before it writes',
      ({ store }) => ({ store: { ...store, keep: async () => cutOff() } }),
      { documents: 0, inDatabase: 2 },
    ],
    [
      'between writing and removing',
      ({ store }) => ({
        store: { ...store, keep: async (...what) => cutOffAfter(await store.keep(...what)) },
      }),
      { documents: 1, inDatabase: 2 },
    ],
    [
      'after removing',
      ({ games }) => ({ games: { ...games, remove: async (game) => cutOffAfter(await games.remove(game)) } }),
      { documents: 1, inDatabase: 1 },
    ],
  ])('may be cut off %s, and the next run finishes', async (_, broken, left) => {
    const all = [await keptGame(database), await keptGame(database, { laterMs: HOUR_MS })];
    await expect(collect(broken(needs()))).rejects.toThrow(CutOff);
    expect((await documents()).length).toBe(left.documents);
    const counts = await Promise.all(all.map(({ gameId }) => rowsOf(database, gameId)));
    const whole = counts.filter((rows) => rows.game_events === all[0]?.events.length && rows.game_seeds === 1);
    expect(whole.length).toBe(left.inDatabase);

    expect((await collect()).length).toBe(left.inDatabase);
    for (const game of all) await expectMoved(game);
    expect((await documents()).length).toBe(2);
  });

  function cutOffAfter(_done: unknown): never {
    return cutOff();
  }

  it('decision 9: removes all of a game or nothing of it, when the database fails in between', async () => {
    const game = await keptGame(database);
    const before = await rowsOf(database, game.gameId);
    await database.pool.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the disk is gone'; END $$;
      CREATE TRIGGER fail BEFORE DELETE ON game_seeds FOR EACH ROW EXECUTE FUNCTION fail()`);
    await expect(collect()).rejects.toThrow('the disk is gone');
    expect(await rowsOf(database, game.gameId)).toEqual(before);
    await database.pool.query('DROP TRIGGER fail ON game_seeds; DROP FUNCTION fail()');
    expect(await collect()).toEqual([moved(game)]);
    await expectMoved(game);
  });

  it('may run twice at once', async () => {
    const all: KeptGame[] = [];
    for (let count = 0; count < 4; count += 1) all.push(await keptGame(database, { laterMs: count }));
    const done = (await Promise.all([collect(), collect()])).flat();
    expect(new Set(done.map(({ outcome }) => outcome))).toEqual(new Set(['moved']));
    expect(done.map(({ gameId }) => gameId).sort()).toEqual(all.map(({ gameId }) => gameId).sort());
    for (const game of all) await expectMoved(game);
    expect(await documents()).toEqual(all.map(nameOf).sort());
  });

  it('says before anything else when nobody may remove games', async () => {
    const game = await keptGame(database);
    const normal = needs();
    const games = { ...normal.games, mayRemove: async () => cutOff() };
    await expect(collect({ games })).rejects.toThrow(CutOff);
    expect(await documents()).toEqual([]);
    expect((await rowsOf(database, game.gameId)).game_events).toBe(game.events.length);
  });

  it('an archived game is unknown to the API, also to a node that had it in mind', async (t) => {
    const node = await bootApp(t, { database });
    const guest = await node.guest();
    const game = await keptGame(database);
    const get = (path: string) =>
      node.inject({ method: 'GET', url: `/v1/games/${game.gameId}${path}`, headers: guest.headers });
    const paths = ['', '/events', '/hands', '/fairness', '/replay'];
    for (const path of paths) expect((await get(path)).statusCode, path).toBe(200);
    const replay = (await get('/replay')).body;

    expect(await collect()).toEqual([moved(game)]);
    expect(await read(game)).toBe(`${replay}\n`);
    for (const path of paths) expect((await get(path)).json(), path).toMatchObject({ status: 404, code: 'not_found' });
  });
});
