/** Tables, invitations and tickets that no request can ask for any more, removed by the retention job (docs/OPERATIONS.md). */
import { removeUnusedBuiltIns, type Transaction } from './rows.ts';

const DAY_MS = 86_400_000;

/**
 * Each handles at most `limit` rows and skips rows that a request holds.
 *
 * @param now milliseconds since 1970
 * @returns how many rows of its table it closed or removed
 */
type Remove = (tx: Transaction, now: number, limit: number) => Promise<number>;

/** An open table that has expired is shown as closed already; its row follows, and the seed of its next game goes. */
export const closeExpiredTables: Remove = async (tx, now, limit) => {
  const expired = await tx.$queryRaw<readonly { readonly id: string; readonly nextGameId: string | null }[]>`
    SELECT id, next_game_id AS "nextGameId" FROM lobby_tables
     WHERE state = 'open' AND expires_at <= ${new Date(now)}
     ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
  const ids = expired.map(({ id }) => id);
  await removeSeeds(tx, expired);
  await tx.invitation.updateMany({ where: { tableId: { in: ids }, state: 'open' }, data: { state: 'lapsed' } });
  await tx.tableSeat.deleteMany({ where: { tableId: { in: ids }, state: 'invited' } });
  const closed = { state: 'closed', nextGameId: null, expiresAt: null, hostAddress: null };
  await tx.lobbyTable.updateMany({ where: { id: { in: ids } }, data: closed });
  return ids.length;
};

/**
 * With their seats, invitations, removals and built-in bots that never played. Games keep their log, their seed and their
 * rows in histories. A node of an older release may have opened the table again without a new `remove_after`.
 */
export const removeClosedTables: Remove = async (tx, now, limit) => {
  const at = new Date(now);
  const gone = await tx.$queryRaw<readonly { readonly id: string; readonly nextGameId: string | null }[]>`
    SELECT id, next_game_id AS "nextGameId" FROM lobby_tables
     WHERE remove_after <= ${at} AND state <> 'playing' AND (expires_at IS NULL OR expires_at <= ${at})
     ORDER BY remove_after LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
  const ids = gone.map(({ id }) => id);
  const seats = await tx.tableSeat.findMany({ where: { tableId: { in: ids } }, select: { playerId: true } });
  await removeSeeds(tx, gone);
  await tx.lobbyTable.deleteMany({ where: { id: { in: ids } } });
  await removeUnusedBuiltIns(
    tx,
    seats.map(({ playerId }) => playerId),
  );
  return ids.length;
};

/** A day after they could last be accepted: declined ones keep a host from inviting again for an hour only. */
export const removeOldInvitations: Remove = (tx, now, limit) => tx.$executeRaw`
  DELETE FROM invitations WHERE id IN (
    SELECT id FROM invitations WHERE expires_at <= ${new Date(now - DAY_MS)}
     ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;

/** A ticket can be read for a day after it has stopped waiting. */
export const removeSettledTickets: Remove = (tx, now, limit) => tx.$executeRaw`
  DELETE FROM match_tickets WHERE id IN (
    SELECT id FROM match_tickets WHERE settled_at < ${new Date(now - DAY_MS)}
     ORDER BY settled_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;

async function removeSeeds(tx: Transaction, tables: readonly { readonly nextGameId: string | null }[]): Promise<void> {
  const gameIds = tables.flatMap(({ nextGameId }) => (nextGameId === null ? [] : [nextGameId]));
  await tx.$executeRaw`
    DELETE FROM game_seeds AS seed WHERE seed.game_id = ANY(${gameIds}::uuid[])
       AND NOT EXISTS (SELECT 1 FROM game_events WHERE game_id = seed.game_id)`;
}
