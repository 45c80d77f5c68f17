/** What is read of a long game is what the answer needs: rows of the log are counted, and what comes out is compared with the whole. */
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEventLog } from '../../src/adapters/event-log.ts';
import { createDirectory } from '../../src/identity/directory.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { handsCsv } from '../../src/replays/csv.ts';
import { fairnessOf, replayOf } from '../../src/replays/document.ts';
import { csvOf, rowsFrom } from '../../src/replays/hand-pages.ts';
import { type HandRow, handRows } from '../../src/replays/hands.ts';
import { createReplays, PAGE, type Replays } from '../../src/replays/replays.ts';
import type { GameEvent } from '../../src/rules/events.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { finishedGame } from './finished-game.ts';

const SEED_TEXT = '07'.repeat(32);
const SEEDS = { reveal: async () => SEED_TEXT } as unknown as Parameters<typeof createReplays>[0]['seeds'];

/** A log that counts the rows which it gives, and those of its largest answer. */
function counting(log: EventLog) {
  const rows = { given: 0, most: 0 };
  const counted = <T extends readonly unknown[]>(answer: T): T => {
    rows.given += answer.length;
    rows.most = Math.max(rows.most, answer.length);
    return answer;
  };
  return {
    rows,
    log: {
      ...log,
      read: async (gameId: string, after: number, limit?: number) => counted(await log.read(gameId, after, limit)),
      readTexts: async (...asked: Parameters<EventLog['readTexts']>) => counted(await log.readTexts(...asked)),
      readPeople: async (...asked: Parameters<EventLog['readPeople']>) => counted(await log.readPeople(...asked)),
      handEnds: async (...asked: Parameters<EventLog['handEnds']>) => counted(await log.handEnds(...asked)),
      nextHands: async (...asked: Parameters<EventLog['nextHands']>) => counted(await log.nextHands(...asked)),
    },
  };
}

let database: TestDatabase;
let watched: ReturnType<typeof counting>;
let replays: Replays;

beforeAll(async () => {
  database = await openTestDatabase();
  watched = counting(createEventLog(database));
  replays = createReplays({
    log: watched.log,
    directory: createDirectory(database.prisma),
    seeds: SEEDS,
  });
});
afterAll(() => database.close());

const PLAN = { preset: 'official-scored', options: {}, humans: 3, overdue: 5, players: 5 };

/** A game of many hands in the log, with an id of its own. */
async function longGame(more: { hands: number; seed: number; restless: number; options?: Record<string, string> }) {
  const gameId = uuid();
  const played = finishedGame({ ...PLAN, ...more }, [{ seat: 0, entropy: 'mine' }]).events;
  const events = played.map((event): GameEvent => (event.type === 'gameStarted' ? { ...event, gameId } : event));
  const step = { gameId, after: 0, actor: 'clock', key: 'all', fingerprint: 'all' };
  await createEventLog(database).append({ ...step, events, wake: { reason: 'ended', delayMs: 0, botsOnly: false } });
  watched.rows.given = 0;
  watched.rows.most = 0;
  return { gameId, events, board: { gameId, phase: 'ended', version: events.length } as const };
}

async function all<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const part of parts) found.push(part);
  return found;
}

describe('the proof of a game', () => {
  it('reads one row of a game that no newcomer has entered', async () => {
    const { board, events } = await longGame({ hands: 15, seed: 3, restless: 0 });
    expect(await replays.fairness({ board })).toEqual(fairnessOf(events, SEED_TEXT));
    expect(events.length).toBeGreaterThan(1_500);
    expect(watched.rows.given).toBe(1);
  });

  it('reads who came and one hand for each time that newcomers were placed', async () => {
    const { board, events } = await longGame({ hands: 12, seed: 5, restless: 8 });
    const kinds = ['gameStarted', 'newcomerArrived', 'newcomersPlaced'];
    const people = events.filter(({ type }) => kinds.includes(type));
    const placed = events.filter(({ type }) => type === 'newcomersPlaced');
    expect(placed.length).toBeGreaterThan(1);
    expect(await replays.fairness({ board })).toEqual(fairnessOf(events, SEED_TEXT));
    expect(watched.rows.given).toBeLessThanOrEqual(people.length + placed.length);
  });

  it('has the contribution of every newcomer, however many have come', async () => {
    const { events } = await longGame({ hands: 1, seed: 3, restless: 0 });
    const [started] = events;
    if (started === undefined) throw new Error('A game has a first event.');
    const stamp = { at: started.at, cause: 'player' } as const;
    const arrivals = Array.from({ length: 1_300 }, (_, index): GameEvent => {
      const come = { player: uuid(), kind: 'human', total: null, entropy: `chance ${index}` } as const;
      return { version: index + 2, type: 'newcomerArrived', seat: 5 + index, ...stamp, ...come };
    });
    const people = [started, ...arrivals];
    const log = {
      ...watched.log,
      readPeople: async (_: string, after: number, until: number, limit: number) =>
        people
          .filter(({ version }) => version > after && version <= until)
          .slice(0, limit)
          .map((event) => ({ step: event.version, event })),
    };
    const many = createReplays({ log, directory: createDirectory(database.prisma), seeds: SEEDS });
    const board = { gameId: uuid(), phase: 'ended', version: people.length } as const;
    expect((await many.fairness({ board })).contributions).toHaveLength(1 + 1_300);
  });

  it('tells nothing beyond the version that its viewer may see', async () => {
    const { board, events } = await longGame({ hands: 12, seed: 5, restless: 8 });
    const placed = events.find(({ type }) => type === 'newcomersPlaced');
    const early = { ...board, phase: 'play', version: placed?.version ?? 0 } as const;
    expect(await replays.fairness({ board: early })).toEqual(fairnessOf(events.slice(0, early.version), SEED_TEXT));
  });
});

describe('the document of a game', () => {
  it('comes in pages and is byte for byte the document that is made at once', async () => {
    const { board, events } = await longGame({ hands: 15, seed: 3, restless: 4 });
    const document = await replays.document({ board });
    const parts = await all(document?.parts() ?? (async function* () {})());
    const whole = await replays.replay({ board });
    expect(parts.join('')).toBe(JSON.stringify(whole));
    const { names } = await replays.people({ board });
    expect(JSON.parse(parts.join(''))).toEqual(JSON.parse(JSON.stringify(replayOf(events, names, SEED_TEXT))));
    expect(parts).toHaveLength(Math.ceil(events.length / PAGE) + 1);
    expect(watched.rows.most).toBeLessThanOrEqual(PAGE);
  });

  it('reads no page before it is asked for, and its key changes with the names', async () => {
    const { board, events } = await longGame({ hands: 8, seed: 3, restless: 0 });
    const document = await replays.document({ board });
    expect(watched.rows.given).toBe(1);
    const parts = document?.parts();
    await parts?.next();
    expect(watched.rows.given).toBe(1 + Math.min(PAGE, events.length));
    expect((await replays.document({ board }))?.key).toBe(document?.key);
    const [started] = events;
    const id = started?.type === 'gameStarted' ? (started.seats[0]?.player ?? '') : '';
    await database.prisma.player.create({ data: { id, name: 'Renamed', kind: 'guest' } });
    const other = createReplays({
      log: watched.log,
      directory: createDirectory(database.prisma),
      seeds: SEEDS,
    });
    expect((await other.document({ board }))?.key).not.toBe(document?.key);
    await database.prisma.player.delete({ where: { id } });
  });
});

describe('the log of hands', () => {
  it('gives any part of it as it stands in the whole, void hands and newcomers too', async () => {
    const options = { 'leave.midHand': 'void' };
    const { gameId, board, events } = await longGame({ hands: 12, seed: 11, restless: 8, options });
    const people = await replays.people({ board });
    const whole = handRows(events, people.names);
    expect(whole.filter((row) => row.void).length).toBeGreaterThan(1);
    const told = { log: watched.log, people, gameId, until: events.length };
    for (let from = 0; from <= whole.length; from += 1) {
      for (const limit of [1, 3, 50]) {
        const rows: HandRow[] = (await all(rowsFrom(told, from, limit))).flat();
        expect(rows).toEqual(whole.slice(from, from + limit));
      }
    }
    expect((await all(csvOf(told))).join('')).toBe(handsCsv(whole));
  });

  it('reads the hands that are asked for and those just before, however long the game is', async () => {
    const { gameId, board, events } = await longGame({ hands: 20, seed: 3, restless: 0 });
    const people = await replays.people({ board });
    watched.rows.given = 0;
    const ends = events.filter(({ type }) => type === 'handEnded').map(({ version }) => version);
    const rows = (await all(rowsFrom({ log: watched.log, people, gameId, until: events.length }, 18, 1))).flat();
    expect(rows).toEqual(handRows(events, people.names).slice(18, 19));
    const needed = (ends[18] ?? 0) - (ends[16] ?? 0) + 1;
    // The ends of hands besides.
    expect(watched.rows.given).toBeLessThanOrEqual(needed + 20);
  });
});
