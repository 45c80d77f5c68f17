/** Finding public tables, newest first: page by page, or the newest ones as topic `lobby` shows them. */
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
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

/** The list has this many open tables of one host, the newest ones, so that no host fills it. */
const MAX_SHOWN_PER_HOST = 3;

const PLACE = new RegExp(`^table:${UUID_PART}$`);

/** @throws Problem `invalid_request` for a cursor that is none of ours */
export async function listTables(prisma: PrismaClient, clock: SystemClock, wish: ListWish): Promise<TablePage> {
  const now = clock.now();
  const from = wish.cursor === undefined ? null : (fromCursor(wish.cursor, PLACE)[0] ?? null);
  const found = await prisma.$queryRaw<readonly { readonly id: string }[]>`
    SELECT id FROM lobby_tables AS listed
     WHERE ${passing(wish, now)} ${from === null ? Prisma.empty : Prisma.sql`AND id < ${from}::uuid`}
       ${wish.state === 'open' ? Prisma.sql`AND ${isAmongNewestOfHost(now)}` : Prisma.empty}
     ORDER BY id DESC LIMIT ${wish.limit + 1}`;
  const rows = await prisma.lobbyTable.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    include: withMembers,
    orderBy: { id: 'desc' },
  });
  const tables = rows.slice(0, wish.limit).map((row) => asOf(row, now));
  const last = found.length > wish.limit ? found[wish.limit - 1] : undefined;
  return { tables, next: last === undefined ? null : toCursor(`table:${last.id}`) };
}

/**
 * When the list of a filter becomes another one though nobody touches a table: the next of the open ones lapses.
 *
 * @returns milliseconds since 1970, `null` when none will
 */
export async function nextLapse(prisma: PrismaClient, clock: SystemClock, filter: TableFilter): Promise<number | null> {
  if (filter.state === 'playing') return null;
  const [first] = await prisma.$queryRaw<readonly { readonly expiresAt: Date }[]>`
    SELECT expires_at AS "expiresAt" FROM lobby_tables
     WHERE ${passing({ ...filter, state: 'open' }, clock.now())} ORDER BY expires_at LIMIT 1`;
  return first?.expiresAt.getTime() ?? null;
}

/** An open table that has lapsed is closed, whatever its row says. */
function passing({ state, preset }: TableFilter, now: number): Prisma.Sql {
  const isOfPreset = preset === undefined ? Prisma.empty : Prisma.sql`AND ruleset->>'preset' = ${preset}`;
  return Prisma.sql`visibility = 'public' AND ${isIn(state, new Date(now))} ${isOfPreset}`;
}

function isIn(state: TableFilter['state'], now: Date): Prisma.Sql {
  switch (state) {
    case 'open':
      return Prisma.sql`state = 'open' AND expires_at > ${now}`;
    case 'playing':
      return Prisma.sql`state = 'playing'`;
    case 'closed':
      return Prisma.sql`(state = 'closed' OR (state = 'open' AND expires_at <= ${now}))`;
    default:
      return state satisfies never;
  }
}

/** Ids are UUIDv7: their order is the order of creation. One host has few open tables (`MAX_TABLES_PER_HOST`). */
function isAmongNewestOfHost(now: number): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (
    SELECT 1 FROM lobby_tables AS newer
     WHERE newer.host_id = listed.host_id AND newer.state = 'open' AND newer.visibility = 'public'
       AND newer.expires_at > ${new Date(now)} AND newer.id > listed.id
    OFFSET ${MAX_SHOWN_PER_HOST - 1})`;
}
