/** Finished games leave the database through one role, whole, and nothing else leaves it (decision 9). */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFinishedGames, openRemover } from '../../src/adapters/archive.ts';
import { ARCHIVE_ROLE, MAKE_ARCHIVE_ROLE } from '../../src/adapters/archive-role.ts';
import type { FinishedGames } from '../../src/ports/archive.ts';
import { grantRole, makeRole } from '../support/archive-role.ts';
import {
  describeOnEachDatabase,
  describeOnPostgres,
  openTestDatabase,
  type TestDatabase,
} from '../support/database.ts';
import { type KeptGame, keptGame, rowsOf } from '../support/kept-game.ts';

const HOUR_MS = 3_600_000;
const LONG_AFTER = new Date('2027-01-01T00:00:00Z');

const asFinished = ({ gameId, events, endedAt }: KeptGame) => ({ gameId, version: events.length, endedAt });

describeOnEachDatabase('finished games', (open) => {
  let database: TestDatabase;
  let games: FinishedGames;

  beforeAll(async () => {
    database = await open();
    // The embedded database makes the role itself.
    if (database.kind === 'postgres') await makeRole(database);
    games = createFinishedGames(database);
  });
  afterAll(() => database.close());

  const table = (more: object) =>
    database.prisma.lobbyTable.create({
      data: { id: uuid(), visibility: 'public', hostId: uuid(), ruleset: {}, clock: {}, inviteCode: uuid(), ...more },
    });
  const listed = async (by = LONG_AFTER) => (await games.list(by, null, 1000)).map(({ gameId }) => gameId);

  it('are listed in the order in which they ended, page by page, and none that ended later', async () => {
    const last = await keptGame(database, { laterMs: 2 * HOUR_MS });
    const first = await keptGame(database);
    const second = await keptGame(database, { laterMs: HOUR_MS });
    const page = await games.list(second.endedAt, null, 1);
    expect(page).toEqual([asFinished(first)]);
    expect(await games.list(second.endedAt, asFinished(first), 5)).toEqual([asFinished(second)]);
    expect(await games.list(second.endedAt, asFinished(second), 5)).toEqual([]);
    expect(await listed()).toEqual([first.gameId, second.gameId, last.gameId]);
  });

  it('are no games that go on, however old', async () => {
    const { gameId } = await keptGame(database, { without: 'gameEnded' });
    expect(await listed()).not.toContain(gameId);
  });

  it('R-LEAVE-1: are none that a table may still need', async () => {
    const [unknown, next, reopened, playing, forgotten] = [
      await keptGame(database),
      await keptGame(database),
      await keptGame(database),
      await keptGame(database),
      await keptGame(database),
    ];
    const soon = new Date(Date.now() + HOUR_MS);
    const long = new Date(Date.now() - HOUR_MS);
    await table({ state: 'playing', gameId: unknown.gameId });
    await table({ state: 'closed', pastGameIds: [forgotten.gameId, next.gameId], expiresAt: soon });
    await table({ state: 'open', pastGameIds: [reopened.gameId], expiresAt: soon });
    await table({ state: 'playing', pastGameIds: [playing.gameId], gameId: uuid() });
    await table({ state: 'open', pastGameIds: [forgotten.gameId], expiresAt: long });
    await table({ state: 'closed', pastGameIds: [forgotten.gameId] });
    const found = await listed();
    expect(found).toContain(forgotten.gameId);
    for (const { gameId } of [unknown, next, reopened, playing]) expect(found).not.toContain(gameId);
  });

  it('decision 9: are removed whole, with nothing of any other game, and the histories of players stay', async () => {
    const [gone, kept] = [await keptGame(database), await keptGame(database, { without: 'gameEnded' })];
    const past = await table({ state: 'closed', pastGameIds: [gone.gameId] });
    const before = await rowsOf(database, kept.gameId);
    expect(before).toMatchObject({ game_snapshots: 1, game_wakes: 1, game_seeds: 1 });

    expect(await games.remove(asFinished(gone))).toBe(true);

    expect(await rowsOf(database, gone.gameId)).toEqual({
      game_events: 0,
      game_snapshots: 0,
      game_wakes: 0,
      game_seeds: 0,
      game_players: 4,
    });
    expect(await rowsOf(database, kept.gameId)).toEqual(before);
    const { pastGameIds } = await database.prisma.lobbyTable.findUniqueOrThrow({ where: { id: past.id } });
    expect(pastGameIds).toEqual([gone.gameId]);
    expect(await games.remove(asFinished(gone))).toBe(false);
  });

  it('decision 9: are not removed when they are other than what was written down', async () => {
    const game = await keptGame(database);
    const before = await rowsOf(database, game.gameId);
    const shorter = { ...asFinished(game), version: game.events.length - 1 };
    await expect(games.remove(shorter)).rejects.toThrow('it stays');
    expect(await rowsOf(database, game.gameId)).toEqual(before);
  });

  it('decision 9: nobody else may delete events, before and after', async () => {
    const [game, other] = [await keptGame(database), await keptGame(database)];
    const sql = `DELETE FROM game_events WHERE game_id = '${other.gameId}'`;
    const before = await rowsOf(database, other.gameId);
    await expect(database.pool.query(sql)).rejects.toThrow('append-only: DELETE refused');
    await games.mayRemove();
    await games.remove(asFinished(game));
    await games.remove({ ...asFinished(other), version: 1 }).catch(() => undefined);
    await expect(database.pool.query(sql)).rejects.toThrow('append-only: DELETE refused');
    expect(await rowsOf(database, other.gameId)).toEqual(before);
  });

  it('the role has the rights that it needs, and no others', async () => {
    const { rows } = await database.pool.query(
      `SELECT table_name, privilege_type FROM information_schema.role_table_grants WHERE grantee = $1 AND table_schema = 'public'
        UNION ALL
       SELECT table_name || '.' || column_name, privilege_type FROM information_schema.role_column_grants
        WHERE grantee = $1 AND table_schema = 'public' AND privilege_type <> 'DELETE' ORDER BY 1, 2`,
      [ARCHIVE_ROLE],
    );
    expect(rows.map(({ table_name, privilege_type }) => `${privilege_type} ${table_name}`)).toEqual([
      'DELETE game_events',
      'SELECT game_events.game_id',
      'DELETE game_seeds',
      'SELECT game_seeds.game_id',
      'DELETE game_snapshots',
      'SELECT game_snapshots.game_id',
      'DELETE game_wakes',
      'SELECT game_wakes.game_id',
    ]);
  });
});

// Roles belong to a whole server, so only an embedded one, which nobody else uses, can be without them.
describe('the role dalmuti_archive', () => {
  it('is asked for in words, with what to run, when it is missing, and when it lacks rights', async () => {
    const database = await openTestDatabase({ kind: 'pglite' });
    const game = await keptGame(database);
    const games = createFinishedGames({ ...database, kind: 'postgres' });
    const before = await rowsOf(database, game.gameId);
    const missing = { code: 'archive_role_missing', message: expect.stringContaining(MAKE_ARCHIVE_ROLE) };
    await expect(games.mayRemove()).rejects.toMatchObject(missing);
    await expect(games.remove(asFinished(game))).rejects.toMatchObject(missing);

    const [create = '', ...grants] = MAKE_ARCHIVE_ROLE.split('\n');
    await database.pool.query(create);
    const lacking = { code: 'archive_role_rights', message: expect.stringContaining(grants.join('\n')) };
    await expect(games.mayRemove()).rejects.toMatchObject(lacking);
    await database.pool.query('GRANT SELECT (game_id), DELETE ON game_events TO dalmuti_archive');
    await expect(games.mayRemove()).rejects.toThrow('(game_snapshots, game_wakes, game_seeds)');
    expect(await rowsOf(database, game.gameId)).toEqual(before);

    await database.pool.query(grants.join('\n'));
    await games.mayRemove();
    expect(await games.remove(asFinished(game))).toBe(true);
    await database.close();
  });

  it('is made as the operators are told', async () => {
    const told = await readFile(new URL('../../docs/OPERATIONS.md', import.meta.url), 'utf8');
    for (const line of MAKE_ARCHIVE_ROLE.split('\n')) expect(told).toContain(`    ${line}\n`);
  });
});

describeOnPostgres('a user of ARCHIVE_DATABASE_URL', () => {
  it('is refused in words until he is a member of the role, and can do nothing else', async () => {
    const database = await openTestDatabase({ kind: 'postgres' });
    await makeRole(database);
    const user = `dalmuti_test_${randomBytes(8).toString('hex')}`;
    await database.pool.query(`CREATE ROLE ${user} LOGIN PASSWORD '${user}'`);
    const url = new URL(database.url ?? '');
    url.username = user;
    url.password = user;
    const remover = openRemover(url.href, () => undefined);
    const games = createFinishedGames(database, remover);
    const game = await keptGame(database);

    const denied = { code: 'archive_role_denied', message: expect.stringContaining(`GRANT ${ARCHIVE_ROLE} TO`) };
    await expect(games.mayRemove()).rejects.toMatchObject(denied);
    await expect(games.remove(asFinished(game))).rejects.toMatchObject(denied);
    expect((await rowsOf(database, game.gameId)).game_events).toBe(game.events.length);

    await database.pool.query(grantRole(user));
    await games.mayRemove();
    await expect(remover.query('SELECT body FROM game_events')).rejects.toThrow('permission denied');
    await expect(remover.query('DELETE FROM game_events')).rejects.toThrow('append-only');
    expect(await games.remove(asFinished(game))).toBe(true);
    expect((await rowsOf(database, game.gameId)).game_events).toBe(0);

    await remover.end();
    await database.pool.query(`DROP ROLE ${user}`);
    await database.close();
  });
});
