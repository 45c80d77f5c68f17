/** Seats that are kept for somebody: a host invites people and bots, who accept or decline; he may take it back. */
import { v7 as uuid } from 'uuid';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Identity } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import type { Bus } from '../ports/bus.ts';
import type { SystemClock } from '../ports/system.ts';
import { announce } from './announce.ts';
import { byState } from './by-state.ts';
import { mustBeInvitable, type Whom } from './invitable.ts';
import { IDLE_MS, mustBeHost, mustBeOpen, mustNotPlay, noSuchTable, type Rows, type TableRow } from './rows.ts';
import type { Running } from './running.ts';
import type { DeclineReason } from './schemas.ts';
import type { Invited } from './show.ts';
import { freeSeat, takeSeat } from './tables.ts';

export interface InvitationsNeeds {
  readonly prisma: PrismaClient;
  readonly rows: Rows;
  readonly bus: Bus;
  readonly clock: SystemClock;
  readonly running: Pick<Running, 'sit' | 'mustTakeNewcomers'>;
}

export type Invitations = ReturnType<typeof createInvitations>;

export function createInvitations({ prisma, rows, bus, clock, running }: InvitationsNeeds) {
  async function acceptOpen(
    who: Identity,
    tableId: string,
    invitationId: string,
    entropy: string | undefined,
  ): Promise<TableRow> {
    const { table } = await rows.change(tableId, async (tx, before) => {
      mustNotPlay(before);
      if (before.seats.some(({ playerId, state }) => playerId === who.id && state === 'taken')) return;
      mustBeOpen(before);
      if (!before.invitations.some(({ id }) => id === invitationId)) throw lapsed();
      await takeSeat(tx, before, who, entropy);
    });
    announce(bus, table);
    return table;
  }

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
    const seated = isThere ? table : await running.sit(who, table, entropy);
    const accepted = { where: { id: invitationId, state: 'open' }, data: { state: 'accepted' } };
    await prisma.invitation.updateMany(accepted);
    announce(bus, seated, [who.id]);
    return seated;
  }

  /** @param mayBeLate whether somebody may come into the running game */
  async function invite(
    who: Identity,
    tableId: string,
    playerId: string,
    whom: Whom,
    mayBeLate: boolean,
  ): Promise<TableRow> {
    const now = clock.now();
    const { table } = await rows.changeSeen(tableId, { playerId: who.id }, async (tx, before) => {
      mustBeHost(before, who.id);
      if (!mayBeLate) mustNotPlay(before);
      const isLate = before.state === 'playing';
      if (!isLate) mustBeOpen(before);
      const waitMs = await mustBeInvitable(tx, who.id, { playerId, whom }, now);
      const held = before.seats.find((seat) => seat.playerId === playerId);
      if (held !== undefined && held.state !== 'invited') return;
      await tx.tableRemoval.deleteMany({ where: { tableId, playerId } });
      const expiresAt = new Date(now + waitMs);
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
      await tx.invitation.create({ data: { ...invitation, createdAt: new Date(now) } });
    });
    announce(bus, table, [playerId]);
    return table;
  }

  return {
    /**
     * Inviting again renews the invitation. A seat of an open table is kept for whoever is invited; while a game is running
     * he comes in like any newcomer. Whom the host has removed he lets in again like this.
     *
     * @throws Problem `not_found`, `forbidden`, `table_full`
     */
    invite(who: Identity, tableId: string, playerId: string, whom: Whom = 'anybody'): Promise<TableRow> {
      return byState({
        read: () => rows.seen(tableId, { playerId: who.id }),
        open: () => invite(who, tableId, playerId, whom, false),
        async playing(table) {
          await running.mustTakeNewcomers(table);
          return invite(who, tableId, playerId, whom, true);
        },
      });
    },

    /** May be repeated; what was answered stays answered. @throws Problem `not_found`, `forbidden` */
    async withdraw(who: Identity, tableId: string, invitationId: string): Promise<TableRow> {
      const { table, result: uninvited } = await rows.changeSeen(tableId, { playerId: who.id }, async (tx, before) => {
        mustBeHost(before, who.id);
        const invitation = await tx.invitation.findUnique({ where: { id: invitationId } });
        if (invitation === null || invitation.tableId !== tableId) throw noSuchInvitation();
        if (invitation.state !== 'open') return [];
        await tx.invitation.update({ where: { id: invitationId }, data: { state: 'lapsed' } });
        await tx.tableSeat.deleteMany({ where: { tableId, playerId: invitation.forId, state: 'invited' } });
        return [invitation.forId];
      });
      announce(bus, table, uninvited);
      return table;
    },

    /** May be repeated. @throws Problem `not_found`, `invitation_lapsed`, `table_playing` */
    async accept(who: Identity, invitationId: string, entropy?: string): Promise<TableRow> {
      const tableId = await tableOf(who, invitationId);
      const read = async () => {
        const table = await rows.find(tableId);
        if (table === null) throw noSuchTable();
        return table;
      };
      return byState({
        read,
        open: () => acceptOpen(who, tableId, invitationId, entropy),
        playing: (table) => acceptLate(who, table, invitationId, entropy ?? null),
      });
    },

    /** May be repeated; the first reason counts. @throws Problem `not_found`, `invitation_lapsed` once it was accepted */
    async decline(who: Identity, invitationId: string, reason: DeclineReason | null): Promise<void> {
      const tableId = await tableOf(who, invitationId);
      const { table } = await rows.change(tableId, async (tx, before) => {
        const seat = before.seats.find(({ playerId }) => playerId === who.id);
        if (seat?.state === 'taken') throw problem('invitation_lapsed', 'You have accepted it.');
        if (!before.invitations.some(({ id }) => id === invitationId)) return;
        const declined = { state: 'declined', reason, answeredAt: new Date(clock.now()) };
        await tx.invitation.update({ where: { id: invitationId }, data: declined });
        await tx.tableSeat.deleteMany({ where: { tableId, playerId: who.id, state: 'invited' } });
      });
      announce(bus, table, [who.id]);
    },

    /** What the host is shown: what waits for an answer, and who has declined of late and was not invited again. */
    async shownToHost(table: TableRow): Promise<readonly Invited[]> {
      const declined = await prisma.invitation.findMany({
        where: { tableId: table.id, state: 'declined', answeredAt: { gt: new Date(clock.now() - IDLE_MS) } },
        orderBy: { createdAt: 'asc' },
      });
      const rows = [...table.invitations, ...declined];
      const latest = new Map(
        rows.sort((one, other) => +one.createdAt - +other.createdAt).map((row) => [row.forId, row]),
      );
      const there = new Set(table.seats.flatMap(({ state, playerId }) => (state === 'invited' ? [] : [playerId])));
      return [...latest.values()].flatMap(({ forId: playerId, state, reason, ...row }) =>
        there.has(playerId)
          ? []
          : [{ ...row, playerId, state: state === 'open' ? 'open' : 'declined', reason: readReason(reason) }],
      );
    },
  };

  /** Somebody else's invitation is no invitation. */
  async function tableOf(who: Identity, invitationId: string): Promise<string> {
    const row = await prisma.invitation.findUnique({ where: { id: invitationId } });
    if (row === null || row.forId !== who.id) throw noSuchInvitation();
    return row.tableId;
  }
}

function readReason(reason: string | null): DeclineReason | null {
  return reason === 'busy' || reason === 'ruleset' || reason === 'clock' || reason === 'generic' ? reason : null;
}

function lapsed() {
  return problem('invitation_lapsed', 'The invitation was answered or has lapsed.');
}

function noSuchInvitation() {
  return problem('not_found', 'No such invitation.');
}
