/** Real nodes on one database, whose logs and Redis traffic are kept to the last byte. */
import { Writable } from 'node:stream';
import { vi } from 'vitest';
import { createLocalBus } from '../../../src/adapters/local-bus.ts';
import { createRedisBus } from '../../../src/adapters/redis-bus.ts';
import { createLogger } from '../../../src/http/logger.ts';
import type { Bus } from '../../../src/ports/bus.ts';
import { bootApp, type TestApp } from '../../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openPrivateRedis, type PrivateRedis } from '../../support/private-redis.ts';
import { type ShiftedClock, shiftedClock } from '../../support/shifted-clock.ts';
import { createRecorder, type Recorder } from './captured.ts';
import { monitorRedis, type RedisMonitor } from './redis-monitor.ts';

export interface House {
  readonly database: TestDatabase;
  readonly recorder: Recorder;
  readonly clock: ShiftedClock;
  readonly nodes: number;
  /** Where a node listens, once it does; numbers beyond the nodes begin again. */
  base(node: number): Promise<string>;
  node(node: number): Promise<TestApp>;
  /** A deploy: it goes, with all its streams, and another one comes in its place. */
  restart(node: number): Promise<void>;
  close(): Promise<void>;
}

interface Running {
  readonly app: TestApp;
  readonly base: string;
  readonly bus: Bus;
}

/** `servers`: two nodes with Postgres and a Redis of their own; `embedded`: one node that needs neither. */
export async function openHouse(kind: 'servers' | 'embedded'): Promise<House> {
  const recorder = createRecorder();
  const clock = shiftedClock();
  const database = await openTestDatabase({ kind: kind === 'servers' ? 'postgres' : 'pglite' });
  let redis: PrivateRedis | null = null;
  let monitor: RedisMonitor | null = null;
  if (kind === 'servers') {
    redis = await openPrivateRedis();
    await redis.start();
    monitor = await monitorRedis(redis.url, recorder);
  }
  const busUrl = redis?.url ?? null;

  async function boot(): Promise<Running> {
    const logged = new Writable({
      write(chunk, _encoding, done) {
        recorder.keep('log', 'log', chunk);
        done();
      },
    });
    const bus = busUrl === null ? createLocalBus() : createRedisBus({ url: busUrl });
    await vi.waitUntil(() => bus.healthy());
    const env = { ACCESS_TOKEN_MINUTES: '1440', IDLE_DAYS: '30' };
    const app = await bootApp(null, { database, bus, clock, env, logger: createLogger('trace', logged) });
    return { app, bus, base: await app.listen() };
  }

  const running = Array.from({ length: kind === 'servers' ? 2 : 1 }, boot);
  await Promise.all(running);
  let open = true;
  const at = async (node: number): Promise<Running> => {
    if (!open) throw new Error('the house is closed');
    const found = running[node % running.length];
    if (found === undefined) throw new Error('there is no such node');
    return found;
  };

  async function stop({ app, bus }: Running): Promise<void> {
    await app.close();
    await bus.close();
  }

  return {
    database,
    recorder,
    clock,
    nodes: running.length,
    base: async (node) => (await at(node)).base,
    node: async (node) => (await at(node)).app,
    async restart(node) {
      running[node % running.length] = at(node).then(stop).then(boot);
      await at(node);
    },
    async close() {
      open = false;
      try {
        for (const one of running) await stop(await one);
      } finally {
        monitor?.close();
        await redis?.close();
        await database.close();
      }
    },
  };
}
