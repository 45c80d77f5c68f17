/** Finding games: those that go on, those that are over, and those that should have gone on by themselves and did not. */
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { lastId, type Page, type PageWish, pageOfRows } from './pages.ts';

export interface GameWish extends PageWish {
  readonly state?: 'running' | 'over' | 'stuck' | undefined;
  readonly player?: string | undefined;
  readonly table?: string | undefined;
}

export interface FoundGame {
  readonly id: string;
  /** `null` for a game that no player has been noted for yet. */
  readonly tableId: string | null;
  readonly state: 'running' | 'over';
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly wake: GameWake | null;
}

/** The row that says when a game must be looked at again (decision 11). */
export interface GameWake {
  readonly reason: string;
  readonly version: number;
  readonly due: string;
  /** How long ago it was due, by the database's clock; 0 for one that is still to come. */
  readonly overdueSeconds: number;
}

/** A row that nobody has carried out for so long: every node was down, or something is wrong with the game. */
export const STUCK_SECONDS = 300;

interface WakeRow {
  readonly gameId: string;
  readonly reason: string;
  readonly version: number;
  readonly due: Date;
  readonly overdue: number;
}

/** Newest first, by their ids. @throws Problem `invalid_request` */
export async function findGames(prisma: PrismaClient, wish: GameWish): Promise<Page<FoundGame>> {
  const ids = await prisma.$queryRaw<readonly { readonly id: string }[]>`
    SELECT id FROM (${candidates(wish)}) AS game ${await conditions(prisma, wish)}
     ORDER BY id DESC LIMIT ${wish.limit + 1}`;
  const { items, next } = pageOfRows(ids, wish.limit);
  return {
    items: await describe(
      prisma,
      items.map(({ id }) => id),
    ),
    next,
  };
}

/** A game that is not over has a row in `game_wakes`, so that nobody reads all games there ever were to find it. */
function candidates({ state }: GameWish): Prisma.Sql {
  switch (state) {
    case 'running':
      return Prisma.sql`SELECT game_id AS id FROM game_wakes WHERE reason <> 'ended'`;
    case 'stuck':
      return Prisma.sql`SELECT game_id AS id FROM game_wakes
        WHERE due < now() - ${STUCK_SECONDS} * interval '1 second'`;
    case 'over':
      return Prisma.sql`SELECT DISTINCT game_id AS id FROM game_players AS played WHERE NOT EXISTS (
        SELECT 1 FROM game_wakes AS wake WHERE wake.game_id = played.game_id AND wake.reason <> 'ended')`;
    default:
      return Prisma.sql`SELECT DISTINCT game_id AS id FROM game_players`;
  }
}

async function conditions(prisma: PrismaClient, { cursor, player, table }: GameWish): Promise<Prisma.Sql> {
  const before = lastId(cursor);
  const all = [
    ...(before === null ? [] : [Prisma.sql`id < ${before}::uuid`]),
    ...(player === undefined
      ? []
      : [Prisma.sql`id IN (SELECT game_id FROM game_players WHERE player_id = ${player}::uuid)`]),
    ...(table === undefined ? [] : [Prisma.sql`id = ANY(${await gamesOfTable(prisma, table)}::uuid[])`]),
  ];
  return all.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(all, ' AND ')}`;
}

async function gamesOfTable(prisma: PrismaClient, id: string): Promise<string[]> {
  const table = await prisma.lobbyTable.findUnique({ where: { id }, select: { gameId: true, pastGameIds: true } });
  if (table === null) return [];
  return table.gameId === null ? table.pastGameIds : [table.gameId, ...table.pastGameIds];
}

async function describe(prisma: PrismaClient, ids: readonly string[]): Promise<readonly FoundGame[]> {
  const [players, wakes] = await Promise.all([
    prisma.gamePlayer.findMany({ where: { gameId: { in: [...ids] } } }),
    wakesOf(prisma, ids),
  ]);
  return ids.map((id) => {
    const mine = players.filter(({ gameId }) => gameId === id);
    const wake = wakes.get(id) ?? null;
    const isRunning = wake !== null && wake.reason !== 'ended';
    const started = mine.map(({ startedAt }) => startedAt.getTime());
    const ended = mine.flatMap(({ endedAt }) => (endedAt === null ? [] : [endedAt.getTime()]));
    return {
      id,
      tableId: mine[0]?.tableId ?? null,
      state: isRunning ? 'running' : 'over',
      startedAt: started.length === 0 ? null : new Date(Math.min(...started)).toISOString(),
      endedAt: isRunning || ended.length === 0 ? null : new Date(Math.max(...ended)).toISOString(),
      wake,
    };
  });
}

export async function wakesOf(prisma: PrismaClient, ids: readonly string[]): Promise<ReadonlyMap<string, GameWake>> {
  const rows = await prisma.$queryRaw<readonly WakeRow[]>`
    SELECT game_id AS "gameId", reason, version, due,
           greatest(0, floor(extract(epoch FROM now() - due)))::float8 AS overdue
      FROM game_wakes WHERE game_id = ANY(${[...ids]}::uuid[])`;
  return new Map(
    rows.map(({ gameId, reason, version, due, overdue }) => [
      gameId,
      { reason, version, due: due.toISOString(), overdueSeconds: overdue },
    ]),
  );
}
