/** The one statement that makes steps durable: events of several games and their wakes, all or nothing. */
import type { NewStep, Wake } from '../ports/event-log.ts';
import type { Statement } from './database.ts';

/**
 * Plain INSERT: a row that exists fails the statement, which `ON CONFLICT DO NOTHING` would not (decision 6). Postgres
 * runs the wakes' parts after the events, so a row of `game_wakes` is only touched by who has won its game's version.
 */
export const appendStatement: Statement = {
  name: 'append',
  text: `
    WITH set_wakes AS (
      INSERT INTO game_wakes (game_id, version, reason, due, bots_only)
      SELECT game_id, version, reason, now() + delay * interval '1 millisecond', bots_only
        FROM json_to_recordset($2::json) AS wake (game_id uuid, version int, reason text, delay bigint, bots_only bool)
      ON CONFLICT (game_id) DO UPDATE
        SET version = excluded.version, reason = excluded.reason, due = excluded.due, leased_until = NULL,
            bots_only = excluded.bots_only
    ), dropped_wakes AS (
      DELETE FROM game_wakes WHERE game_id = ANY ($3::uuid[])
    )
    INSERT INTO game_events (game_id, version, step, at, type, body, actor, key, fingerprint)
    SELECT game_id, version, step, at, type, body, actor, key, fingerprint
      FROM json_to_recordset($1::json) AS event (game_id uuid, version int, step int, at timestamptz, type text,
                                                 body json, actor text, key text, fingerprint text)`,
};

/**
 * @param steps at most one of each game, sorted by game, so that two writers meet their games in the same order
 * @returns the parameters of `appendStatement`
 */
export function appendValues(steps: readonly NewStep[]): readonly unknown[] {
  const events: unknown[] = [];
  const wakes: unknown[] = [];
  const dropped: string[] = [];
  for (const step of steps) {
    const version = step.after + step.events.length;
    for (const event of step.events) {
      const isFirst = event.version === step.after + 1;
      events.push({
        game_id: step.gameId,
        version: event.version,
        step: step.after + 1,
        at: event.at,
        type: event.type,
        body: event,
        actor: isFirst ? step.actor : null,
        key: isFirst ? step.key : null,
        fingerprint: isFirst ? step.fingerprint : null,
      });
    }
    if (step.wake === null) dropped.push(step.gameId);
    else wakes.push(wakeRow(step.gameId, version, step.wake));
  }
  return [JSON.stringify(events), JSON.stringify(wakes), dropped];
}

const wakeRow = (gameId: string, version: number, { reason, delayMs, botsOnly }: Wake) => ({
  game_id: gameId,
  version,
  reason,
  delay: Math.ceil(delayMs),
  bots_only: botsOnly,
});

/** @throws Error when the step's events do not follow its version without a gap: a mistake of the caller */
export function checkStep({ gameId, after, events }: NewStep): void {
  const isGapless = events.every((event, index) => event.version === after + 1 + index);
  if (events.length === 0 || !isGapless) {
    throw new Error(`A step of game ${gameId} must have events ${after + 1}, ${after + 2}, … without a gap.`);
  }
}
