/** Finds what is in the log already when a write was refused: its command (decision 5), or its version (decision 4). */
import type { NewStep, StepRecord } from '../ports/event-log.ts';
import type { Query, Statement } from './database.ts';

export type CommandKey = Pick<NewStep, 'gameId' | 'actor' | 'key'>;

/** @returns the steps that are in the log, by game; of a game at most one command may be asked for */
export type FindSteps = (commands: readonly CommandKey[]) => Promise<ReadonlyMap<string, StepRecord>>;

/** @returns the games whose next version somebody else has written */
export type FindStale = (steps: readonly Pick<NewStep, 'gameId' | 'after'>[]) => Promise<ReadonlySet<string>>;

const stepsStatement: Statement = {
  name: 'find-steps',
  text: `
    SELECT first.game_id AS "gameId", first.version AS first, first.fingerprint,
           coalesce(
             (SELECT next.version - 1 FROM game_events AS next
               WHERE next.game_id = first.game_id AND next.version > first.version AND next.step <> first.step
               ORDER BY next.version LIMIT 1),
             (SELECT max(newest.version) FROM game_events AS newest WHERE newest.game_id = first.game_id)
           ) AS last
      FROM unnest($1::uuid[], $2::text[], $3::text[]) AS command (game_id, actor, key)
      JOIN game_events AS first USING (game_id, actor, key)`,
};

const staleStatement: Statement = {
  name: 'find-stale',
  text: `
    SELECT game_id AS "gameId"
      FROM unnest($1::uuid[], $2::int[]) AS step (game_id, version)
      JOIN game_events USING (game_id, version)`,
};

export function createFindSteps(query: Query): FindSteps {
  return async (commands) => {
    const rows = await query<StepRecord & { readonly gameId: string }>(stepsStatement, [
      commands.map((command) => command.gameId),
      commands.map((command) => command.actor),
      commands.map((command) => command.key),
    ]);
    return new Map(rows.map(({ gameId, first, last, fingerprint }) => [gameId, { first, last, fingerprint }]));
  };
}

export function createFindStale(query: Query): FindStale {
  return async (steps) => {
    const rows = await query<{ readonly gameId: string }>(staleStatement, [
      steps.map((step) => step.gameId),
      steps.map((step) => step.after + 1),
    ]);
    return new Set(rows.map(({ gameId }) => gameId));
  };
}
