/** What routes of the lobby have in common: who may call them, and how they show a table. */
import type { Answer } from '../http/route.ts';
import type { Lobby } from './lobby.ts';
import type { TableRow } from './rows.ts';

export const lobbyCall = {
  tag: 'Lobby',
  auth: 'player',
  scope: 'lobby',
  limit: 'lobby',
  hourly: ['changes', 'addressChanges'],
} as const;
/** For calls that make a table, or a ticket that becomes one. */
export const tableCall = { ...lobbyCall, hourly: [...lobbyCall.hourly, 'tables', 'addressTables'] } as const;
export const lobbyRead = { tag: 'Lobby', auth: 'player', limit: 'reads' } as const;

/** What an answer that shows a table carries. */
export const TABLE_HEADERS = ['ETag'] as const;

/** Answers with a table as `viewer` may see it; its version is the ETag. */
export function answerWith(lobby: Lobby) {
  return async (status: number, table: TableRow, viewer: string, headers = {}): Promise<Answer> => {
    const tags = { ETag: `W/"${table.version}"`, 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };
    return { status, body: await lobby.show(table, viewer), headers: { ...tags, ...headers } };
  };
}
