/** What is kept of a game for histories: who stands where in its final table, and rows of before that got their columns later. */
import { readFile } from 'node:fs/promises';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { placesOf, recordEnd } from '../../src/lobby/record.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const SEATS = [
  { seat: 0, player: 'ada' },
  { seat: 1, player: 'ben' },
  { seat: 2, player: 'cleo' },
  // Ada has left seat 0 and come back.
  { seat: 3, player: 'ada' },
];

it('R-GAME-5: whoever has left is not in the final table; whoever came back is, once', () => {
  const standings = [
    { rank: 1, seat: 3, total: 12, longestReign: 4 },
    { rank: 2, seat: 2, total: null, longestReign: 0 },
  ];
  expect(placesOf(SEATS, standings)).toEqual([
    { playerId: 'ada', rank: 1, total: 12, longestReign: 4 },
    { playerId: 'cleo', rank: 2, total: null, longestReign: 0 },
  ]);
  expect(placesOf(SEATS, [])).toEqual([]);
});

it('an end that is recorded twice keeps the time at which it was over for each', async () => {
  const { prisma } = database;
  const [gameId, stayed, left] = [uuid(), uuid(), uuid()];
  const [startedAt, wentAt, end] = ['19:00', '19:10', '20:00'].map((time) => new Date(`2026-01-05T${time}:00Z`)) as [
    Date,
    Date,
    Date,
  ];
  const row = { gameId, tableId: uuid(), startedAt };
  await prisma.gamePlayer.createMany({
    data: [
      { ...row, playerId: stayed, seat: 0 },
      { ...row, playerId: left, seat: 1, endedAt: wentAt },
    ],
  });
  const places = [{ playerId: stayed, rank: 1, total: 7, longestReign: 3 }];
  await recordEnd(prisma, gameId, places, end.getTime());
  await recordEnd(prisma, gameId, places, end.getTime() + 60_000);
  const rows = await prisma.gamePlayer.findMany({ where: { gameId }, orderBy: { seat: 'asc' } });
  expect(rows.map(({ endedAt, rank, total, longestReign }) => ({ endedAt, rank, total, longestReign }))).toEqual([
    { endedAt: end, rank: 1, total: 7, longestReign: 3 },
    { endedAt: wentAt, rank: null, total: null, longestReign: null },
  ]);
});

it('decision 9: rows of the release before are told from their tables what they are of', async () => {
  const { prisma, pool } = database;
  const tables = [
    { visibility: 'public', spectators: true, listed: true },
    { visibility: 'public', spectators: false, listed: false },
    { visibility: 'unlisted', spectators: true, listed: false },
    { visibility: 'private', spectators: true, listed: false },
  ].map((table) => ({ id: uuid(), ...table }));
  await prisma.lobbyTable.createMany({
    data: tables.map(({ listed: _, ...table }) => ({
      ...table,
      hostId: uuid(),
      ruleset: { preset: 'dutch' },
      clock: {},
      inviteCode: uuid(),
    })),
  });
  const playerId = uuid();
  const unknown = uuid();
  for (const tableId of [...tables.map(({ id }) => id), unknown]) {
    await prisma.gamePlayer.create({ data: { gameId: uuid(), playerId, seat: 0, tableId, startedAt: new Date() } });
  }
  const file = new URL('../../prisma/migrations/20261130130000_histories/migration.sql', import.meta.url);
  const [, update = ''] = (await readFile(file, 'utf8')).split(/(?=^UPDATE )/m);
  expect(update).toMatch(/^UPDATE "game_players"/);
  await pool.query(update);
  const rows = new Map((await prisma.gamePlayer.findMany({ where: { playerId } })).map((row) => [row.tableId, row]));
  for (const { id, listed } of tables) expect(rows.get(id)).toMatchObject({ preset: 'dutch', listed });
  expect(rows.get(unknown)).toMatchObject({ preset: null, listed: null });
});
