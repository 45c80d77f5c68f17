/** What the log of games promises on either database (decisions 4, 5, 6 and 9). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEventLog } from '../../src/adapters/event-log.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { describeOnEachDatabase, type TestDatabase } from '../support/database.ts';
import { losing } from '../support/lossy-connections.ts';
import { anEvent, aStep } from '../support/steps.ts';

describeOnEachDatabase('event log', (open) => {
  let database: TestDatabase;
  let log: EventLog;

  beforeAll(async () => {
    database = await open();
    log = createEventLog(database);
  });
  afterAll(() => database.close());

  it('appends a step and reads its events back, byte for byte, with the version of their step', async () => {
    const first = aStep({ count: 2 });
    const second = aStep({ gameId: first.gameId, after: 2, count: 3 });

    expect(await log.append(first)).toEqual({ outcome: 'appended' });
    expect(await log.append(second)).toEqual({ outcome: 'appended' });

    const stored = await log.read(first.gameId, 0);
    expect(stored.map(({ step }) => step)).toEqual([1, 1, 3, 3, 3]);
    expect(JSON.stringify(stored.map(({ event }) => event))).toBe(JSON.stringify([...first.events, ...second.events]));
  });

  it('reads from a version on, at most as many events as asked for, and nothing of other games', async () => {
    const step = aStep({ count: 5 });
    await log.append(step);
    await log.append(aStep({ count: 5 }));

    const versions = async (after: number, limit?: number) =>
      (await log.read(step.gameId, after, limit)).map(({ event }) => event.version);
    expect(await versions(2)).toEqual([3, 4, 5]);
    expect(await versions(1, 2)).toEqual([2, 3]);
    expect(await versions(5)).toEqual([]);
    expect(await log.read(randomUUID(), 0)).toEqual([]);
  });

  it('decision 4: a stale writer conflicts, and none of his events is kept', async () => {
    const first = aStep({ count: 2 });
    await log.append(first);

    expect(await log.append(aStep({ gameId: first.gameId, after: 0, actor: 'bob', count: 3 }))).toEqual({
      outcome: 'conflict',
    });
    expect(await log.append(aStep({ gameId: first.gameId, after: 1, actor: 'bob' }))).toEqual({ outcome: 'conflict' });
    expect(await log.heads([first.gameId])).toEqual(new Map([[first.gameId, 2]]));
  });

  it('decision 5: the same key of the same actor gives the step that it led to', async () => {
    const first = aStep({ count: 2 });
    await log.append(first);
    await log.append(aStep({ gameId: first.gameId, after: 2, actor: 'bob', count: 2 }));

    const repeated = { outcome: 'repeated', step: { first: 1, last: 2, fingerprint: 'fingerprint' } };
    expect(await log.append(first)).toEqual(repeated);
    expect(await log.append(aStep({ gameId: first.gameId, key: first.key, after: 4, count: 3 }))).toEqual(repeated);
    expect(await log.heads([first.gameId])).toEqual(new Map([[first.gameId, 4]]));
  });

  it('decision 5: a repetition with another body gives the fingerprint of the first one', async () => {
    const first = aStep({ fingerprint: 'one body' });
    await log.append(first);

    expect(await log.append({ ...first, fingerprint: 'another body' })).toEqual({
      outcome: 'repeated',
      step: { first: 1, last: 1, fingerprint: 'one body' },
    });
  });

  it('decision 5: a key belongs to its actor and its game', async () => {
    const first = aStep({ key: 'the same key everywhere' });
    await log.append(first);

    expect(await log.append({ ...aStep({ gameId: first.gameId, after: 1, actor: 'bob' }), key: first.key })).toEqual({
      outcome: 'appended',
    });
    expect(await log.append(aStep({ key: first.key }))).toEqual({ outcome: 'appended' });
  });

  it('decision 5: finds the step of a command, and nothing for one that is not in the log', async () => {
    const gameId = randomUUID();
    await log.append(aStep({ gameId, key: 'k1', count: 3 }));
    await log.append(aStep({ gameId, key: 'k2', after: 3, count: 2, fingerprint: 'f2' }));

    expect(await log.findStep(gameId, 'ann', 'k1')).toEqual({ first: 1, last: 3, fingerprint: 'fingerprint' });
    expect(await log.findStep(gameId, 'ann', 'k2')).toEqual({ first: 4, last: 5, fingerprint: 'f2' });
    expect(await log.findStep(gameId, 'bob', 'k1')).toBeNull();
    expect(await log.findStep(randomUUID(), 'ann', 'k1')).toBeNull();
  });

  it('decision 6: what waits together is written together, and a stale or repeated step costs the others nothing', async () => {
    const [stale, repeated] = [aStep({ count: 2 }), aStep({ count: 2 })];
    await log.append(stale);
    await log.append(repeated);
    const others = Array.from({ length: 20 }, () => aStep({ count: 2 }));

    const results = await Promise.all(
      [...others.slice(0, 10), aStep({ gameId: stale.gameId, actor: 'bob' }), repeated, ...others.slice(10)].map(
        log.append,
      ),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual([
      ...Array(10).fill('appended'),
      'conflict',
      'repeated',
      ...Array(10).fill('appended'),
    ]);
    const heads = await log.heads(others.map(({ gameId }) => gameId));
    expect([...heads.values()]).toEqual(Array(20).fill(2));
  });

  it('decision 6: steps of one game that wait together are written one after the other', async () => {
    const gameId = randomUUID();
    const steps = Array.from({ length: 5 }, (_, index) => aStep({ gameId, after: index }));

    expect(await Promise.all(steps.map(log.append))).toEqual(steps.map(() => ({ outcome: 'appended' })));
    expect((await log.read(gameId, 0)).map(({ step }) => step)).toEqual([1, 2, 3, 4, 5]);
  });

  it('decision 6: of steps for the same version exactly one wins', async () => {
    const gameId = randomUUID();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => log.append(aStep({ gameId }))));

    expect(outcomes.filter(({ outcome }) => outcome === 'appended')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'conflict')).toHaveLength(7);
  });

  it('decision 6: a step that the database refuses fails alone, and is no trouble of the log', async () => {
    const good = Array.from({ length: 4 }, () => aStep());
    const bad = aStep({ key: 'a key with a NUL \u0000' });

    const results = await Promise.allSettled([...good, bad].map(log.append));
    expect(results.map(({ status }) => status)).toEqual([...Array(4).fill('fulfilled'), 'rejected']);
    expect(results.at(-1)).not.toMatchObject({ reason: { name: 'LogUnavailable' } });
    expect(await log.heads([bad.gameId])).toEqual(new Map());
  });

  it('decision 5: a success whose answer was lost is found again, and is in the log once', async () => {
    const writer = losing(database.writer);
    const node = createEventLog({ ...database, writer });
    const steps = Array.from({ length: 3 }, () => aStep({ count: 2 }));

    writer.loseAnswers(1);
    const results = await Promise.all(steps.map(node.append));

    expect(results).toEqual(
      steps.map(() => ({ outcome: 'repeated', step: { first: 1, last: 2, fingerprint: 'fingerprint' } })),
    );
    expect([...(await log.heads(steps.map(({ gameId }) => gameId))).values()]).toEqual([2, 2, 2]);
  });

  it('refuses steps whose versions have a gap, a wrong beginning, or no event', async () => {
    const step = aStep({ after: 4 });
    await expect(log.append({ ...step, events: [] })).rejects.toThrow('without a gap');
    await expect(log.append({ ...step, events: [anEvent(6)] })).rejects.toThrow('without a gap');
    await expect(log.append({ ...step, events: [anEvent(5), anEvent(7)] })).rejects.toThrow('without a gap');
    expect(await log.read(step.gameId, 0)).toEqual([]);
  });

  it('tells the heads of many games in one answer, without those that have no events', async () => {
    const games = [aStep(), aStep({ count: 4 }), aStep({ count: 2 })];
    await Promise.all(games.map(log.append));
    const [one, four, two] = games.map(({ gameId }) => gameId);

    expect(await log.heads([...games.map(({ gameId }) => gameId), randomUUID()])).toEqual(
      new Map([
        [one, 1],
        [four, 4],
        [two, 2],
      ]),
    );
    expect(await log.heads([])).toEqual(new Map());
  });

  it('decision 9: keeps the newest snapshot of a game, byte for byte', async () => {
    const gameId = randomUUID();
    const at = (version: number, stateVersion: number) => ({
      version,
      stateVersion,
      state: { z: version, a: [stateVersion] },
    });
    expect(await log.readSnapshot(gameId)).toBeNull();

    await log.writeSnapshot(gameId, at(10, 1));
    await log.writeSnapshot(gameId, at(20, 1));
    await log.writeSnapshot(gameId, at(15, 1));
    expect(JSON.stringify(await log.readSnapshot(gameId))).toBe(JSON.stringify(at(20, 1)));

    await log.writeSnapshot(gameId, at(20, 2));
    await log.writeSnapshot(gameId, at(20, 1));
    expect(await log.readSnapshot(gameId)).toEqual(at(20, 2));
  });
});
