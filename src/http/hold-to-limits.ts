/** Holds every route to its limit, and every address to what it may send in all. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { addressOf } from './address.ts';
import { ownerOf } from './identity.ts';
import { type Limiter, type Spent, tooMany } from './limiter.ts';
import type { LimitRule } from './limits.ts';
import type { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why a socket that is being opened must be closed again: its handshake succeeds, so that it can be told. */
    refusal: Problem | null;
  }
}

interface Needs {
  readonly limiter: Limiter;
}

/** Before anything is looked at: what an address sends in all. Routes without a limit and health checks are not counted. */
export const limitAddresses = plugin(
  async (app: FastifyInstance, { limiter }: Needs) => {
    app.decorateRequest('refusal', null);
    if (!limiter.counts) return;
    let warned = false;
    app.addHook('onRequest', async (request, reply) => {
      if (!request.is404 && !request.routeOptions.config.limit) return;
      if (!warned && isForwardedUnheard(request)) {
        warned = true;
        request.log.warn(
          'X-Forwarded-For came from a peer that TRUST_PROXY does not name: whoever is behind it shares limits',
        );
      }
      const spent = limiter.count('address', addressOf(request));
      if (spent.left < 0) refuse(request, reply, limiter.rules.address, spent);
    });
  },
  { name: 'limit-addresses', dependencies: ['problems'] },
);

/** Comes after `authenticate`, which says whose request it is. */
export const limitRoutes = plugin(
  async (app: FastifyInstance, { limiter }: Needs) => {
    if (!limiter.counts) return;
    app.addHook('onRequest', async (request, reply) => {
      const { limit, hourly = [] } = request.routeOptions.config;
      if (!limit || request.refusal !== null) return;
      const rule = limiter.rules[limit];
      const spent = await limiter.agree(limit, callerOf(request, rule));
      if (spent.left < 0) refuse(request, reply, rule, spent);
      else tell(reply, rule, spent);
      for (const name of hourly) {
        const rule = limiter.rules[name];
        const spent = await limiter.agree(name, callerOf(request, rule));
        if (spent.left < 0) refuse(request, reply, rule, spent);
      }
    });
  },
  { name: 'limit-routes', dependencies: ['authenticate', 'limit-addresses'] },
);

/** @throws Problem `rate_limited`, unless the request opens a socket */
function refuse(request: FastifyRequest, reply: FastifyReply, rule: LimitRule, spent: Spent): void {
  tell(reply, rule, spent);
  const problem = tooMany(rule, spent);
  if (!request.routeOptions.config.opensSocket) throw problem;
  request.refusal = problem;
}

/** The header fields of draft-ietf-httpapi-ratelimit-headers. */
function tell(reply: FastifyReply, rule: LimitRule, { left, seconds }: Spent): void {
  reply.header('RateLimit-Policy', `"${rule.name}";q=${rule.quota};w=${rule.windowSeconds}`);
  reply.header('RateLimit', `"${rule.name}";r=${Math.max(0, left)};t=${seconds}`);
}

/** Most likely a proxy that the service was not told of. */
function isForwardedUnheard({ headers, ip, raw }: FastifyRequest): boolean {
  return headers['x-forwarded-for'] !== undefined && ip === raw.socket.remoteAddress;
}

function callerOf(request: FastifyRequest, rule: LimitRule): string {
  const { identity } = request;
  if (identity === null || rule.per === 'address') return addressOf(request);
  return rule.per === 'owner' ? ownerOf(identity) : identity.id;
}
