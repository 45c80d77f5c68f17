/** Somebody is about to be erased: what he and his bots hold at tables and in games is given up while their ids still say whose it was. */
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Bus } from '../ports/bus.ts';
import { announce } from './announce.ts';
import { nextHost, passOnHost } from './host.ts';
import { awaitsRematch, type Rows, type TableRow, type Transaction } from './rows.ts';
import type { Running } from './running.ts';
import { takenSeats } from './show.ts';

export interface FarewellNeeds {
  readonly prisma: PrismaClient;
  readonly rows: Rows;
  readonly bus: Bus;
  readonly running: Running;
}

/**
 * Seats at open tables are given up as by standing up, running games are left by the command `leave`, invitations of and
 * for them lapse, tickets go. May be repeated: whatever was done already is not there any more.
 *
 * @param playerIds a person and his bots
 * @throws LogUnavailable when a game cannot be left just now
 */
export type Farewell = (playerIds: readonly string[]) => Promise<void>;

export function createFarewell({ prisma, rows, bus, running }: FarewellNeeds): Farewell {
  async function leaveTable(tableId: string, goes: ReadonlySet<string>): Promise<void> {
    const { table, result: concerned } = await rows.change(tableId, async (tx, before) => {
      await withdraw(tx, before, goes);
      await giveUpSeats(tx, before, goes);
      return before.invitations.map(({ forId }) => forId);
    });
    announce(bus, table, [...goes, ...concerned]);
    if (table.state !== 'playing' || table.gameId === null) return;
    await leaveGame(table.gameId, goes);
  }

  async function leaveGame(gameId: string, goes: ReadonlySet<string>): Promise<void> {
    for (const playerId of goes) await running.leave(gameId, playerId);
    await running.project(gameId);
  }

  return async function farewell(playerIds) {
    const goes = new Set(playerIds);
    const theirs = { in: [...goes] };
    // First, so that nobody finds them any more: a match of this moment is a table by now, or is not made.
    await prisma.matchTicket.deleteMany({ where: { playerId: theirs } });
    const tables = await prisma.lobbyTable.findMany({
      where: {
        AND: [
          { OR: [{ state: { in: ['open', 'playing'] } }, { expiresAt: { not: null } }] },
          {
            OR: [
              { hostId: theirs },
              { seats: { some: { playerId: theirs } } },
              { invitations: { some: { state: 'open', OR: [{ fromId: theirs }, { forId: theirs }] } } },
            ],
          },
        ],
      },
      select: { id: true },
      orderBy: { id: 'asc' },
    });
    for (const { id } of tables) await leaveTable(id, goes);
    // Whoever has just come into a game stands at no table yet.
    const games = await prisma.gamePlayer.findMany({
      where: { playerId: theirs, endedAt: null },
      select: { gameId: true },
      distinct: ['gameId'],
    });
    for (const { gameId } of games) await leaveGame(gameId, goes);
  };
}

/** Invitations by them and for them are over, and the seats that were kept for those are free. */
async function withdraw(tx: Transaction, table: TableRow, goes: ReadonlySet<string>): Promise<void> {
  const theirs = table.invitations.filter(({ fromId, forId }) => goes.has(fromId) || goes.has(forId));
  const invited = theirs.map(({ forId }) => forId);
  await tx.invitation.updateMany({ where: { id: { in: theirs.map(({ id }) => id) } }, data: { state: 'lapsed' } });
  await tx.tableSeat.deleteMany({ where: { tableId: table.id, state: 'invited', playerId: { in: invited } } });
}

/** Who sits in a running game is not for the row to say; whose table it is, is. */
async function giveUpSeats(tx: Transaction, table: TableRow, goes: ReadonlySet<string>): Promise<void> {
  const stay = takenSeats(table)
    .map(({ playerId }) => playerId)
    .filter((playerId) => !goes.has(playerId));
  if (table.state === 'playing') {
    const next = goes.has(table.hostId) ? await nextHost(tx, stay) : null;
    if (next !== null) await tx.lobbyTable.update({ where: { id: table.id }, data: { hostId: next } });
    return;
  }
  if (table.state !== 'open' && !awaitsRematch(table)) return;
  await tx.tableSeat.deleteMany({ where: { tableId: table.id, playerId: { in: [...goes] } } });
  if (goes.has(table.hostId)) await passOnHost(tx, table, stay);
}
