/** Closing a table that is not one's own, for good, if need be with the game that runs at it. */
import type { States } from '../games/load.ts';
import type { Identity } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import { byState } from '../lobby/by-state.ts';
import type { Lobby } from '../lobby/lobby.ts';
import { noSuchTable, type TableRow } from '../lobby/rows.ts';
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
  readonly clock: SystemClock;
  readonly states: States;
  readonly lobby: Lobby;
  readonly games: AdminGames;
}

export function createCloseTable({ clock, states, lobby, games }: CloseTableNeeds): CloseTable {
  async function stopGame(who: Identity, table: TableRow, reason: string, endGame: boolean): Promise<void> {
    const { gameId } = table;
    if (gameId === null) return;
    const isOver = (await states.fresh(gameId))?.board.phase === 'ended';
    if (!isOver && !endGame) throw problem('table_playing', 'A game runs at this table.', { gameId });
    await games.end(who, gameId, reason);
  }

  return async function closeTable(who, tableId, reason, endGame) {
    const act = { actor: who.id, action: 'closeTable', subject: tableId, details: { reason } } as const;
    const close = () => lobby.rematches.close(tableId, (tx) => record(tx, act, clock.now()));
    const { id, name, state, hostId, pastGameIds } = await byState({
      async read() {
        const table = await lobby.tables.find(tableId);
        if (table === null) throw noSuchTable();
        return table;
      },
      open: close,
      async playing(table) {
        await stopGame(who, table, reason, endGame);
        return close();
      },
    });
    if (state !== 'open' && state !== 'playing' && state !== 'closed') throw new Error(`No table is ${state}.`);
    return { id, name, state, hostId, pastGameIds };
  };
}
