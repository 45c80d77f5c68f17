/** Finding public tables, newest first: page by page, or the newest ones as topic `lobby` shows them. */
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { fromCursor, toCursor, UUID_PART } from '../http/cursor.ts';
import type { SystemClock } from '../ports/system.ts';
import { asOf, type TableRow, withMembers } from './rows.ts';

export interface TableFilter {
  readonly state: 'open' | 'playing' | 'closed';
  readonly preset?: string | undefined;
}

export interface ListWish extends TableFilter {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface TablePage {
  readonly tables: readonly TableRow[];
  readonly next: string | null;
}

const PLACE = new RegExp(`^table:${UUID_PART}$`);

/** @throws Problem `invalid_request` for a cursor that is none of ours */
export async function listTables(prisma: PrismaClient, clock: SystemClock, wish: ListWish): Promise<TablePage> {
  const now = clock.now();
  const from = wish.cursor === undefined ? null : (fromCursor(wish.cursor, PLACE)[0] ?? null);
  const rows = await prisma.lobbyTable.findMany({
    where: {
      ...passing(wish, now),
      // Ids are UUIDv7: their order is the order of creation.
      ...(from === null ? {} : { id: { lt: from } }),
    },
    include: withMembers,
    orderBy: { id: 'desc' },
    take: wish.limit + 1,
  });
  const tables = rows.slice(0, wish.limit).map((row) => asOf(row, now));
  const last = tables.at(-1);
  return { tables, next: rows.length > wish.limit && last !== undefined ? toCursor(`table:${last.id}`) : null };
}

/**
 * When the list of a filter becomes another one though nobody touches a table: the next of the open ones lapses.
 *
 * @returns milliseconds since 1970, `null` when none will
 */
export async function nextLapse(prisma: PrismaClient, clock: SystemClock, filter: TableFilter): Promise<number | null> {
  if (filter.state === 'playing') return null;
  const first = await prisma.lobbyTable.findFirst({
    where: passing({ ...filter, state: 'open' }, clock.now()),
    orderBy: { expiresAt: 'asc' },
    select: { expiresAt: true },
  });
  return first?.expiresAt?.getTime() ?? null;
}

/** An open table that has lapsed is closed, whatever its row says. */
function passing({ state, preset }: TableFilter, now: number): Prisma.LobbyTableWhereInput {
  const lapsed = { state: 'open', expiresAt: { lte: new Date(now) } };
  return {
    visibility: 'public',
    ...(state === 'open' ? { state, expiresAt: { gt: new Date(now) } } : {}),
    ...(state === 'playing' ? { state } : {}),
    ...(state === 'closed' ? { OR: [{ state }, lapsed] } : {}),
    ...(preset === undefined ? {} : { ruleset: { path: ['preset'], equals: preset } }),
  };
}
