/** Counts callers in Redis for all nodes together; Redis may be away or silent, and nobody waits for it. */
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Tally, Told } from '../ports/tally.ts';
import { redisConnection } from './redis-connection.ts';

export interface RedisTallyOptions {
  /** `redis://user:password@host:port/number`, or `rediss://` */
  readonly url: string;
  /** Stands before every key. */
  readonly prefix?: string;
  /** How long a request waits for an answer; after that nobody waits until one has come. */
  readonly patienceMs?: number;
  /** Hears once when counting begins to fail, and of connections that broke. */
  readonly onError?: (error: unknown) => void;
}

/** Asked and not yet answered; beyond that Redis is as good as away. */
const mostUnanswered = 10_000;

/** Connects in the background, so it succeeds while Redis is away. */
export function createRedisTally(options: RedisTallyOptions): Tally {
  const { url, prefix = 'dalmuti:limits', patienceMs = 100, onError = () => undefined } = options;
  const redis = new Redis(url, { ...redisConnection, enableAutoPipelining: true, connectionName: 'dalmuti-limits' });
  const counters = new Map<number, RateLimiterRedis>();
  let unanswered = 0;
  let failing = false;
  let silent = false;
  let isOpen = true;

  redis.on('error', onError);
  redis.on('ready', () => {
    silent = false;
  });

  /** The library keeps the increment and its expiry together. Quotas are not its business, so its own is never looked at. */
  function counter(windowSeconds: number): RateLimiterRedis {
    const known = counters.get(windowSeconds);
    if (known !== undefined) return known;
    const made = new RateLimiterRedis({ storeClient: redis, keyPrefix: prefix, points: 1, duration: windowSeconds });
    counters.set(windowSeconds, made);
    return made;
  }

  async function ask(caller: string, by: number, windowSeconds: number): Promise<Told | null> {
    unanswered += 1;
    try {
      const { consumedPoints, msBeforeNext } = await counter(windowSeconds).penalty(caller, by);
      failing = false;
      return { used: consumedPoints, msLeft: msBeforeNext };
    } catch (error) {
      if (isOpen && !failing) onError(error);
      failing = true;
      return null;
    } finally {
      unanswered -= 1;
      silent = false;
    }
  }

  const healthy = (): boolean => isOpen && redis.status === 'ready' && !silent && unanswered < mostUnanswered;

  return {
    healthy,
    async add(caller, by, windowSeconds) {
      if (!healthy()) return null;
      const asked = ask(caller, by, windowSeconds);
      let stop = (): void => undefined;
      const tooLate = new Promise<null>((resolve) => {
        const timer = setTimeout(() => {
          silent = true;
          resolve(null);
        }, patienceMs);
        stop = () => clearTimeout(timer);
      });
      const answer = await Promise.race([asked, tooLate]);
      stop();
      return answer;
    },
    close: async () => {
      isOpen = false;
      redis.disconnect();
    },
  };
}
