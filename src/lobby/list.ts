/** Finding public tables, newest first: page by page, or the newest ones as topic `lobby` shows them. */
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { fromCursor, toCursor, UUID_PART } from '../http/cursor.ts';
import type { SystemClock } from '../ports/system.ts';
import { asOf, type Begin, type TableRow, withMembers } from './rows.ts';

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

export interface ListDeps {
  readonly prisma: PrismaClient;
  readonly clock: SystemClock;
  readonly begin: Begin;
  readonly failed: (error: unknown) => void;
}

/** Starts that one reading of the list finishes; more wait only while the log is unavailable. */
const MAX_STARTS = 50;

/**
 * Reads pages of the list. Every start that a page may show, or may hide from the open tables, is finished before the page
 * is returned; a table whose game cannot begin now is left out.
 */
export function createList({ prisma, clock, begin, failed }: ListDeps): (wish: ListWish) => Promise<TablePage> {
  return async (wish) => {
    const page = await listTables(prisma, clock, wish);
    const starting = await prisma.lobbyTable.findMany({
      where: { visibility: 'public', begun: false },
      include: withMembers,
      take: MAX_STARTS,
    });
    const started = new Set<string>();
    for (const table of starting) {
      try {
        await begin(table);
        started.add(table.id);
      } catch (error) {
        failed(error);
      }
    }
    return { ...page, tables: page.tables.filter(({ id, begun }) => begun || started.has(id)) };
  };
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
  const shown = new Set(found.slice(0, wish.limit).map(({ id }) => id));
  const rows = await prisma.lobbyTable.findMany({
    where: { id: { in: [...shown] } },
    include: withMembers,
    orderBy: { id: 'desc' },
  });
  // A table may have changed since its id was found.
  const tables = rows.map((row) => asOf(row, now)).filter(({ state }) => state === wish.state);
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
