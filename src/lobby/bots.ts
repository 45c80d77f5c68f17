/** How bots come to a table: built-in ones sit down at once, remote ones are invited and accept. */
import { v7 as uuid } from 'uuid';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Identity } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import type { Bus } from '../ports/bus.ts';
import type { SystemClock } from '../ports/system.ts';
import { announce } from './announce.ts';
import { changeTable, mustBeHost, mustBeOpen, mustBeVisible, type TableRow } from './rows.ts';
import { freeSeat, takeSeat } from './tables.ts';

export interface BotsNeeds {
  readonly prisma: PrismaClient;
  readonly bus: Bus;
  readonly clock: SystemClock;
}

/** An invitation that is not answered lapses. */
const INVITATION_MS = 2 * 60_000;

const NAMES = ['Ada', 'Bela', 'Cleo', 'Dino', 'Edda', 'Falk', 'Gala', 'Hugo', 'Iris', 'Juno', 'Kito', 'Lena'] as const;

/** @param number of the seat, so that no two at a table are called the same */
export function builtInName(number: number, level: 'random' | 'greedy'): string {
  return `${NAMES[number] ?? `Bot ${number}`} (${level})`;
}

export type TableBots = ReturnType<typeof createTableBots>;

export function createTableBots({ prisma, bus, clock }: BotsNeeds) {
  return {
    /** @param level how it plays */
    async seatBuiltIn(who: Identity, tableId: string, level: 'random' | 'greedy'): Promise<TableRow> {
      const { table } = await changeTable(prisma, tableId, clock.now(), async (tx, before) => {
        mustBeVisible(before, who.id);
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

    /** Inviting again renews the invitation. @throws Problem `not_found`, `forbidden`, `table_full` */
    async invite(who: Identity, tableId: string, playerId: string): Promise<TableRow> {
      const { table } = await changeTable(prisma, tableId, clock.now(), async (tx, before) => {
        mustBeVisible(before, who.id);
        mustBeHost(before, who.id);
        mustBeOpen(before);
        const bot = await tx.player.findUnique({ where: { id: playerId } });
        if (bot === null || bot.kind !== 'bot' || bot.erasedAt !== null) throw problem('not_found', 'No such bot.');
        if (bot.acceptFrom !== 'anyone' && bot.ownerId !== who.id) {
          throw problem('forbidden', 'This bot takes invitations from its owner only.');
        }
        const held = before.seats.find((seat) => seat.playerId === playerId);
        if (held?.state === 'taken') return;
        const expiresAt = new Date(clock.now() + INVITATION_MS);
        const open = before.invitations.find(({ forId }) => forId === playerId);
        if (open !== undefined) {
          await tx.invitation.update({ where: { id: open.id }, data: { expiresAt } });
          return;
        }
        const seat = freeSeat(before);
        await tx.tableSeat.create({ data: { tableId, seat, playerId, state: 'invited' } });
        const invitation = { id: uuid(), tableId, fromId: who.id, forId: playerId, expiresAt };
        await tx.invitation.create({ data: { ...invitation, createdAt: new Date(clock.now()) } });
      });
      announce(bus, table);
      return table;
    },

    /** May be repeated. @throws Problem `not_found`, `invitation_lapsed`, `table_playing` */
    async accept(who: Identity, invitationId: string, entropy?: string): Promise<TableRow> {
      const tableId = await tableOf(who, invitationId);
      const { table } = await changeTable(prisma, tableId, clock.now(), async (tx, before) => {
        if (before.seats.some(({ playerId, state }) => playerId === who.id && state === 'taken')) return;
        mustBeOpen(before);
        if (!before.invitations.some(({ id }) => id === invitationId)) {
          throw problem('invitation_lapsed', 'The invitation was answered or has lapsed.');
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

function noSuchInvitation() {
  return problem('not_found', 'No such invitation.');
}
