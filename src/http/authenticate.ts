/** Finds out who asks, before anything else of the request is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { addressOf } from './address.ts';
import type { Listen } from './failures.ts';
import type { Identity, Scope, Verify } from './identity.ts';
import { problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` where no token was sent or none is looked at. */
    identity: Identity | null;
  }
}

export const authenticate = plugin(
  async (app: FastifyInstance, { verify, listen }: { readonly verify: Verify; readonly listen: Listen }) => {
    app.decorateRequest('identity', null);
    app.addHook('onRequest', async (request) => {
      const { auth = 'none', scope } = request.routeOptions.config;
      if (auth === 'none') return;
      const token = readToken(request);
      if (token === null && auth === 'optional') return;
      if (token === null)
        throw problem('token_missing', 'Send "Authorization: Bearer <token>"; POST /v1/guests gives one.');
      request.identity = await listen(addressOf(request), () => verify(token));
      if (scope !== undefined) requireScope(request.identity, scope);
    });
  },
  { name: 'authenticate', dependencies: ['problems'] },
);

/** @throws Problem `scope_missing` */
export function requireScope(identity: Identity, scope: Scope): void {
  if (identity.scopes.includes(scope)) return;
  throw problem('scope_missing', `This call needs the scope ${scope}.`, { requiredScope: scope });
}

/**
 * @returns `null` when no token was sent
 * @throws Problem `token_invalid` when something else than a Bearer token was sent
 */
export function readToken(request: FastifyRequest): string | null {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  const [, token] = /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(authorization) ?? [];
  if (token === undefined) throw problem('token_invalid', 'The header Authorization must be "Bearer <token>".');
  return token;
}
