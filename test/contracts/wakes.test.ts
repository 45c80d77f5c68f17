/** When games are looked at again, and by whom (decision 11). */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createEventLog } from '../../src/adapters/event-log.ts';
import { createWakes } from '../../src/adapters/wakes.ts';
import type { EventLog, Wakes } from '../../src/ports/event-log.ts';
import {
  describeOnEachDatabase,
  describeOnPostgres,
  openTestDatabase,
  type TestDatabase,
} from '../support/database.ts';
import { aStep } from '../support/steps.ts';

const due = { reason: 'clock', delayMs: 0, botsOnly: false } as const;
const later = { reason: 'bots', delayMs: 3_600_000, botsOnly: false } as const;
/** Of each kind of game. */
const free = { people: 10, botsOnly: 10 };
const longLease = 3_600_000;

describeOnEachDatabase('wakes', (open) => {
  let database: TestDatabase;
  let log: EventLog;
  let wakes: Wakes;

  beforeAll(async () => {
    database = await open();
    log = createEventLog(database);
    wakes = createWakes(database);
  });
  afterEach(() => database.pool.query('DELETE FROM game_wakes'));
  afterAll(() => database.close());

  /** As if so much time had passed. */
  const pass = (ms: number) =>
    database.pool.query(
      `UPDATE game_wakes SET due = due - $1 * interval '1 millisecond', leased_until = leased_until - $1 * interval '1 millisecond'`,
      [ms],
    );

  it('decision 11: a due row is claimed with the version and the reason of its step', async () => {
    const step = aStep({ count: 3, wake: due });
    await log.append(step);

    expect(await wakes.nextDueMs(free)).toBe(0);
    expect(await wakes.claim(free, longLease)).toEqual([
      { gameId: step.gameId, version: 3, reason: 'clock', botsOnly: false },
    ]);
  });

  it('decision 11: nothing is claimed before it is due', async () => {
    const step = aStep({ wake: later });
    await log.append(step);

    expect(await wakes.claim(free, longLease)).toEqual([]);
    const ms = await wakes.nextDueMs(free);
    expect(ms).toBeGreaterThan(3_500_000);
    expect(ms).toBeLessThanOrEqual(3_600_000);

    await pass(3_600_000);
    expect(await wakes.claim(free, longLease)).toEqual([
      { gameId: step.gameId, version: 1, reason: 'bots', botsOnly: false },
    ]);
  });

  it('decision 11: a claimed row is nobody else’s until its lease ends, then it is claimed again', async () => {
    const step = aStep({ wake: due });
    await log.append(step);
    await wakes.claim(free, longLease);

    expect(await wakes.claim(free, longLease)).toEqual([]);
    expect(await wakes.nextDueMs(free)).toBeGreaterThan(3_500_000);

    await pass(longLease);
    expect(await wakes.claim(free, longLease)).toEqual([
      { gameId: step.gameId, version: 1, reason: 'clock', botsOnly: false },
    ]);
  });

  it('decision 11: claims no more rows than asked for, the longest due first', async () => {
    const [first, second, third] = [aStep({ wake: due }), aStep({ wake: due }), aStep({ wake: due })];
    for (const step of [first, second, third]) {
      await log.append(step);
      await pass(1_000);
    }

    const claimed = await wakes.claim({ people: 2, botsOnly: 0 }, longLease);
    expect(new Set(claimed.map(({ gameId }) => gameId))).toEqual(new Set([first.gameId, second.gameId]));
    expect((await wakes.claim({ people: 2, botsOnly: 0 }, longLease)).map(({ gameId }) => gameId)).toEqual([
      third.gameId,
    ]);
  });

  it('decision 11: a game with a person is claimed before a hundred games of bots that fell due earlier', async () => {
    const alone = { ...due, botsOnly: true };
    for (let game = 0; game < 100; game += 1) await log.append(aStep({ wake: alone }));
    await pass(60_000);
    const person = aStep({ wake: due });
    await log.append(person);

    const claimed = await wakes.claim({ people: 24, botsOnly: 8 }, longLease);
    expect(claimed[0]).toEqual({ gameId: person.gameId, version: 1, reason: 'clock', botsOnly: false });
    expect(claimed.map(({ botsOnly }) => botsOnly)).toEqual([false, ...Array.from({ length: 8 }, () => true)]);
    expect(await wakes.nextDueMs({ people: 1, botsOnly: 0 })).toBeGreaterThan(3_500_000);
    expect(await wakes.nextDueMs({ people: 1, botsOnly: 1 })).toBe(0);
  });

  it('decision 11: a step that changes whether a person is present changes in whose turn the row comes', async () => {
    const step = aStep({ wake: { ...due, botsOnly: true } });
    await log.append(step);
    expect(await wakes.claim({ people: 1, botsOnly: 0 }, longLease)).toEqual([]);
    await log.append(aStep({ gameId: step.gameId, after: 1, wake: due }));
    expect(await wakes.claim({ people: 1, botsOnly: 0 }, longLease)).toHaveLength(1);
    await wakes.postpone(step.gameId, 2, { ...due, botsOnly: true });
    expect(await wakes.claim({ people: 1, botsOnly: 0 }, longLease)).toEqual([]);
    expect(await wakes.claim({ people: 0, botsOnly: 1 }, longLease)).toHaveLength(1);
  });

  it('decision 11: a later step replaces the row and its lease, or takes it away', async () => {
    const step = aStep({ wake: due });
    await log.append(step);
    await wakes.claim(free, longLease);

    await log.append(aStep({ gameId: step.gameId, after: 1, wake: { reason: 'ended', delayMs: 0, botsOnly: false } }));
    expect(await wakes.claim(free, longLease)).toEqual([
      { gameId: step.gameId, version: 2, reason: 'ended', botsOnly: false },
    ]);

    await log.append(aStep({ gameId: step.gameId, after: 2, wake: null }));
    expect(await wakes.nextDueMs(free)).toBeNull();
  });

  it('decision 11: a step that was refused leaves the row as it was', async () => {
    const step = aStep({ wake: due });
    await log.append(step);
    await log.append(aStep({ gameId: step.gameId, actor: 'bob', wake: null }));
    await log.append(aStep({ gameId: step.gameId, actor: 'bob', wake: later }));

    expect(await wakes.claim(free, longLease)).toEqual([
      { gameId: step.gameId, version: 1, reason: 'clock', botsOnly: false },
    ]);
  });

  it('decision 11: a claimed row can be postponed or removed, but not once a later step has replaced it', async () => {
    const step = aStep({ wake: due });
    await log.append(step);
    await wakes.claim(free, longLease);
    await wakes.postpone(step.gameId, 1, { reason: 'bots', delayMs: 0, botsOnly: false });
    expect(await wakes.claim(free, longLease)).toEqual([
      { gameId: step.gameId, version: 1, reason: 'bots', botsOnly: false },
    ]);

    await log.append(aStep({ gameId: step.gameId, after: 1, wake: due }));
    await wakes.postpone(step.gameId, 1, later);
    await wakes.remove(step.gameId, 1);
    expect(await wakes.claim(free, longLease)).toEqual([
      { gameId: step.gameId, version: 2, reason: 'clock', botsOnly: false },
    ]);

    await wakes.remove(step.gameId, 2);
    expect(await wakes.nextDueMs(free)).toBeNull();
  });
});

describeOnPostgres('wakes between nodes', () => {
  it('decision 11: many sweeps at once claim each row once, and a locked row holds up nobody', async () => {
    const database = await openTestDatabase({ kind: 'postgres' });
    const log = createEventLog(database);
    const wakes = createWakes(database);
    const steps = Array.from({ length: 100 }, () => aStep({ wake: due }));
    await Promise.all(steps.map(log.append));
    const holder = await database.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM game_wakes WHERE game_id = $1 FOR UPDATE', [steps[0]?.gameId]);

    const claims = (await Promise.all(Array.from({ length: 20 }, () => wakes.claim(free, longLease)))).flat();
    await holder.query('ROLLBACK');
    holder.release();
    const rest = await wakes.claim(free, longLease);

    const games = [...claims, ...rest].map(({ gameId }) => gameId);
    expect(rest.map(({ gameId }) => gameId)).toEqual([steps[0]?.gameId]);
    expect(games).toHaveLength(100);
    expect(new Set(games)).toEqual(new Set(steps.map(({ gameId }) => gameId)));
    await database.close();
  });
});
