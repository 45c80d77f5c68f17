/** Coming in with the token of another issuer. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { route } from '../http/route.ts';
import type { Exchange } from './exchange.ts';
import { GuestSchema } from './schemas.ts';

const IssuersTokenSchema = z.strictObject({
  token: z.string().min(1).max(16_384).describe('An ID token, or an access token that is a JWT.'),
});

export function exchangeRoutes(app: FastifyInstance, { exchange }: Exchange): void {
  route(app, {
    method: 'POST',
    url: '/v1/tokens/exchange',
    id: 'exchangeToken',
    tag: 'Identity',
    summary: 'Come in with the token of another issuer',
    description:
      'For issuers that the operator lists. 201: an account was made; 200: the player is known. With the access token of a guest in `Authorization`, that guest becomes an account and keeps their id.',
    auth: 'optional',
    limit: 'tokens',
    body: IssuersTokenSchema,
    responses: { 200: GuestSchema, 201: GuestSchema },
    problems: [
      'oidc_malformed',
      'oidc_issuer_unknown',
      'oidc_signature_invalid',
      'oidc_audience_wrong',
      'oidc_claims_unusable',
      'oidc_expired',
      'oidc_not_yet_valid',
      'forbidden',
      'identity_conflict',
    ],
    handle: async ({ body: { token }, identity }) => {
      const { isNew, login } = await exchange(token, identity);
      return { status: isNew ? 201 : 200, body: login, headers: { 'Cache-Control': 'no-store' } };
    },
  });
}
