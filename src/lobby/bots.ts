/** How bots come to a table: built-in ones sit down at once, remote ones are invited and accept. */
import { v7 as uuid } from 'uuid';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Identity } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import type { Bus } from '../ports/bus.ts';
import type { SystemClock } from '../ports/system.ts';
import { announce } from './announce.ts';
import { changeSeen, changeTable, mustBeHost, mustBeOpen, readTable, type TableRow } from './rows.ts';
import { freeSeat, takeSeat } from './tables.ts';

export interface BotsNeeds {
  readonly prisma: PrismaClient;
  readonly bus: Bus;
  readonly clock: SystemClock;
  /** Into the running game of a table. */
  readonly sitLate: (who: Identity, table: TableRow, entropy: string | null) => Promise<TableRow>;
}

/** An invitation that is not answered lapses. */
const INVITATION_MS = 2 * 60_000;

const NAMES = ['Ada', 'Bela', 'Cleo', 'Dino', 'Edda', 'Falk', 'Gala', 'Hugo', 'Iris', 'Juno', 'Kito', 'Lena'] as const;

/** @param number of the seat, so that no two at a table are called the same */
export function builtInName(number: number, level: 'random' | 'greedy'): string {
  return `${NAMES[number] ?? `Bot ${number}`} (${level})`;
}

export type TableBots = ReturnType<typeof createTableBots>;

export function createTableBots({ prisma, bus, clock, sitLate }: BotsNeeds) {
  /** A running game has no seats to be promised: he waits for its next hand. */
  async function acceptLate(
    who: Identity,
    table: TableRow,
    invitationId: string,
    entropy: string | null,
  ): Promise<TableRow> {
    const isThere = table.seats.some(({ playerId }) => playerId === who.id);
    if (!isThere && !table.invitations.some(({ id }) => id === invitationId)) throw lapsed();
    // First the seat: should this be cut off, accepting again finishes it.
    const seated = isThere ? table : await sitLate(who, table, entropy);
    const accepted = { where: { id: invitationId, state: 'open' }, data: { state: 'accepted' } };
    await prisma.invitation.updateMany(accepted);
    announce(bus, seated, [who.id]);
    return seated;
  }

  return {
    /** @param level how it plays */
    async seatBuiltIn(who: Identity, tableId: string, level: 'random' | 'greedy'): Promise<TableRow> {
      const { table } = await changeSeen(prisma, tableId, clock.now(), { playerId: who.id }, async (tx, before) => {
        mustBeHost(before, who.id);
        mustBeOpen(before);
        const seat = freeSeat(before);
        const id = uuid();
        await tx.player.create({ data: { id, name: builtInName(seat, level), kind: 'builtIn', level } });
        await tx.tableSeat.create({ data: { tableId, seat, playerId: id, state: 'taken', ready: true } });
      });
      announce(bus, table);
      return table;
    },

    /**
     * Inviting again renews the invitation. A seat of an open table is kept for the bot; while a game is running it comes
     * in like any newcomer. @throws Problem `not_found`, `forbidden`, `table_full`
     */
    async invite(who: Identity, tableId: string, playerId: string): Promise<TableRow> {
      const { table } = await changeSeen(prisma, tableId, clock.now(), { playerId: who.id }, async (tx, before) => {
        mustBeHost(before, who.id);
        const isLate = before.state === 'playing';
        if (!isLate) mustBeOpen(before);
        const bot = await tx.player.findUnique({ where: { id: playerId } });
        if (bot === null || bot.kind !== 'bot' || bot.erasedAt !== null) throw problem('not_found', 'No such bot.');
        if (bot.acceptFrom !== 'anyone' && bot.ownerId !== who.id) {
          throw problem('forbidden', 'This bot takes invitations from its owner only.');
        }
        const held = before.seats.find((seat) => seat.playerId === playerId);
        if (held !== undefined && held.state !== 'invited') return;
        const expiresAt = new Date(clock.now() + INVITATION_MS);
        const open = before.invitations.find(({ forId }) => forId === playerId);
        if (open !== undefined) {
          await tx.invitation.update({ where: { id: open.id }, data: { expiresAt } });
          return;
        }
        if (!isLate) {
          const seat = freeSeat(before);
          await tx.tableSeat.create({ data: { tableId, seat, playerId, state: 'invited' } });
        }
        const invitation = { id: uuid(), tableId, fromId: who.id, forId: playerId, expiresAt };
        await tx.invitation.create({ data: { ...invitation, createdAt: new Date(clock.now()) } });
      });
      announce(bus, table);
      return table;
    },

    /** May be repeated. @throws Problem `not_found`, `invitation_lapsed`, `table_playing` */
    async accept(who: Identity, invitationId: string, entropy?: string): Promise<TableRow> {
      const tableId = await tableOf(who, invitationId);
      const now = await readTable(prisma, tableId, clock.now());
      if (now?.state === 'playing') return acceptLate(who, now, invitationId, entropy ?? null);
      const { table } = await changeTable(prisma, tableId, clock.now(), async (tx, before) => {
        if (before.seats.some(({ playerId, state }) => playerId === who.id && state === 'taken')) return;
        mustBeOpen(before);
        if (!before.invitations.some(({ id }) => id === invitationId)) {
          throw lapsed();
        }
        await takeSeat(tx, before, who, entropy);
      });
      announce(bus, table);
      return table;
    },

    /** May be repeated. @throws Problem `not_found`, `invitation_lapsed` once it was accepted */
    async decline(who: Identity, invitationId: string): Promise<void> {
      const tableId = await tableOf(who, invitationId);
      const { table } = await changeTable(prisma, tableId, clock.now(), async (tx, before) => {
        const seat = before.seats.find(({ playerId }) => playerId === who.id);
        if (seat?.state === 'taken') throw problem('invitation_lapsed', 'You have accepted it.');
        if (!before.invitations.some(({ id }) => id === invitationId)) return;
        await tx.invitation.update({ where: { id: invitationId }, data: { state: 'declined' } });
        await tx.tableSeat.deleteMany({ where: { tableId, playerId: who.id, state: 'invited' } });
      });
      announce(bus, table, [who.id]);
    },
  };

  /** Somebody else's invitation is no invitation. */
  async function tableOf(who: Identity, invitationId: string): Promise<string> {
    const row = await prisma.invitation.findUnique({ where: { id: invitationId } });
    if (row === null || row.forId !== who.id) throw noSuchInvitation();
    return row.tableId;
  }
}

function lapsed() {
  return problem('invitation_lapsed', 'The invitation was answered or has lapsed.');
}

function noSuchInvitation() {
  return problem('not_found', 'No such invitation.');
}
