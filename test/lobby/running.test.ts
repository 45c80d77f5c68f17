import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import { systemClock } from '../../src/adapters/system.ts';
import { createRows } from '../../src/lobby/rows.ts';
import { createRunning } from '../../src/lobby/running.ts';
import { replay, start } from '../../src/rules/dalmuti.ts';
import type { State } from '../../src/rules/state.ts';
import { rulesetOf } from '../rules/cases/case-file.ts';
import { CLOCK } from '../support/clock.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
const bus = createLocalBus();

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await bus.close();
  await database.close();
});

const unused = async (): Promise<never> => {
  throw new Error('nothing is said to the game here');
};

it('PROTOCOL Tables: a projection that a game has overtaken does not call it unfinished', async () => {
  const { prisma } = database;
  const [tableId, gameId] = [uuid(), uuid()];
  const players = [uuid(), uuid(), uuid()];
  await prisma.player.createMany({ data: players.map((id) => ({ id, name: 'Ann', kind: 'guest' })) });
  const ruleset = rulesetOf({ preset: 'official-scored' });
  await prisma.lobbyTable.create({
    data: {
      id: tableId,
      gameId,
      state: 'playing',
      visibility: 'public',
      hostId: players[0] ?? '',
      ruleset: { ...ruleset },
      clock: { ...CLOCK },
      inviteCode: 'ABCD-EFGH',
    },
  });
  // The game's end has been recorded already.
  const recorded = new Date('2026-01-05T20:00:00.000Z');
  await prisma.gamePlayer.createMany({
    data: players.map((playerId, seat) => ({
      gameId,
      playerId,
      seat,
      tableId,
      startedAt: recorded,
      endedAt: recorded,
    })),
  });
  const opening = start(
    {
      gameId,
      tableId,
      ruleset,
      clock: CLOCK,
      seats: players.map((player, seat) => ({ seat, player, kind: 'human' as const })),
      access: { private: false, spectators: true },
      handLimit: 100,
      fairness: { commitment: '', contributions: [] },
    },
    { actor: { kind: 'clock' }, now: '2026-01-05T19:00:00.000Z', random: () => 0 },
  );
  const running = replay(opening);
  const ended: State = { ...running, board: { ...running.board, phase: 'ended' } };
  const read = [running, ended];
  const fresh = async () => read.shift() ?? ended;
  const states = { held: () => null, known: fresh, fresh, keep: () => undefined, snapshot: async () => undefined };
  const atTable = { join: unused, endByHost: unused, endByOperator: unused };
  const rows = createRows({ prisma, clock: systemClock, begin: unused });
  const projection = createRunning({ prisma, rows, bus, clock: systemClock, states, handle: unused, atTable });
  await projection.project(gameId);
  expect(read).toEqual([]);
  expect(await prisma.gamePlayer.count({ where: { gameId, endedAt: null } })).toBe(0);
});
