/** A table as it lies in the database, and the one way to read and to change it. */
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';

export const withMembers = {
  seats: { orderBy: { seat: 'asc' } },
  invitations: { where: { state: 'open' } },
  removals: { select: { playerId: true }, orderBy: { removedAt: 'asc' } },
} as const;

export type TableRow = Prisma.LobbyTableGetPayload<{ include: typeof withMembers }>;
export type Transaction = Prisma.TransactionClient;

/** An open table at which nothing happens for so long is closed; so long, too, can a finished game have its rematch. */
export const IDLE_MS = 30 * 60_000;
/** The row of a table that has closed for good can be read for this long. */
export const KEPT_CLOSED_MS = 30 * 86_400_000;

export function noSuchTable() {
  return problem('not_found', 'No such table.');
}

/** Who asks for a table, and by which invite code if he has one. */
export interface Asker {
  readonly playerId: string;
  readonly invite?: string | undefined;
}

/**
 * @param asker a table that he may not know of is not even looked at; without one the service itself asks
 * @returns the table with what has lapsed by `now` left out, `null` when there is none
 */
async function readTable(
  prisma: PrismaClient | Transaction,
  id: string,
  now: number,
  asker?: Asker,
): Promise<TableRow | null> {
  const where = asker === undefined ? { id } : { id, OR: waysToKnow(asker, now) };
  const row = await prisma.lobbyTable.findFirst({ where, include: withMembers });
  return row === null ? null : asOf(row, now);
}

/** Lapsed invitations free their seats and an idle table is closed; the rows themselves catch up at the next change. */
export function asOf(row: TableRow, now: number): TableRow {
  const invitations = row.invitations.filter(({ expiresAt }) => expiresAt.getTime() > now);
  const invited = new Set(invitations.map(({ forId }) => forId));
  const seats = row.seats.filter(({ state, playerId }) => state !== 'invited' || invited.has(playerId));
  const over = row.expiresAt !== null && row.expiresAt.getTime() <= now;
  const state = over && row.state === 'open' ? 'closed' : row.state;
  return { ...row, state, expiresAt: over ? null : row.expiresAt, invitations, seats };
}

/** Its game is over, and it can be opened again: a table that is closed for good expires no more. */
export function awaitsRematch({ state, expiresAt }: Pick<TableRow, 'state' | 'expiresAt'>): boolean {
  return state === 'closed' && expiresAt !== null;
}

export interface Change<T> {
  readonly table: TableRow;
  readonly result: T;
}

/** What is done with a table inside of the transaction, which is the only connection that it may use. */
export type HowToChange<T> = (tx: Transaction, table: TableRow) => Promise<T>;

/**
 * The only access to single tables. A start takes two steps, the table's row and the first event of its game; a call that
 * meets a table between the two takes the second one itself, so that no caller ever sees a table in between.
 */
export interface Rows {
  /** @returns `null` when there is none */
  find(id: string): Promise<TableRow | null>;
  /** The table at which a game runs, `null` when there is none. */
  ofGame(gameId: string): Promise<TableRow | null>;
  /** @throws Problem `not_found`, exactly as for a table that does not exist, and after the same look */
  seen(id: string, asker: Asker): Promise<TableRow>;
  /**
   * Runs `how` while nobody else can change the table, raises its version if it did, and gives the table back. What `how`
   * throws undoes everything.
   *
   * @throws Problem `not_found`
   */
  change<T>(id: string, how: HowToChange<T>): Promise<Change<T>>;
  /** `change` for a caller. @throws Problem `not_found`, exactly as for a table that does not exist */
  changeSeen<T>(id: string, asker: Asker, how: HowToChange<T>): Promise<Change<T>>;
}

/**
 * Begins the game of a table that plays, and records who plays it. May be repeated, on any node and at the same time.
 *
 * @param table a row whose `gameId` is not null
 * @throws LogUnavailable, Problem `unavailable`
 */
export type Begin = (table: TableRow) => Promise<void>;

export interface RowsDeps {
  readonly prisma: PrismaClient;
  readonly clock: SystemClock;
  readonly begin: Begin;
}

export function createRows({ prisma, clock, begin }: RowsDeps): Rows {
  async function read(id: string, asker?: Asker): Promise<TableRow | null> {
    const table = await readTable(prisma, id, clock.now(), asker);
    if (table === null || table.begun) return table;
    await begin(table);
    return read(id, asker);
  }

  async function change<T>(id: string, how: HowToChange<T>, asker?: Asker): Promise<Change<T>> {
    const changed = await prisma.$transaction((tx) => changeBegun(tx, id, clock.now(), asker, how));
    if (!('begun' in changed)) return changed;
    await begin(changed);
    return change(id, how, asker);
  }

  return {
    find: (id) => read(id),
    async ofGame(gameId) {
      const found = await prisma.lobbyTable.findUnique({ where: { gameId }, select: { id: true } });
      const table = found === null ? null : await read(found.id);
      return table?.gameId === gameId ? table : null;
    },
    async seen(id, asker) {
      const table = await read(id, asker);
      if (table === null) throw noSuchTable();
      return table;
    },
    change: (id, how) => change(id, how),
    changeSeen: (id, asker, how) => change(id, how, asker),
  };
}

/** @returns the table itself, unchanged, when its game must begin before */
async function changeBegun<T>(
  tx: Transaction,
  id: string,
  now: number,
  asker: Asker | undefined,
  how: HowToChange<T>,
): Promise<Change<T> | TableRow> {
  // Nobody waits for, or holds up, what he may not know of.
  if (asker !== undefined && (await readTable(tx, id, now, asker)) === null) throw noSuchTable();
  await tx.$queryRaw`SELECT 1 AS one FROM lobby_tables WHERE id = ${id}::uuid FOR UPDATE`;
  const before = await readTable(tx, id, now, asker);
  if (before === null) throw noSuchTable();
  if (!before.begun) return before;
  await sweepLapsed(tx, before);
  const result = await how(tx, before);
  const after = await readTable(tx, id, now);
  if (after === null) throw noSuchTable();
  // What is repeated changes nothing, and no version says that it did.
  if (JSON.stringify(after) === JSON.stringify(before)) return { table: after, result };
  const expiresAt = after.state === 'open' || awaitsRematch(after) ? new Date(now + IDLE_MS) : null;
  const removeAfter = after.state === 'playing' ? null : new Date((expiresAt?.getTime() ?? now) + KEPT_CLOSED_MS);
  const counted = { version: { increment: 1 }, expiresAt, removeAfter };
  return { table: await tx.lobbyTable.update({ where: { id }, data: counted, include: withMembers }), result };
}

async function sweepLapsed(tx: Transaction, { id: tableId, seats, invitations }: TableRow): Promise<void> {
  await tx.invitation.updateMany({
    where: { tableId, state: 'open', id: { notIn: invitations.map(({ id }) => id) } },
    data: { state: 'lapsed' },
  });
  await tx.tableSeat.deleteMany({ where: { tableId, seat: { notIn: seats.map(({ seat }) => seat) } } });
}

export interface Sitter {
  readonly playerId: string;
  readonly ready: boolean;
  /** What he adds to the chance of the coming game; `null` for nothing. */
  readonly entropy: string | null;
}

/** Those and nobody else hold the seats 0, 1, 2 … from now on. */
export async function reseat(tx: Transaction, tableId: string, sitters: readonly Sitter[]): Promise<void> {
  await tx.tableSeat.deleteMany({ where: { tableId } });
  await tx.tableSeat.createMany({
    data: sitters.map((sitter, seat) => ({ tableId, seat, state: 'taken', ...sitter })),
  });
}

/** Closes a table for good: its invitations lapse, and the seed of the game that it never started is removed. */
export async function closeTable(tx: Transaction, tableId: string): Promise<void> {
  await tx.invitation.updateMany({ where: { tableId, state: 'open' }, data: { state: 'lapsed' } });
  await tx.tableSeat.deleteMany({ where: { tableId, state: 'invited' } });
  await tx.$executeRaw`
    DELETE FROM game_seeds WHERE game_id = (SELECT next_game_id FROM lobby_tables WHERE id = ${tableId}::uuid)`;
  const closed = { state: 'closed', nextGameId: null, expiresAt: null, hostAddress: null };
  await tx.lobbyTable.update({ where: { id: tableId }, data: closed });
}

/** Built-in bots that hold no seat and were in no game are known to no reader. */
export async function removeUnusedBuiltIns(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM players AS bot
     WHERE bot.id = ANY(${[...ids]}::uuid[]) AND bot.kind = 'builtIn'
       AND NOT EXISTS (SELECT 1 FROM table_seats WHERE player_id = bot.id)
       AND NOT EXISTS (SELECT 1 FROM game_players WHERE player_id = bot.id)`;
}

/** @throws Problem `table_playing` */
export function mustNotPlay({ state, gameId }: TableRow): void {
  if (state !== 'playing') return;
  throw problem('table_playing', 'The table is playing.', gameId === null ? {} : { gameId });
}

/** @throws Problem `table_playing`, `table_closed` */
export function mustBeOpen(table: TableRow): void {
  mustNotPlay(table);
  if (table.state !== 'open') throw problem('table_closed', 'The table is closed.');
}

/** @throws Problem `forbidden` */
export function mustBeHost(table: TableRow, playerId: string): void {
  if (table.hostId !== playerId) throw problem('forbidden', 'Only the host may do this.');
}

export function isMember(table: TableRow, playerId: string): boolean {
  return table.hostId === playerId || table.seats.some((seat) => seat.playerId === playerId);
}

/** @throws Problem `forbidden` for whoever the host has removed and not invited since */
export function mustNotBeRemoved(table: TableRow, playerId: string): void {
  if (!isRemoved(table, playerId)) return;
  throw problem('forbidden', 'The host has removed you; you need an invitation to sit down again.');
}

export function isRemoved(table: TableRow, playerId: string): boolean {
  return table.removals.some((removed) => removed.playerId === playerId);
}

/**
 * Of a private table know its host, who sits at it, who is invited (a running game keeps no seat for him), and who has its
 * code. An invitation that has lapsed keeps no seat any more, whatever the rows say.
 */
function waysToKnow({ playerId, invite }: Asker, now: number): Prisma.LobbyTableWhereInput[] {
  return [
    { visibility: { not: 'private' } },
    { hostId: playerId },
    { seats: { some: { playerId, state: { not: 'invited' } } } },
    { invitations: { some: { forId: playerId, state: 'open', expiresAt: { gt: new Date(now) } } } },
    { inviteCode: codeOf(invite) },
  ];
}

/** In small letters it is the same code; no table has an empty one. */
const codeOf = (invite: string | undefined): string => invite?.toUpperCase() ?? '';
