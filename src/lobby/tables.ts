/** What can be done with a table before its game: create it, sit, stand up, say ready, remove, find it. */
import { v7 as uuid } from 'uuid';
import type { Seeds } from '../games/seeds.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Identity } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import { readName } from '../identity/names.ts';
import type { Bus } from '../ports/bus.ts';
import type { SystemClock } from '../ports/system.ts';
import type { Clock } from '../rules/clock.ts';
import { announce } from './announce.ts';
import type { Caps, Origin } from './caps.ts';
import { resolveClock } from './clock.ts';
import { passOnHost } from './host.ts';
import { inviteCode } from './invite-code.ts';
import { playable } from './playable.ts';
import {
  type Asker,
  awaitsRematch,
  IDLE_MS,
  KEPT_CLOSED_MS,
  mustBeHost,
  mustBeOpen,
  mustNotBeRemoved,
  type Rows,
  removeUnusedBuiltIns,
  type TableRow,
  type Transaction,
  withMembers,
} from './rows.ts';
import { rulesetOf, takenSeats } from './show.ts';

export interface TablesNeeds {
  readonly prisma: PrismaClient;
  readonly rows: Rows;
  readonly bus: Bus;
  readonly clock: SystemClock;
  readonly seeds: Seeds;
  readonly caps: Caps;
}

export interface TableWish {
  readonly name?: string | undefined;
  readonly visibility: 'public' | 'unlisted' | 'private';
  readonly ruleset?: Readonly<Record<string, unknown>> | undefined;
  readonly clock?: { readonly [K in keyof Clock]?: Clock[K] | undefined } | undefined;
  readonly spectators: boolean | { readonly delaySeconds: number };
  readonly keepClasses: boolean;
}

/** A table remembers this many removed players; after that the first removed may sit down again. */
const MAX_REMOVALS = 100;

export type Tables = ReturnType<typeof createTables>;

export function createTables({ prisma, rows, bus, clock, seeds, caps }: TablesNeeds) {
  async function change(
    id: string,
    asker: Asker,
    how: (tx: Transaction, table: TableRow) => Promise<readonly string[] | undefined>,
  ): Promise<TableRow> {
    const { table, result } = await rows.changeSeen(id, asker, how);
    announce(bus, table, result);
    return table;
  }

  return {
    /** @throws Problem `not_found` */
    seen: rows.seen,

    /** For the service itself. @returns `null` when there is none */
    find: rows.find,

    /** The host sits at a table like any other player, or only hosts it. @throws Problem `ruleset_refused`, `too_many_tables` */
    async create(origin: Origin, wish: TableWish): Promise<TableRow> {
      const ruleset = playable(wish.ruleset ?? {}, '#/ruleset');
      const tableClock = resolveClock(wish.clock ?? {});
      const nextGameId = uuid();
      const expires = clock.now() + IDLE_MS;
      const data = {
        id: uuid(),
        name: wish.name === undefined ? null : readName(wish.name),
        visibility: wish.visibility,
        hostId: origin.hostId,
        hostAddress: origin.address,
        ruleset: { ...ruleset },
        clock: { ...tableClock },
        spectators: wish.spectators !== false,
        delaySeconds: typeof wish.spectators === 'boolean' ? 0 : wish.spectators.delaySeconds,
        keepClasses: wish.keepClasses,
        inviteCode: inviteCode(),
        nextGameId,
        expiresAt: new Date(expires),
        removeAfter: new Date(expires + KEPT_CLOSED_MS),
      };
      const table = await prisma.$transaction(async (tx) => {
        await caps.mustHaveRoomForTable(tx, origin);
        await seeds.prepare(nextGameId, tx);
        return tx.lobbyTable.create({ data, include: withMembers });
      });
      announce(bus, table);
      return table;
    },

    async byInvite(code: string): Promise<TableRow | null> {
      const found = await prisma.lobbyTable.findUnique({
        where: { inviteCode: code.toUpperCase() },
        select: { id: true },
      });
      return found === null ? null : rows.find(found.id);
    },

    /**
     * Takes the lowest free seat, or the one that the player is invited to; sitting twice is sitting once.
     *
     * @param entropy what he adds to the chance of the coming game; a later one takes the place of an earlier one
     */
    async sit(who: Identity, id: string, invite?: string, entropy?: string): Promise<TableRow> {
      return change(id, { playerId: who.id, invite }, async (tx, table) => {
        mustBeOpen(table);
        mustNotBeRemoved(table, who.id);
        await takeSeat(tx, table, who, entropy);
        return undefined;
      });
    },

    /** The host's leaving makes the person on the lowest seat the host; when nobody is left the table closes. */
    async stand(who: Identity, id: string): Promise<TableRow> {
      return change(id, { playerId: who.id }, async (tx, table) => {
        if (!awaitsRematch(table)) mustBeOpen(table);
        const seat = table.seats.find(({ playerId, state }) => playerId === who.id && state === 'taken');
        if (seat === undefined) throw problem('not_seated', 'You do not sit at this table.');
        await tx.tableSeat.delete({ where: { tableId_seat: { tableId: id, seat: seat.seat } } });
        const seated = takenSeats(table).map(({ playerId }) => playerId);
        if (table.hostId === who.id) await passOnHost(tx, table, seated);
        // Should the table close, invitations to it are over.
        return [who.id, ...table.invitations.map(({ forId }) => forId)];
      });
    },

    /** The host takes a seat from whoever holds it, who can sit down again only when he is invited, or is invited to it. */
    async remove(who: Identity, id: string, seat: number): Promise<TableRow> {
      return change(id, { playerId: who.id }, async (tx, table) => {
        mustBeHost(table, who.id);
        mustBeOpen(table);
        const row = table.seats.find((one) => one.seat === seat);
        if (row === undefined) throw problem('not_seated', 'No player holds that seat.');
        await tx.tableSeat.delete({ where: { tableId_seat: { tableId: id, seat } } });
        await removeUnusedBuiltIns(tx, [row.playerId]);
        if (row.state === 'taken') {
          const removed = { tableId: id, playerId: row.playerId };
          await tx.tableRemoval.createMany({
            data: [{ ...removed, removedAt: new Date(clock.now()) }],
            skipDuplicates: true,
          });
          const oldest = table.removals.slice(0, Math.max(0, table.removals.length + 1 - MAX_REMOVALS));
          await tx.tableRemoval.deleteMany({
            where: { tableId: id, playerId: { in: oldest.map(({ playerId }) => playerId) } },
          });
        }
        const lapsed = { tableId: id, forId: row.playerId, state: 'open' };
        await tx.invitation.updateMany({ where: lapsed, data: { state: 'lapsed' } });
        return [row.playerId];
      });
    },

    async setReady(who: Identity, id: string, ready: boolean): Promise<TableRow> {
      return change(id, { playerId: who.id }, async (tx, table) => {
        mustBeOpen(table);
        const seat = table.seats.find(({ playerId, state }) => playerId === who.id && state === 'taken');
        if (seat === undefined) throw problem('not_seated', 'You do not sit at this table.');
        await tx.tableSeat.update({ where: { tableId_seat: { tableId: id, seat: seat.seat } }, data: { ready } });
        return undefined;
      });
    },
  };
}

/** @throws Problem `table_full` */
export async function takeSeat(tx: Transaction, table: TableRow, who: Identity, entropy?: string): Promise<void> {
  const mine = table.seats.find(({ playerId }) => playerId === who.id);
  if (mine?.state === 'taken') {
    if (entropy === undefined) return;
    await tx.tableSeat.update({
      where: { tableId_seat: { tableId: table.id, seat: mine.seat } },
      data: { entropy },
    });
    return;
  }
  const ready = who.kind === 'bot' || who.kind === 'builtIn';
  const seat = mine?.seat ?? freeSeat(table);
  await tx.tableSeat.upsert({
    where: { tableId_seat: { tableId: table.id, seat } },
    create: { tableId: table.id, seat, playerId: who.id, state: 'taken', ready, entropy: entropy ?? null },
    update: { state: 'taken', ready, entropy: entropy ?? null },
  });
  const accepted = { tableId: table.id, forId: who.id, state: 'open' };
  await tx.invitation.updateMany({ where: accepted, data: { state: 'accepted' } });
}

/** @throws Problem `table_full` */
export function freeSeat(table: TableRow): number {
  const held = new Set(table.seats.map(({ seat }) => seat));
  const { max } = rulesetOf(table).players;
  const free = Array.from({ length: max }, (_, seat) => seat).find((seat) => !held.has(seat));
  if (free === undefined) throw problem('table_full', `All ${max} seats are taken or promised.`);
  return free;
}
