/** The rows that say when games must be looked at again; Postgres' clock sets and compares all times (decision 11). */
import type { ClaimedWake, Wakes } from '../ports/event-log.ts';
import { createQuery, type Database, type Statement } from './database.ts';

const claimStatement: Statement = {
  name: 'claim-wakes',
  text: `
    WITH claimable AS MATERIALIZED (
      SELECT game_id FROM game_wakes
       WHERE due <= now() AND (leased_until IS NULL OR leased_until <= now())
       ORDER BY due LIMIT $1
         FOR UPDATE SKIP LOCKED
    )
    UPDATE game_wakes AS wake SET leased_until = now() + $2::bigint * interval '1 millisecond'
      FROM claimable WHERE wake.game_id = claimable.game_id
    RETURNING wake.game_id AS "gameId", wake.version, wake.reason`,
};

const postponeStatement: Statement = {
  name: 'postpone-wake',
  text: `
    UPDATE game_wakes SET reason = $3, due = now() + $4::bigint * interval '1 millisecond', leased_until = NULL
     WHERE game_id = $1 AND version = $2`,
};

const removeStatement: Statement = {
  name: 'remove-wake',
  text: `DELETE FROM game_wakes WHERE game_id = $1 AND version = $2`,
};

const nextDueStatement: Statement = {
  name: 'next-due-wake',
  text: `
    SELECT (1000 * extract(epoch FROM min(greatest(due, leased_until)) - now()))::float8 AS ms
      FROM game_wakes`,
};

/** @param database must have been migrated */
export function createWakes({ pool, namedStatements }: Pick<Database, 'pool' | 'namedStatements'>): Wakes {
  const query = createQuery(pool, namedStatements);
  return {
    claim: (limit, leaseMs) => query<ClaimedWake>(claimStatement, [limit, Math.ceil(leaseMs)]),
    postpone: async (gameId, version, { reason, delayMs }) => {
      await query(postponeStatement, [gameId, version, reason, Math.ceil(delayMs)]);
    },
    remove: async (gameId, version) => {
      await query(removeStatement, [gameId, version]);
    },
    nextDueMs: async () => {
      const [row] = await query<{ ms: number | null }>(nextDueStatement, []);
      return row === undefined || row.ms === null ? null : Math.max(0, Math.ceil(row.ms));
    },
  };
}
