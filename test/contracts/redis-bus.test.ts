/** What happens to the bus while Redis is away: hints are lost, nothing waits, and everybody learns of the gap (decision 7). */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRedisBus, type RedisBus } from '../../src/adapters/redis-bus.ts';
import { describeWithPrivateRedis, openPrivateRedis, type PrivateRedis } from '../support/private-redis.ts';

describeWithPrivateRedis('bus while Redis comes and goes', () => {
  let redis: PrivateRedis;
  let publisher: RedisBus;
  let subscriber: RedisBus;
  let heard: string[];
  let gaps: number;

  beforeEach(async () => {
    redis = await openPrivateRedis();
    publisher = createRedisBus({ url: redis.url, prefix: 'p:' });
    subscriber = createRedisBus({ url: redis.url, prefix: 'p:' });
    heard = [];
    gaps = 0;
    subscriber.onGap(() => {
      gaps += 1;
    });
  });
  afterEach(async () => {
    await publisher.close();
    await subscriber.close();
    await redis.close();
  });

  const bothHealthy = (expected: boolean) =>
    expect
      .poll(() => [publisher.healthy(), subscriber.healthy()], { interval: 5, timeout: 20_000 })
      .toEqual([expected, expected]);
  const hear = (message: string) => heard.push(message);

  it('decision 7: what is published while Redis is away is dropped; afterwards the gap is told and messages travel again', async () => {
    await redis.start();
    await bothHealthy(true);
    await subscriber.subscribe('game:1', hear);
    publisher.publish('game:1', 'before');
    await expect.poll(() => heard).toEqual(['before']);
    expect(gaps).toBe(0);

    await redis.stop();
    await bothHealthy(false);
    for (let index = 0; index < 100; index += 1) publisher.publish('game:1', 'meanwhile');
    expect(publisher.counts()).toEqual({ sent: 1, dropped: 100 });

    await redis.start();
    await bothHealthy(true);
    await expect.poll(() => gaps).toBe(1);
    publisher.publish('game:1', 'after');
    await expect.poll(() => heard).toEqual(['before', 'after']);
    expect(publisher.counts()).toEqual({ sent: 2, dropped: 100 });
  });

  it('decision 7: a node starts and subscribes without Redis, and hears when it comes up', async () => {
    await subscriber.subscribe('game:1', hear);
    publisher.publish('game:1', 'too early');
    expect(subscriber.healthy()).toBe(false);

    await redis.start();
    await bothHealthy(true);
    await expect.poll(() => gaps).toBe(1);
    publisher.publish('game:1', 'on time');
    await expect.poll(() => heard).toEqual(['on time']);
  });

  it('decision 7: what was joined or left while Redis was away is so afterwards', async () => {
    await redis.start();
    await bothHealthy(true);
    const leave = await subscriber.subscribe('game:left', () => hear('left'));
    await redis.stop();
    await bothHealthy(false);
    await leave();
    await subscriber.subscribe('game:joined', () => hear('joined'));

    await redis.start();
    await bothHealthy(true);
    await expect.poll(() => gaps).toBe(1);
    publisher.publish('game:left', '');
    publisher.publish('game:joined', '');
    await expect.poll(() => heard).toEqual(['joined']);
  });

  it('decision 7: thousands of channels come back after a restart', async () => {
    await redis.start();
    await bothHealthy(true);
    await Promise.all(Array.from({ length: 2_500 }, (_, game) => subscriber.subscribe(`game:${game}`, hear)));
    await redis.stop();
    await bothHealthy(false);
    await redis.start();
    await bothHealthy(true);
    await expect.poll(() => gaps).toBe(1);

    for (const game of [0, 999, 1_000, 2_499]) publisher.publish(`game:${game}`, String(game));
    await expect.poll(() => heard).toEqual(['0', '999', '1000', '2499']);
  });

  it('a removed gap listener is not called', async () => {
    let calls = 0;
    const remove = subscriber.onGap(() => {
      calls += 1;
    });
    remove();
    await subscriber.subscribe('game:1', hear);
    await redis.start();
    await expect.poll(() => gaps, { timeout: 20_000 }).toBe(1);
    expect(calls).toBe(0);
  });
});
