/** Closing a table that is not one's own, for good, if need be with the game that runs at it. */
import type { States } from '../games/load.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Identity } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import type { Lobby } from '../lobby/lobby.ts';
import { noSuchTable, readTable, type TableRow } from '../lobby/rows.ts';
import type { SystemClock } from '../ports/system.ts';
import { record } from './audit.ts';
import type { AdminGames } from './games.ts';

export interface ClosedTable {
  readonly id: string;
  readonly name: string | null;
  readonly state: 'open' | 'playing' | 'closed';
  readonly hostId: string;
  readonly pastGameIds: readonly string[];
}

/**
 * May be repeated.
 *
 * @param endGame whether a running game is ended first
 * @throws Problem `not_found`, `table_playing` with the game's id, `unavailable`
 */
export type CloseTable = (who: Identity, tableId: string, reason: string, endGame: boolean) => Promise<ClosedTable>;

export interface CloseTableNeeds {
  readonly prisma: PrismaClient;
  readonly clock: SystemClock;
  readonly states: States;
  readonly lobby: Lobby;
  readonly games: AdminGames;
}

export function createCloseTable({ prisma, clock, states, lobby, games }: CloseTableNeeds): CloseTable {
  async function stopGame(who: Identity, table: TableRow, reason: string, endGame: boolean): Promise<void> {
    const { gameId } = table;
    if (table.state !== 'playing' || gameId === null) return;
    // A table may say that it plays while its game has not begun: only a game that has can end.
    await lobby.starting.mend(table);
    const isOver = (await states.fresh(gameId))?.board.phase === 'ended';
    if (!isOver && !endGame) throw problem('table_playing', 'A game runs at this table.', { gameId });
    await games.end(who, gameId, reason);
  }

  return async function closeTable(who, tableId, reason, endGame) {
    const before = await readTable(prisma, tableId, clock.now());
    if (before === null) throw noSuchTable();
    await stopGame(who, before, reason, endGame);
    const act = { actor: who.id, action: 'closeTable', subject: tableId, details: { reason } } as const;
    const { id, name, state, hostId, pastGameIds } = await lobby.rematches.close(tableId, (tx) =>
      record(tx, act, clock.now()),
    );
    if (state !== 'open' && state !== 'playing' && state !== 'closed') throw new Error(`No table is ${state}.`);
    return { id, name, state, hostId, pastGameIds };
  };
}
