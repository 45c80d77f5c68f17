/** Finding public tables, newest first: page by page, or the newest ones as topic `lobby` shows them. */
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { problem } from '../http/problem.ts';
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

/** @throws Problem `invalid_request` for a cursor that is none of ours */
export async function listTables(prisma: PrismaClient, clock: SystemClock, wish: ListWish): Promise<TablePage> {
  const now = clock.now();
  const from = wish.cursor === undefined ? null : fromCursor(wish.cursor);
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
  return { tables, next: rows.length > wish.limit && last !== undefined ? toCursor(last.id) : null };
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

const toCursor = (id: string) => Buffer.from(`table:${id}`).toString('base64url');

function fromCursor(cursor: string): string {
  const id = /^table:([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (id !== undefined) return id;
  throw problem('invalid_request', 'The cursor is none of ours.', {
    errors: [{ pointer: '?cursor', code: 'invalid_cursor', detail: 'Send `next` of the page before as it stands.' }],
  });
}
