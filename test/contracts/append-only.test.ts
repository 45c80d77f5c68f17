/** What happened in a game stays as it was, whoever asks the database to change it (decision 9). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEventLog } from '../../src/adapters/event-log.ts';
import { describeOnEachDatabase, openTestDatabase, type TestDatabase } from '../support/database.ts';
import { aStep } from '../support/steps.ts';

describeOnEachDatabase('append-only events', (open) => {
  let database: TestDatabase;
  const step = aStep({ count: 3 });

  beforeAll(async () => {
    database = await open();
    await createEventLog(database).append(step);
  });
  afterAll(() => database.close());

  it.each([
    ['UPDATE', "UPDATE game_events SET actor = 'eve'"],
    ['UPDATE', 'UPDATE game_events SET version = version + 1 WHERE version = 3'],
    ['DELETE', 'DELETE FROM game_events'],
    ['DELETE', 'DELETE FROM game_events WHERE version = 3'],
    ['TRUNCATE', 'TRUNCATE game_events'],
    [
      'UPDATE',
      "INSERT INTO game_events SELECT * FROM game_events ON CONFLICT (game_id, version) DO UPDATE SET actor = 'eve'",
    ],
  ])('decision 9: refuses %s: %s', async (operation, sql) => {
    await expect(database.pool.query(sql)).rejects.toThrow(`game_events is append-only: ${operation} refused`);
    const { rows } = await database.pool.query('SELECT version, actor FROM game_events ORDER BY version');
    expect(rows).toEqual([
      { version: 1, actor: 'ann' },
      { version: 2, actor: null },
      { version: 3, actor: null },
    ]);
  });
});

// The role belongs to a whole server, so only an embedded one, which nobody else uses, gets it here.
it('decision 9: the archive role may delete events, and still may not change them', async () => {
  const database = await openTestDatabase({ kind: 'pglite' });
  const log = createEventLog(database);
  const [kept, archived] = [aStep(), aStep({ count: 2 })];
  await log.append(kept);
  await log.append(archived);
  const client = await database.pool.connect();
  await client.query(
    'CREATE ROLE dalmuti_archive; GRANT SELECT, DELETE, UPDATE ON game_events TO dalmuti_archive; SET ROLE dalmuti_archive',
  );

  await expect(client.query("UPDATE game_events SET actor = 'eve'")).rejects.toThrow('append-only');
  const { rowCount } = await client.query('DELETE FROM game_events WHERE game_id = $1', [archived.gameId]);

  await client.query('RESET ROLE');
  client.release();
  expect(rowCount).toBe(2);
  expect(await log.heads([kept.gameId, archived.gameId])).toEqual(new Map([[kept.gameId, 1]]));
  await database.close();
});
