/** Who may know of a game, asked of the log in one look (PROTOCOL: a game that is not for you is exactly a 404). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEventLog } from '../../src/adapters/event-log.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { GameEvent } from '../../src/rules/events.ts';
import { describeOnEachDatabase, type TestDatabase } from '../support/database.ts';
import { anEvent, aStep } from '../support/steps.ts';

const BEGUN = Date.parse('2026-01-05T19:00:00.000Z');
const [PLAYER, NEWCOMER, STRANGER] = [randomUUID(), randomUUID(), randomUUID()];

describeOnEachDatabase('who may know of a game', (open) => {
  let database: TestDatabase;
  let log: EventLog;
  beforeAll(async () => {
    database = await open();
    log = createEventLog(database);
  });
  afterAll(() => database.close());

  async function game(access: object): Promise<string> {
    const gameId = randomUUID();
    const base = { ...anEvent(1), type: 'gameStarted', gameId, access, seats: [{ seat: 0, player: PLAYER }] };
    await log.append({ ...aStep({ gameId, actor: 'lobby' }), events: [base as unknown as GameEvent] });
    const arrived = { ...anEvent(2), type: 'newcomerArrived', seat: 1, player: NEWCOMER };
    await log.append({ ...aStep({ gameId, after: 1, actor: 'lobby' }), events: [arrived as unknown as GameEvent] });
    return gameId;
  }

  async function whoKnows(gameId: string, now = BEGUN): Promise<readonly boolean[]> {
    return Promise.all([PLAYER, NEWCOMER, STRANGER].map((who) => log.isKnownTo(gameId, who, now)));
  }

  it('everybody may know of one that may be watched', async () => {
    expect(await whoKnows(await game({ private: false, spectators: true }))).toEqual([true, true, true]);
  });

  it('only who has held a seat may know of one that is private or forbids spectators', async () => {
    const seated = [true, true, false];
    expect(await whoKnows(await game({ private: true, spectators: true }))).toEqual(seated);
    expect(await whoKnows(await game({ private: false, spectators: false }))).toEqual(seated);
  });

  it('who looks on may not know of a delayed one before its beginning is to be seen', async () => {
    const gameId = await game({ private: false, spectators: true, delaySeconds: 60 });
    expect(await whoKnows(gameId, BEGUN + 59_999)).toEqual([true, true, false]);
    expect(await whoKnows(gameId, BEGUN + 60_000)).toEqual([true, true, true]);
  });

  it('who is in the rows of players may know of it: an imported game is a single step', async () => {
    const gameId = await game({ private: true, spectators: true });
    const row = { gameId, playerId: STRANGER, seat: 2, tableId: randomUUID(), startedAt: new Date(BEGUN) };
    await database.prisma.gamePlayer.create({ data: row });
    expect(await whoKnows(gameId)).toEqual([true, true, true]);
  });

  it('nobody may know of one that does not exist', async () => {
    expect(await whoKnows(randomUUID())).toEqual([false, false, false]);
  });
});
