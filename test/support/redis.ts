/** Gives tests a bus of their own: on the Redis that was found, under a prefix of its own, or inside the process. */
import { randomBytes } from 'node:crypto';
import { describe, inject } from 'vitest';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import { createRedisBus } from '../../src/adapters/redis-bus.ts';
import type { Bus } from '../../src/ports/bus.ts';

export interface TestBus {
  readonly kind: 'redis' | 'local';
  /** Where another process finds the same Redis; `null` for the local bus. */
  readonly url: string | null;
  readonly prefix: string;
  /** What the ends have met: broken connections, and listeners that threw. */
  readonly errors: readonly unknown[];
  /** A node's end of the bus, once messages travel: a connection of its own, or the one local bus again. */
  connect(): Promise<Bus>;
  /** Closes every end. */
  close(): Promise<void>;
}

/** Whether this run has a Redis server. */
export function hasRedis(): boolean {
  return inject('redisUrl') !== null;
}

/** @param kind without it, Redis where there is a server */
export function openTestBus(kind: TestBus['kind'] = hasRedis() ? 'redis' : 'local'): TestBus {
  const ends: Bus[] = [];
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const closeAll = async () => {
    await Promise.all(ends.map((end) => end.close()));
  };
  if (kind === 'local') {
    const bus = createLocalBus(onError);
    ends.push(bus);
    return { kind, url: null, prefix: '', errors, connect: async () => bus, close: closeAll };
  }
  const url = inject('redisUrl');
  if (url === null) throw new Error('This test needs a Redis server: use describeOnRedis.');
  const prefix = `dalmuti-test-${randomBytes(8).toString('hex')}:`;
  return {
    kind,
    url,
    prefix,
    errors,
    connect: async () => {
      const bus = createRedisBus({ url, prefix, onError });
      ends.push(bus);
      while (!bus.healthy()) await new Promise((resolve) => setTimeout(resolve, 5));
      return bus;
    },
    close: closeAll,
  };
}

/** A suite that only a real server can run; without one it is skipped, and the run says so. */
export function describeOnRedis(name: string, suite: () => void): void {
  if (!hasRedis()) console.warn(`SKIPPED, as there is no Redis server: ${name}`);
  describe.skipIf(!hasRedis())(name, suite);
}

/** The same suite on both buses. */
export function describeOnEachBus(name: string, suite: (open: () => TestBus) => void): void {
  describe(`${name} on the local bus`, () => suite(() => openTestBus('local')));
  describeOnRedis(`${name} on Redis`, () => suite(() => openTestBus('redis')));
}
