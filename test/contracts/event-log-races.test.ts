/** Several nodes on one log, held locks and broken lines: what only a real server can show (decisions 4 to 6). */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/adapters/database.ts';
import { createEventLog } from '../../src/adapters/event-log.ts';
import { openPostgres } from '../../src/adapters/postgres.ts';
import { type EventLog, LogUnavailable } from '../../src/ports/event-log.ts';
import { describeOnPostgres, openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type FaultyLine, openFaultyLine } from '../support/faulty-line.ts';
import { aStep } from '../support/steps.ts';

describeOnPostgres('event log between nodes', () => {
  let here: TestDatabase;
  let there: Database;
  let line: FaultyLine;
  let log: EventLog;
  /** A second node; its line to the database can be cut. */
  let other: EventLog;

  beforeAll(async () => {
    here = await openTestDatabase({ kind: 'postgres' });
    line = await openFaultyLine(here.url ?? '', 5432);
    there = openPostgres({ url: line.url, poolSize: 2 });
    log = createEventLog(here);
    other = createEventLog(there);
  });
  afterAll(async () => {
    await there.close();
    await line.cut();
    await here.close();
  });

  /** A writer that has inserted the step's first version and neither commits nor goes away. */
  async function hold(gameId: string): Promise<pg.Client> {
    const holder = new pg.Client({ connectionString: here.url ?? '' });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(
      `INSERT INTO game_events (game_id, version, step, at, type, body, actor, key, fingerprint)
       VALUES ($1, 1, 1, now(), 'setPlayed', '{"version": 1}', 'eve', 'held', 'f')`,
      [gameId],
    );
    return holder;
  }

  it('decision 4: of two nodes that write the same version of many games, exactly one wins each', async () => {
    for (let round = 0; round < 10; round += 1) {
      const games = Array.from({ length: 30 }, () => randomUUID());
      const write = (node: EventLog, actor: string) =>
        Promise.all(games.map((gameId) => node.append(aStep({ gameId, actor, count: 3 }))));
      const [mine, theirs] = await Promise.all([write(log, 'ann'), write(other, 'bob')]);

      const pairs = games.map((_, index) => [mine[index]?.outcome, theirs[index]?.outcome].sort());
      expect(pairs).toEqual(games.map(() => ['appended', 'conflict']));
      expect([...(await log.heads(games)).values()]).toEqual(games.map(() => 3));
    }
  });

  it('decision 5: two nodes with the same command of the same player write it once', async () => {
    const steps = Array.from({ length: 30 }, () => aStep({ count: 2 }));
    const outcomes = (await Promise.all([log, other].map((node) => Promise.all(steps.map(node.append))))).flat();

    expect(outcomes.filter(({ outcome }) => outcome === 'appended')).toHaveLength(30);
    expect(outcomes.filter(({ outcome }) => outcome === 'repeated')).toHaveLength(30);
  });

  it('decision 5: a commit whose answer was lost on the line is found by its key', async () => {
    const step = aStep({ count: 2 });
    await other.append(aStep());
    line.loseNextAnswer();

    expect(await other.append(step)).toEqual({
      outcome: 'repeated',
      step: { first: 1, last: 2, fingerprint: 'fingerprint' },
    });
    expect(await log.heads([step.gameId])).toEqual(new Map([[step.gameId, 2]]));
  });

  it('decision 5: a step that was lost on its way is sent again', async () => {
    const step = aStep({ count: 2 });
    await other.append(aStep());
    line.loseNextRequest();

    expect(await other.append(step)).toEqual({ outcome: 'appended' });
    expect(await log.heads([step.gameId])).toEqual(new Map([[step.gameId, 2]]));
  });

  it('a connection that the server has ended is replaced, and no step is lost', async () => {
    await log.append(aStep());
    await here.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'dalmuti writer'`,
    );
    const step = aStep();
    await log.append(step);
    expect(await log.heads([step.gameId])).toEqual(new Map([[step.gameId, 1]]));
  });

  it('decision 6: a step that waits for a held row is taken out of its batch, the others are written', async () => {
    const [stuck, ...others] = [aStep(), aStep(), aStep(), aStep()];
    const holder = await hold(stuck?.gameId ?? '');

    const results = await Promise.allSettled([stuck, ...others].flatMap((step) => (step ? [log.append(step)] : [])));
    await holder.query('ROLLBACK');
    await holder.end();

    expect(
      results.map((result) => (result.status === 'fulfilled' ? result.value.outcome : result.reason.name)),
    ).toEqual(['LogUnavailable', 'appended', 'appended', 'appended']);
    expect(stuck && (await log.append(stuck))).toEqual({ outcome: 'appended' });
  });

  it('decision 6: whoever waits for a writer that then commits has lost to it', async () => {
    const step = aStep();
    const holder = await hold(step.gameId);
    const result = log.append(step);
    const waiting = `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'dalmuti writer' AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await here.pool.query(waiting)).rowCount, { interval: 5 }).toBe(1);
    await holder.query('COMMIT');
    await holder.end();

    expect(await result).toEqual({ outcome: 'conflict' });
  });

  it('while the database is away everything says so and when to come back, and works again afterwards', async () => {
    const step = aStep();
    await line.cut();
    const refused = await Promise.allSettled([
      other.append(step),
      other.read(step.gameId, 0),
      other.heads([step.gameId]),
      other.findStep(step.gameId, step.actor, step.key),
      other.readSnapshot(step.gameId),
      other.writeSnapshot(step.gameId, { version: 1, stateVersion: 1, state: {} }),
    ]);
    await line.mend();

    for (const result of refused) {
      expect(result).toMatchObject({ status: 'rejected', reason: { name: LogUnavailable.name, retryAfterSeconds: 1 } });
    }
    expect(await other.append(step)).toEqual({ outcome: 'appended' });
  });
});
