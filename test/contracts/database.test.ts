/** Rows, the log and failed statements side by side, on a pool of many connections as on one of a single one (decision 8). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEventLog } from '../../src/adapters/event-log.ts';
import { describeOnEachDatabase, type TestDatabase } from '../support/database.ts';
import { aStep } from '../support/steps.ts';

describeOnEachDatabase('database', (open) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const aPlayer = (id = randomUUID()) => ({ data: { id, name: 'Ann', kind: 'guest' } });

  it('decision 8: a refused row costs nothing but itself', async () => {
    const { prisma } = database;
    const player = aPlayer();
    await prisma.player.create(player);
    for (let time = 0; time < 5; time += 1) {
      await expect(prisma.player.create(player)).rejects.toMatchObject({ code: 'P2002' });
      expect(await prisma.player.count({ where: { id: player.data.id } })).toBe(1);
    }
  });

  it('decision 8: a transaction that fails leaves nothing, and the next one works', async () => {
    const { prisma } = database;
    const [first, second] = [aPlayer(), aPlayer()];
    const failed = prisma.$transaction(async (rows) => {
      await rows.player.create(first);
      await rows.player.create(first);
    });
    await expect(failed).rejects.toMatchObject({ code: 'P2002' });
    await prisma.$transaction(async (rows) => {
      await rows.player.create(second);
    });

    const ids = [first.data.id, second.data.id];
    expect((await prisma.player.findMany({ where: { id: { in: ids } } })).map(({ id }) => id)).toEqual([
      second.data.id,
    ]);
  });

  it('decision 8: transactions, rows and the log at the same time wait for each other and all come through', async () => {
    const { prisma } = database;
    const log = createEventLog(database);
    const steps = Array.from({ length: 20 }, () => aStep());
    const players = steps.map(() => aPlayer());

    const work = steps.flatMap((step, index) => [
      log.append(step),
      prisma.$transaction(async (rows) => {
        const player = await rows.player.create(players[index] ?? aPlayer());
        await rows.player.update({ where: { id: player.id }, data: { name: 'Bob' } });
      }),
      log.append({ ...aStep({ gameId: step.gameId }), actor: 'late' }),
      prisma.player.create(aPlayer()),
    ]);
    await Promise.all(work);

    expect((await log.heads(steps.map(({ gameId }) => gameId))).size).toBe(20);
    const ids = players.map(({ data }) => data.id);
    expect(await prisma.player.count({ where: { id: { in: ids }, name: 'Bob' } })).toBe(20);
  });
});
