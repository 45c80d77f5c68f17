/** Tells all nodes that a table or an inbox has changed; what it has become, each reads for itself. */
import type { Bus } from '../ports/bus.ts';
import type { TableRow } from './rows.ts';
import { playersOf } from './show.ts';

export const tableChannel = (tableId: string) => `table:${tableId}`;
/** Told of every public table that changes. */
export const lobbyChannel = 'lobby';
export const inboxChannel = (playerId: string) => `me:${playerId}`;

/** @param also players whom the change concerns though the table no longer names them */
export function announce(bus: Bus, table: TableRow, also: readonly string[] = []): void {
  bus.publish(tableChannel(table.id), String(table.version));
  if (table.visibility === 'public') bus.publish(lobbyChannel, table.id);
  announceInboxes(bus, [...playersOf(table), ...also]);
}

export function announceInboxes(bus: Bus, playerIds: readonly string[]): void {
  for (const player of new Set(playerIds)) bus.publish(inboxChannel(player), '');
}
