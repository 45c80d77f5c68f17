/** Coming in, staying in, and who I am. */
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { Admission } from './admission.ts';
import type { Guests } from './guests.ts';
import { readName } from './names.ts';
import { GuestSchema, JwksSchema, MeSchema, NewGuestSchema, RefreshSchema, TokensSchema } from './schemas.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Whoever stores an answer with tokens gives them to others. */
const secret = { 'Cache-Control': 'no-store' };

export interface GuestRoutesDeps {
  readonly guests: Guests;
  readonly admission: Admission;
  readonly keys: SigningKeys;
}

export function guestRoutes(app: FastifyInstance, { guests, admission, keys }: GuestRoutesDeps): void {
  route(app, {
    method: 'POST',
    url: '/v1/guests',
    id: 'createGuest',
    tag: 'Identity',
    summary: 'Come in as a guest',
    description:
      'Needs no account. Some services demand a `code` or have no guests (403 `guests_refused`). The access token goes into `Authorization: Bearer …`; the refresh token gives the next one.',
    auth: 'none',
    limit: 'guests',
    body: NewGuestSchema,
    responses: { 201: GuestSchema },
    problems: ['guests_refused'],
    handle: async ({ body: { name, locale, code } }) => {
      const read = readName(name);
      await admission.admit(code);
      return { status: 201, body: await guests.create(read, locale ?? null), headers: secret };
    },
  });

  route(app, {
    method: 'POST',
    url: '/v1/tokens/refresh',
    id: 'refreshTokens',
    tag: 'Identity',
    summary: 'Exchange a refresh token for new tokens',
    description:
      'Each refresh token is good for one exchange. When the answer was lost, the same token gives the same successor for another minute; later use ends the whole login.',
    auth: 'none',
    limit: 'tokens',
    body: RefreshSchema,
    responses: { 200: TokensSchema },
    problems: ['token_invalid', 'token_expired', 'token_reused', 'token_revoked', 'player_banned'],
    handle: async ({ body }) => ({ status: 200, body: await guests.refresh(body.refreshToken), headers: secret }),
  });

  route(app, {
    method: 'GET',
    url: '/v1/me',
    id: 'getMe',
    tag: 'Identity',
    summary: 'Who I am, and what my token allows',
    description: '`scopes` are those of the token that was sent: a bot finds fewer than a guest.',
    auth: 'player',
    limit: 'reads',
    responses: { 200: MeSchema },
    problems: ['not_found'],
    handle: async ({ identity }) => ({
      status: 200,
      body: { ...(await guests.profile(identity.id)), scopes: identity.scopes },
      headers: { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' },
    }),
  });

  route(app, {
    method: 'GET',
    url: '/.well-known/jwks.json',
    id: 'getJwks',
    tag: 'Identity',
    summary: 'The public keys of access tokens',
    description: 'A JSON Web Key Set (RFC 7517). A rotation adds the new key before it is used, and no login ends.',
    auth: 'none',
    limit: null,
    responses: { 200: JwksSchema },
    handle: async () => ({ status: 200, body: await keys.jwks(), headers: { 'Cache-Control': 'public, max-age=300' } }),
  });
}
