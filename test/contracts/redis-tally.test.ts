/** What nodes count together in Redis, and that nobody waits for a Redis that is away or silent. */
import { randomBytes } from 'node:crypto';
import { expect, inject, it, type TestContext } from 'vitest';
import { createRedisTally, type RedisTallyOptions } from '../../src/adapters/redis-tally.ts';
import type { Tally } from '../../src/ports/tally.ts';
import { describeWithPrivateRedis, openPrivateRedis } from '../support/private-redis.ts';
import { describeOnRedis } from '../support/redis.ts';

const LONG_MS = 60_000;

function open(test: TestContext, options: Omit<RedisTallyOptions, 'patienceMs'> & { patienceMs?: number }): Tally {
  const tally = createRedisTally({ patienceMs: LONG_MS, ...options });
  test.onTestFinished(() => tally.close());
  return tally;
}

const isHealthy = (tally: Tally) => expect.poll(() => tally.healthy()).toBe(true);

describeOnRedis('a tally in Redis', () => {
  const shared = () => ({ url: inject('redisUrl') ?? '', prefix: `dalmuti-test-${randomBytes(8).toString('hex')}` });

  it('adds what all nodes count, for each caller apart', async (test) => {
    const where = shared();
    const [one, other] = [open(test, where), open(test, where)];
    await Promise.all([one, other].map(isHealthy));
    expect((await one.add('reads ada', 3, 60))?.used).toBe(3);
    expect((await other.add('reads ada', 2, 60))?.used).toBe(5);
    expect((await other.add('reads bob', 1, 60))?.used).toBe(1);
    expect((await one.add('reads ada', 1, 60))?.used).toBe(6);
  });

  it('keeps the window that the first has begun', async (test) => {
    const tally = open(test, shared());
    await isHealthy(tally);
    const first = await tally.add('reads ada', 1, 60);
    const second = await tally.add('reads ada', 1, 60);
    expect(first?.msLeft).toBeLessThanOrEqual(60_000);
    expect(first?.msLeft).toBeGreaterThan(0);
    expect(second?.msLeft).toBeLessThanOrEqual(first?.msLeft ?? 0);
  });

  it('forgets a window when it ends', async (test) => {
    const tally = open(test, shared());
    await isHealthy(tally);
    await tally.add('reads ada', 5, 1);
    await expect.poll(async () => (await tally.add('reads ada', 1, 1))?.used, { timeout: 20_000 }).toBe(1);
  });

  it('answers in the order in which it was asked', async (test) => {
    const tally = open(test, shared());
    await isHealthy(tally);
    const answers: (number | undefined)[] = [];
    const asking = Array.from({ length: 200 }, async () => {
      answers.push((await tally.add('frames ada', 1, 60))?.used);
    });
    await Promise.all(asking);
    expect(answers).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
  });
});

describeWithPrivateRedis('a tally whose Redis is not there', () => {
  it('says so at once, and counts again when it is back', async (test) => {
    const redis = await openPrivateRedis();
    test.onTestFinished(() => redis.close());
    const tally = open(test, { url: redis.url });
    expect(tally.healthy()).toBe(false);
    expect(await tally.add('reads ada', 1, 60)).toBe(null);
    await redis.start();
    await isHealthy(tally);
    expect((await tally.add('reads ada', 1, 60))?.used).toBe(1);
    await redis.stop();
    await expect.poll(() => tally.healthy()).toBe(false);
    expect(await tally.add('reads ada', 1, 60)).toBe(null);
    await redis.start();
    await isHealthy(tally);
    expect((await tally.add('reads ada', 1, 60))?.used).toBe(1);
  });

  it('does not wait for one that is silent, and asks it again once it has answered', async (test) => {
    const redis = await openPrivateRedis();
    test.onTestFinished(() => redis.close());
    await redis.start();
    const errors: unknown[] = [];
    const tally = open(test, { url: redis.url, patienceMs: 20, onError: (error) => errors.push(error) });
    await isHealthy(tally);
    redis.freeze();
    // The first who ask wait for a moment, whoever comes then does not.
    await expect.poll(async () => [await tally.add('reads ada', 1, 60), tally.healthy()]).toEqual([null, false]);
    expect(await tally.add('reads ada', 1, 60)).toBe(null);
    redis.thaw();
    await isHealthy(tally);
    await expect.poll(async () => (await tally.add('reads bob', 1, 60))?.used).toBeGreaterThan(0);
  });

  it('tells once that counting fails while the connection stands', async (test) => {
    const redis = await openPrivateRedis();
    test.onTestFinished(() => redis.close());
    await redis.start();
    const errors: unknown[] = [];
    const tally = open(test, { url: redis.url, onError: (error) => errors.push(error) });
    await isHealthy(tally);
    await redis.say('CONFIG SET maxmemory 1');
    expect(await tally.add('reads ada', 1, 60)).toBe(null);
    expect(await tally.add('reads ada', 1, 60)).toBe(null);
    expect(errors.map(String)).toEqual([expect.stringContaining('OOM')]);
    await redis.say('CONFIG SET maxmemory 0');
    expect((await tally.add('reads ada', 1, 60))?.used).toBe(1);
  });
});
