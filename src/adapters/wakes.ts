/** The rows that say when games must be looked at again; Postgres' clock sets and compares all times (decision 11). */
import type { ClaimedWake, Wakes } from '../ports/event-log.ts';
import { createQuery, type Database, type Statement } from './database.ts';

/** Rows of games with people are locked apart from the others, so that however many of those are due they hold up none of these. */
const claimStatement: Statement = {
  name: 'claim-wakes',
  text: `
    WITH people AS MATERIALIZED (
      SELECT game_id FROM game_wakes
       WHERE NOT bots_only AND due <= now() AND (leased_until IS NULL OR leased_until <= now())
       ORDER BY due LIMIT $1
         FOR UPDATE SKIP LOCKED
    ), bots AS MATERIALIZED (
      SELECT game_id FROM game_wakes
       WHERE bots_only AND due <= now() AND (leased_until IS NULL OR leased_until <= now())
       ORDER BY due LIMIT $2
         FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE game_wakes AS wake SET leased_until = now() + $3::bigint * interval '1 millisecond'
        FROM (SELECT game_id FROM people UNION ALL SELECT game_id FROM bots) AS claimable
       WHERE wake.game_id = claimable.game_id
      RETURNING wake.game_id, wake.version, wake.reason, wake.bots_only, wake.due
    )
    SELECT game_id AS "gameId", version, reason, bots_only AS "botsOnly" FROM claimed ORDER BY bots_only, due`,
};

const postponeStatement: Statement = {
  name: 'postpone-wake',
  text: `
    UPDATE game_wakes
       SET reason = $3, due = now() + $4::bigint * interval '1 millisecond', leased_until = NULL, bots_only = $5
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
      FROM game_wakes WHERE CASE WHEN bots_only THEN $2::int > 0 ELSE $1::int > 0 END`,
};

/** @param database must have been migrated */
export function createWakes({ pool, namedStatements }: Pick<Database, 'pool' | 'namedStatements'>): Wakes {
  const query = createQuery(pool, namedStatements);
  return {
    claim: ({ people, botsOnly }, leaseMs) =>
      query<ClaimedWake>(claimStatement, [people, botsOnly, Math.ceil(leaseMs)]),
    postpone: async (gameId, version, { reason, delayMs, botsOnly }) => {
      await query(postponeStatement, [gameId, version, reason, Math.ceil(delayMs), botsOnly]);
    },
    remove: async (gameId, version) => {
      await query(removeStatement, [gameId, version]);
    },
    nextDueMs: async ({ people, botsOnly }) => {
      const [row] = await query<{ ms: number | null }>(nextDueStatement, [people, botsOnly]);
      return row === undefined || row.ms === null ? null : Math.max(0, Math.ceil(row.ms));
    },
  };
}
