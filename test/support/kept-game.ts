/** Games in a database as a service has left them: events, sealed seed, players, wake and snapshot. */
import { v7 as uuid } from 'uuid';
import { createEventLog } from '../../src/adapters/event-log.ts';
import { createVault } from '../../src/adapters/system.ts';
import { commitmentTo } from '../../src/fairness/seed.ts';
import { playersIn } from '../../src/games/wire.ts';
import type { GameEvent } from '../../src/rules/events.ts';
import { finishedGame, SEED } from '../replays/finished-game.ts';
import { TEST_SECRET } from './app.ts';
import type { TestDatabase } from './database.ts';

const PLAN = { preset: 'official-scored', options: {}, humans: 2, overdue: 5, restless: 0, seed: 7 };
const played = finishedGame({ ...PLAN, players: 4, hands: 1 }).events;

export interface KeptGame {
  readonly gameId: string;
  readonly events: readonly GameEvent[];
  /** Of its last event. */
  readonly endedAt: Date;
}

export interface KeptGameParts {
  /** Left out, the game is over. */
  readonly without?: 'gameEnded';
  /** How much later than the others it was played. */
  readonly laterMs?: number;
}

/** The game is the same each time; its id is not. */
export async function keptGame(database: TestDatabase, parts: KeptGameParts = {}): Promise<KeptGame> {
  const gameId = uuid();
  const events = played
    .map((event) => later(renamed(event, gameId), parts.laterMs ?? 0))
    .filter(({ type }) => type !== parts.without);
  const log = createEventLog(database);
  const step = { gameId, after: 0, actor: 'clock', key: 'all', fingerprint: 'all' };
  await log.append({ ...step, events, wake: { reason: 'clock', delayMs: 3_600_000, botsOnly: false } });
  await log.writeSnapshot(gameId, { version: 2, stateVersion: 0, state: {} });
  const { prisma } = database;
  const sealed = Buffer.from(createVault(TEST_SECRET).seal(SEED));
  await prisma.gameSeed.create({ data: { gameId, sealed, commitment: commitmentTo(SEED, gameId) } });
  const players = playersIn(events);
  await prisma.player.createMany({
    data: players.map((id, index) => ({ id, name: `Player ${index}`, kind: 'guest' })),
    skipDuplicates: true,
  });
  const endedAt = new Date(events.at(-1)?.at ?? '');
  const startedAt = new Date(events[0]?.at ?? '');
  const seats = players.map((playerId, seat) => ({ gameId, playerId, seat, tableId: uuid(), startedAt, endedAt }));
  await prisma.gamePlayer.createMany({ data: seats });
  return { gameId, events, endedAt };
}

function renamed(event: GameEvent, gameId: string): GameEvent {
  if (event.type !== 'gameStarted') return event;
  return { ...event, gameId, fairness: { ...event.fairness, commitment: commitmentTo(SEED, gameId) } };
}

/** All times of an event, put off by so much; a deadline is one too. */
function later(event: GameEvent, ms: number): GameEvent {
  return JSON.parse(JSON.stringify(event), (_, value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
      ? new Date(Date.parse(value) + ms).toISOString()
      : value,
  );
}

/** How many rows each table has of a game. */
export async function rowsOf({ pool }: TestDatabase, gameId: string): Promise<Readonly<Record<string, number>>> {
  const tables = ['game_events', 'game_snapshots', 'game_wakes', 'game_seeds', 'game_players'];
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await pool.query(`SELECT count(*)::int AS n FROM ${table} WHERE game_id = $1`, [gameId]);
    counts[table] = rows[0].n;
  }
  return counts;
}
