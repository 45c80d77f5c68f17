/** What becomes of a table when its game is over: it keeps those who stayed, can be opened again once, or ends. */
import { v7 as uuid } from 'uuid';
import type { States } from '../games/load.ts';
import type { Seeds } from '../games/seeds.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Identity } from '../http/identity.ts';
import type { Bus } from '../ports/bus.ts';
import type { SystemClock } from '../ports/system.ts';
import type { View } from '../rules/view.ts';
import { announce } from './announce.ts';
import type { Caps, Origin } from './caps.ts';
import { passOnHost } from './host.ts';
import { stayed } from './kept-order.ts';
import { placesOf, recordEnd } from './record.ts';
import {
  awaitsRematch,
  closeTable,
  IDLE_MS,
  mustBeHost,
  mustBeOpen,
  mustNotPlay,
  type Rows,
  reseat,
  type TableRow,
  type Transaction,
} from './rows.ts';

export interface RematchesNeeds {
  readonly prisma: PrismaClient;
  readonly rows: Rows;
  readonly bus: Bus;
  readonly clock: SystemClock;
  readonly states: States;
  readonly seeds: Seeds;
  readonly caps: Caps;
}

/** A table lists this many of its newest games; histories have them all. */
const MAX_PAST_GAMES = 100;

export interface Reopened {
  readonly table: TableRow;
  /** `false` when it was open before. */
  readonly reopened: boolean;
}

export type Rematches = ReturnType<typeof createRematches>;

export function createRematches({ prisma, rows, bus, clock, states, seeds, caps }: RematchesNeeds) {
  /**
   * The game is over: the players' inboxes forget it, and the table, closed, waits for a rematch with those who stayed.
   * May be repeated.
   */
  async function gameEnded(gameId: string): Promise<void> {
    const found = await rows.ofGame(gameId);
    const board = (await states.fresh(gameId))?.board;
    const places = placesOf(board?.seats ?? [], board?.result?.standings ?? []);
    await recordEnd(prisma, gameId, places, clock.now());
    if (found === null) return;
    if (board === undefined) throw new Error(`game ${gameId} is over and not in the log`);
    const { table } = await rows.change(found.id, async (tx, before) => {
      if (before.gameId === gameId) await afterGame(tx, before, board);
    });
    const players = board.seats.map(({ player }) => player);
    announce(bus, table, players);
  }

  /**
   * Who left the game has no seat any more, and people say anew whether they are ready. Who waited for a place that its
   * owner took back has none either (R-JOIN-10): newcomers have the highest seats.
   */
  async function afterGame(tx: Transaction, table: TableRow, { gameId, seats, ruleset }: View): Promise<void> {
    const staying = seats.filter(stayed).slice(0, ruleset.players.max);
    // What was added to the chance of one game is known by now, and could be reckoned with in the next one.
    const sitters = staying.map(({ player, kind }) => ({ playerId: player, ready: kind !== 'human', entropy: null }));
    await reseat(tx, table.id, sitters);
    const pastGameIds = [...table.pastGameIds, gameId].slice(-MAX_PAST_GAMES);
    const expiresAt = new Date(clock.now() + IDLE_MS);
    const data = { state: 'closed', gameId: null, hostAddress: null, pastGameIds, expiresAt };
    await tx.lobbyTable.update({ where: { id: table.id }, data });
    // Whoever only hosts the table stays its host.
    const hostPlayed = seats.some(({ player }) => player === table.hostId);
    if (!hostPlayed || staying.some(({ player }) => player === table.hostId)) return;
    const players = staying.map(({ player }) => player);
    await passOnHost(tx, table, players);
  }

  /** Players see the end of a game before the table's row knows of it, and may ask for the next one at once. */
  async function present(who: Identity, tableId: string): Promise<TableRow> {
    const read = () => rows.seen(tableId, { playerId: who.id });
    const table = await read();
    if (table.state !== 'playing' || table.gameId === null) return table;
    if ((await states.fresh(table.gameId))?.board.phase !== 'ended') return table;
    await gameEnded(table.gameId);
    return read();
  }

  return {
    gameEnded,

    /**
     * Opens the table again for the next game, once for each game that ended; to an open table nothing happens.
     *
     * @throws Problem `not_found`, `forbidden`, `table_playing`, `table_closed`, `too_many_tables`
     */
    async rematch(who: Identity, origin: Origin, tableId: string): Promise<Reopened> {
      const seen = await present(who, tableId);
      if (isOpenAlready(seen, who)) return { table: seen, reopened: false };
      const nextGameId = uuid();
      const { table, result: reopened } = await rows.change(tableId, async (tx, before) => {
        if (isOpenAlready(before, who)) return false;
        await caps.mustHaveRoomForTable(tx, origin);
        await seeds.prepare(nextGameId, tx);
        await tx.tableSeat.deleteMany({ where: { tableId, player: { erasedAt: { not: null } } } });
        const data = { state: 'open', nextGameId, hostAddress: origin.address };
        await tx.lobbyTable.update({ where: { id: tableId }, data });
        return true;
      });
      announce(bus, table);
      return { table, reopened };
    },

    /**
     * Nobody gathers here any more, whoever hosts it. May be repeated.
     *
     * @param alongside in the same transaction, if there was something to close
     * @throws Problem `not_found`, `table_playing`
     */
    async close(tableId: string, alongside: (tx: Transaction) => Promise<void>): Promise<TableRow> {
      const { table, result: uninvited } = await rows.change(tableId, async (tx, before) => {
        mustNotPlay(before);
        if (before.state === 'open' || awaitsRematch(before)) {
          await closeTable(tx, tableId);
          await alongside(tx);
        }
        return before.invitations.map(({ forId }) => forId);
      });
      announce(bus, table, uninvited);
      return table;
    },

    /** The host wants no game here any more. May be repeated. @throws Problem `not_found`, `forbidden`, `table_playing` */
    async end(who: Identity, tableId: string): Promise<TableRow> {
      await present(who, tableId);
      const { table, result: uninvited } = await rows.change(tableId, async (tx, before) => {
        mustBeHost(before, who.id);
        mustNotPlay(before);
        if (before.state === 'open' || awaitsRematch(before)) await closeTable(tx, tableId);
        return before.invitations.map(({ forId }) => forId);
      });
      announce(bus, table, uninvited);
      return table;
    },
  };
}

/** @throws Problem for a table that is not open and cannot be opened again, and for whoever is not its host */
function isOpenAlready(table: TableRow, who: Identity): boolean {
  mustBeHost(table, who.id);
  if (awaitsRematch(table)) return false;
  mustBeOpen(table);
  return true;
}
