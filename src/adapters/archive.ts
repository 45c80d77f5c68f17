/** Finished games in Postgres: found by their last event, removed by a role of its own in one transaction. */
import pg from 'pg';
import type { FinishedGame, FinishedGames } from '../ports/archive.ts';
import { becomeArchiveRole, GAME_TABLES, makeArchiveRole, mustHaveRights, type Session } from './archive-role.ts';
import { createQuery, type Database, NotConnected, type Statement, surviveBrokenConnections } from './database.ts';
import { BATCH_TIMEOUTS } from './postgres.ts';
import { endSilentConnections } from './silent-connections.ts';

/**
 * Every game in the log has its seed beside it, and loses both at once: so the seeds are the list of games that are here.
 * A table needs its running game, and the last one before while it may begin another in the same order (R-LEAVE-1).
 */
const listStatement: Statement = {
  name: 'list-finished-games',
  text: `
    SELECT seed.game_id AS "gameId", head.version, head.at AS "endedAt"
      FROM game_seeds AS seed
     CROSS JOIN LATERAL (
       SELECT version, type, at FROM game_events AS event
        WHERE event.game_id = seed.game_id ORDER BY version DESC LIMIT 1
     ) AS head
     WHERE head.type = 'gameEnded' AND head.at <= $1
       AND ($2::timestamptz IS NULL OR (head.at, seed.game_id) > ($2, $3::uuid))
       AND NOT EXISTS (
         SELECT 1 FROM lobby_tables AS needed
          WHERE needed.game_id = seed.game_id
             OR (seed.game_id = needed.past_game_ids[cardinality(needed.past_game_ids)]
                 AND (needed.state = 'playing' OR needed.expires_at > now()))
       )
     ORDER BY head.at, seed.game_id LIMIT $4`,
};

/**
 * @param database must have been migrated
 * @param remover connections of whoever is a member of the role; the embedded database makes the role itself
 */
export function createFinishedGames(
  { kind, pool, namedStatements }: Pick<Database, 'kind' | 'pool' | 'namedStatements'>,
  remover: pg.Pool = pool,
): FinishedGames {
  const query = createQuery(pool, namedStatements);

  async function asRole<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return inTransaction(remover, async (session) => {
      if (kind === 'pglite') await makeArchiveRole(session);
      await becomeArchiveRole(session);
      return work(session);
    });
  }

  return {
    list: (by, after, limit) =>
      query<FinishedGame>(listStatement, [by, after?.endedAt ?? null, after?.gameId ?? null, limit]),

    mayRemove: () => asRole(mustHaveRights),

    remove: ({ gameId, version }) =>
      asRole(async (session) => {
        const counts: number[] = [];
        for (const table of GAME_TABLES) {
          const { rowCount } = await session.query(`DELETE FROM ${table} WHERE game_id = $1`, [gameId]);
          counts.push(rowCount ?? 0);
        }
        const [events] = counts;
        if (events === 0) return false;
        // Versions have no gaps: another number means that this is not the game that was written down.
        if (events !== version) throw new Error(`game ${gameId} has ${events} events and not ${version}; it stays`);
        return true;
      }),
  };
}

/** One connection of a user whom the service does not know, for removing alone. @param url as `DATABASE_URL` */
export function openRemover(url: string, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: BATCH_TIMEOUTS.connectMs,
    statement_timeout: BATCH_TIMEOUTS.statementMs,
    application_name: 'dalmuti archive',
  });
  surviveBrokenConnections(pool, onError);
  endSilentConnections(pool, BATCH_TIMEOUTS.silenceMs);
  return pool;
}

/** Embedded, all connections share one session: what was begun must have ended before another one speaks. */
async function inTransaction<T>(pool: pg.Pool, work: (session: Session) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw new NotConnected(cause);
  });
  let usable = false;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    usable = true;
    return result;
  } catch (error) {
    usable = await client.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    client.release(!usable);
  }
}
