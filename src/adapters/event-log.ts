/** The log of games in Postgres: steps go in through the group commit, events come out by version. */
import {
  type EventLog,
  type EventText,
  type HandEnd,
  LogUnavailable,
  type NewStep,
  type Snapshot,
  type StoredEvent,
} from '../ports/event-log.ts';
import { createWriteBatch, unavailable } from './append-batch.ts';
import { checkStep } from './append-statement.ts';
import { type Connections, createQuery, isAnswer, type Query, type Statement } from './database.ts';
import { createFindStale, createFindSteps } from './find-steps.ts';
import { createGroupCommit, type GroupCommitLimits } from './group-commit.ts';

const readStatement: Statement = {
  name: 'read-events',
  text: `
    SELECT step, body AS event FROM game_events
     WHERE game_id = $1 AND version > $2 ORDER BY version LIMIT $3`,
};

const readTextsStatement: Statement = {
  name: 'read-texts',
  text: `
    SELECT version, type, body::text AS text FROM game_events
     WHERE game_id = $1 AND version > $2 ORDER BY version LIMIT $3`,
};

const readPeopleStatement: Statement = {
  name: 'read-people',
  text: `
    SELECT step, body AS event FROM game_events
     WHERE game_id = $1 AND version > $2 AND version <= $3 AND type IN ('gameStarted', 'newcomerArrived', 'newcomersPlaced')
     ORDER BY version LIMIT $4`,
};

const handEndsStatement: Statement = {
  name: 'hand-ends',
  text: `
    SELECT version, type = 'handEnded' AS counts FROM game_events
     WHERE game_id = $1 AND version <= $2 AND type IN ('handEnded', 'handVoided')
     ORDER BY version LIMIT $4 OFFSET $3`,
};

/** Between two hands there are few events, so this reads few rows for each version. */
const nextHandsStatement: Statement = {
  name: 'next-hands',
  text: `
    SELECT DISTINCT ON (hand.version) hand.step, hand.body AS event
      FROM unnest($2::int[]) AS asked(version)
     CROSS JOIN LATERAL (
       SELECT version, step, body FROM game_events AS event
        WHERE event.game_id = $1 AND event.version > asked.version AND event.version <= $3
          AND event.type IN ('handDealt', 'handVoided')
        ORDER BY event.version LIMIT 1
     ) AS hand
     ORDER BY hand.version`,
};

const headsStatement: Statement = {
  name: 'heads',
  text: `
    SELECT asked.game_id AS "gameId", head.version
      FROM unnest($1::uuid[]) AS asked(game_id)
     CROSS JOIN LATERAL (
       SELECT version FROM game_events AS event
        WHERE event.game_id = asked.game_id ORDER BY version DESC LIMIT 1
     ) AS head`,
};

/**
 * Newcomers are found through the index of senders and keys: the lobby seats them, each in a step of his own. A game that
 * was imported is one step, and has its rows of players from the beginning.
 */
const isKnownToStatement: Statement = {
  name: 'is-known-to',
  text: `
    SELECT EXISTS (
      SELECT 1 FROM game_events AS started
       WHERE game_id = $1 AND version = 1 AND (
             (body->'access'->>'spectators' = 'true' AND body->'access'->>'private' = 'false'
              AND at + make_interval(secs => coalesce((body->'access'->>'delaySeconds')::int, 0)) <= $3::timestamptz)
          OR (body->'seats')::jsonb @> jsonb_build_array(jsonb_build_object('player', $2::text))
          OR EXISTS (
             SELECT 1 FROM game_events AS joined
              WHERE joined.game_id = $1 AND joined.actor = 'lobby' AND joined.type = 'newcomerArrived'
                AND joined.body->>'player' = $2::text)
          OR EXISTS (
             SELECT 1 FROM game_players AS played WHERE played.game_id = $1 AND played.player_id = $2::uuid))) AS known`,
};

const readSnapshotStatement: Statement = {
  name: 'read-snapshot',
  text: `SELECT version, state_version AS "stateVersion", state FROM game_snapshots WHERE game_id = $1`,
};

const writeSnapshotStatement: Statement = {
  name: 'write-snapshot',
  text: `
    INSERT INTO game_snapshots AS old (game_id, version, state_version, state) VALUES ($1, $2, $3, $4::json)
    ON CONFLICT (game_id) DO UPDATE
      SET version = excluded.version, state_version = excluded.state_version, state = excluded.state, created_at = now()
      WHERE (excluded.version, excluded.state_version) > (old.version, old.state_version)`,
};

export interface EventLogConnections {
  readonly pool: Connections;
  readonly writer: Connections;
  readonly namedStatements: boolean;
}

/** @param database must have been migrated */
export function createEventLog(
  { pool, writer, namedStatements }: EventLogConnections,
  limits: GroupCommitLimits = {},
): EventLog {
  const query = orUnavailable(createQuery(pool, namedStatements));
  const findSteps = createFindSteps(query);
  const commit = createGroupCommit(
    createWriteBatch(createQuery(writer, namedStatements), findSteps, createFindStale(query)),
    limits,
  );
  return {
    append: async (given) => {
      checkStep(given);
      // Postgres names a game in lower case when it says whose row is there already.
      const step: NewStep = { ...given, gameId: given.gameId.toLowerCase() };
      return commit(step);
    },
    read: (gameId, after, limit) => query<StoredEvent>(readStatement, [gameId, after, limit ?? null]),
    readTexts: (gameId, after, limit) => query<EventText>(readTextsStatement, [gameId, after, limit]),
    readPeople: (gameId, after, until, limit) => query<StoredEvent>(readPeopleStatement, [gameId, after, until, limit]),
    handEnds: (gameId, until, skip, limit) => query<HandEnd>(handEndsStatement, [gameId, until, skip, limit]),
    nextHands: async (gameId, after, until) =>
      after.length === 0 ? [] : query<StoredEvent>(nextHandsStatement, [gameId, after, until]),
    heads: async (gameIds) => {
      if (gameIds.length === 0) return new Map();
      const rows = await query<{ gameId: string; version: number }>(headsStatement, [gameIds]);
      return new Map(rows.map(({ gameId, version }) => [gameId, version]));
    },
    isKnownTo: async (gameId, playerId, now) => {
      const [row] = await query<{ known: boolean }>(isKnownToStatement, [gameId, playerId, new Date(now)]);
      return row?.known ?? false;
    },
    findStep: async (gameId, actor, key) => {
      const found = await findSteps([{ gameId, actor, key }]);
      return [...found.values()][0] ?? null;
    },
    readSnapshot: async (gameId) => (await query<Snapshot>(readSnapshotStatement, [gameId]))[0] ?? null,
    writeSnapshot: async (gameId, { version, stateVersion, state }) => {
      await query(writeSnapshotStatement, [gameId, version, stateVersion, JSON.stringify(state)]);
    },
  };
}

/** A refused statement is a mistake and stays what it is; a database that does not answer is the log's to explain. */
function orUnavailable(query: Query): Query {
  return async (statement, values) => {
    try {
      return await query(statement, values);
    } catch (error) {
      if (error instanceof LogUnavailable || isAnswer(error)) throw error;
      throw unavailable(error);
    }
  };
}
