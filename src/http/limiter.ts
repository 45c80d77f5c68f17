/** Counts requests against the named limits, in windows that begin with the first request; each node counts for itself. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { address } from './address.ts';
import { LIMITS, type LimitName, type LimitRule, shown } from './limits.ts';
import { problem } from './problem.ts';

export interface Spent {
  /** Requests left in this window; below zero: this one was too many. */
  readonly left: number;
  /** Until the window ends, rounded up. */
  readonly seconds: number;
}

export interface Limiter {
  /** The limits as `welcome` shows them; empty where nothing is counted. */
  readonly shown: readonly ReturnType<typeof shown>[];
  /**
   * Counts one request.
   * @param who a player's id, or an address
   * @throws Problem `rate_limited`
   */
  spend(name: LimitName, who: string): Spent;
  count(name: LimitName, who: string): Spent;
}

/** So many callers are remembered; whoever called longest ago is forgotten first. */
const MOST_CALLERS = 100_000;

/** @param counts whether limits hold at all (`RATE_LIMITS`) */
export function createLimiter(clock: { now(): number }, counts: boolean): Limiter {
  const windows = new LRUCache<string, { readonly ends: number; used: number }>({ max: MOST_CALLERS });

  function count(name: LimitName, who: string): Spent {
    const { quota, windowSeconds } = LIMITS[name];
    if (!counts) return { left: quota, seconds: windowSeconds };
    const now = clock.now();
    const key = `${name} ${who}`;
    const open = windows.get(key);
    const window = open !== undefined && open.ends > now ? open : { ends: now + windowSeconds * 1000, used: 0 };
    window.used += 1;
    if (window !== open) windows.set(key, window);
    return { left: quota - window.used, seconds: Math.ceil((window.ends - now) / 1000) };
  }

  return {
    shown: counts ? Object.values(LIMITS).map(shown) : [],
    count,
    spend(name, who) {
      const spent = count(name, who);
      if (spent.left < 0) throw tooMany(LIMITS[name], spent);
      return spent;
    },
  };
}

function tooMany(rule: LimitRule, { seconds }: Spent) {
  const detail = `The limit for ${rule.name} is ${rule.quota} in ${rule.windowSeconds} seconds.`;
  return problem('rate_limited', detail, { limit: shown(rule), retryAfterSeconds: seconds });
}

/** Holds the routes to their limits; comes after `authenticate`, which says whose request it is. */
export const limits = plugin(
  async (app: FastifyInstance, { limiter, counts }: { readonly limiter: Limiter; readonly counts: boolean }) => {
    if (!counts) return;
    app.addHook('onRequest', async (request, reply) => {
      const { limit } = request.routeOptions.config;
      if (limit === undefined) return;
      const rule: LimitRule = LIMITS[limit];
      const { left, seconds } = limiter.count(limit, callerOf(request, rule));
      reply.header('RateLimit-Policy', `"${rule.name}";q=${rule.quota};w=${rule.windowSeconds}`);
      reply.header('RateLimit', `"${rule.name}";r=${Math.max(0, left)};t=${seconds}`);
      if (left < 0) throw tooMany(rule, { left, seconds });
    });
  },
  { name: 'limits', dependencies: ['authenticate'] },
);

function callerOf(request: FastifyRequest, rule: LimitRule): string {
  const player = rule.per === 'player' ? request.identity?.id : undefined;
  return player ?? address(request.ip);
}
