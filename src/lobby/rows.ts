/** A table as it lies in the database, and the one way to change it. */
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { problem } from '../http/problem.ts';

export const withMembers = { seats: { orderBy: { seat: 'asc' } }, invitations: { where: { state: 'open' } } } as const;

export type TableRow = Prisma.LobbyTableGetPayload<{ include: typeof withMembers }>;
export type Transaction = Prisma.TransactionClient;

/** An open table at which nothing happens for so long is closed. */
export const IDLE_MS = 30 * 60_000;

export function noSuchTable() {
  return problem('not_found', 'No such table.');
}

/** @returns the table with what has lapsed by `now` left out, `null` when there is none */
export async function readTable(prisma: PrismaClient | Transaction, id: string, now: number): Promise<TableRow | null> {
  const row = await prisma.lobbyTable.findUnique({ where: { id }, include: withMembers });
  return row === null ? null : asOf(row, now);
}

/** Lapsed invitations free their seats and an idle table is closed; the rows themselves catch up at the next change. */
export function asOf(row: TableRow, now: number): TableRow {
  const invitations = row.invitations.filter(({ expiresAt }) => expiresAt.getTime() > now);
  const invited = new Set(invitations.map(({ forId }) => forId));
  const seats = row.seats.filter(({ state, playerId }) => state === 'taken' || invited.has(playerId));
  const idle = row.state === 'open' && row.expiresAt !== null && row.expiresAt.getTime() <= now;
  return { ...row, state: idle ? 'closed' : row.state, invitations, seats };
}

export interface Change<T> {
  readonly table: TableRow;
  readonly result: T;
}

/**
 * Runs `change` while nobody else can change the table, raises its version if it did, and gives the table back.
 * What `change` throws undoes everything.
 *
 * @param change must use the transaction alone: the embedded database has one connection
 * @throws Problem `not_found`
 */
export async function changeTable<T>(
  prisma: PrismaClient,
  id: string,
  now: number,
  change: (tx: Transaction, table: TableRow) => Promise<T>,
): Promise<Change<T>> {
  return prisma.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 AS one FROM lobby_tables WHERE id = ${id}::uuid FOR UPDATE`;
    const before = await readTable(tx, id, now);
    if (before === null) throw noSuchTable();
    await sweepLapsed(tx, before);
    const result = await change(tx, before);
    const after = await readTable(tx, id, now);
    if (after === null) throw noSuchTable();
    // What is repeated changes nothing, and no version says that it did.
    if (JSON.stringify(after) === JSON.stringify(before)) return { table: after, result };
    const expiresAt = after.state === 'open' ? new Date(now + IDLE_MS) : null;
    const counted = { version: { increment: 1 }, expiresAt };
    return { table: await tx.lobbyTable.update({ where: { id }, data: counted, include: withMembers }), result };
  });
}

async function sweepLapsed(tx: Transaction, { id: tableId, seats, invitations }: TableRow): Promise<void> {
  await tx.invitation.updateMany({
    where: { tableId, state: 'open', id: { notIn: invitations.map(({ id }) => id) } },
    data: { state: 'lapsed' },
  });
  await tx.tableSeat.deleteMany({ where: { tableId, seat: { notIn: seats.map(({ seat }) => seat) } } });
}

/** @throws Problem `table_playing`, `table_closed` */
export function mustBeOpen(table: TableRow): void {
  if (table.state === 'playing') {
    throw problem('table_playing', 'The table is playing.', table.gameId === null ? {} : { gameId: table.gameId });
  }
  if (table.state !== 'open') throw problem('table_closed', 'The table is closed.');
}

/** @throws Problem `forbidden` */
export function mustBeHost(table: TableRow, playerId: string): void {
  if (table.hostId !== playerId) throw problem('forbidden', 'Only the host may do this.');
}

export function isMember(table: TableRow, playerId: string): boolean {
  return table.hostId === playerId || table.seats.some((seat) => seat.playerId === playerId);
}

/** @throws Problem `not_found`, exactly as for a table that does not exist */
export function mustBeVisible(table: TableRow | null, playerId: string, invite?: string): TableRow {
  if (table === null) throw noSuchTable();
  if (table.visibility !== 'private' || isMember(table, playerId) || table.inviteCode === invite) return table;
  throw noSuchTable();
}
