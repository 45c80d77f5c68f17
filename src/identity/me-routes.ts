/** What I may do with myself: another name, an end, a second device. */
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import type { DeviceCodes } from './device-codes.ts';
import type { Guests } from './guests.ts';
import { readName } from './names.ts';
import type { OwnAccount } from './own-account.ts';
import { DeviceCodeSchema, MeSchema, ProfileChangeSchema, TokensSchema, UseDeviceCodeSchema } from './schemas.ts';

interface Needs {
  readonly guests: Guests;
  readonly account: OwnAccount;
  readonly deviceCodes: DeviceCodes;
}

/** Bots have not this scope: their owners name and remove them. */
const mine = { tag: 'Identity', auth: 'player', scope: 'lobby', limit: 'lobby' } as const;
/** Whoever stores an answer with a code or tokens gives them to others. */
const secret = { 'Cache-Control': 'no-store' };

export function meRoutes(app: FastifyInstance, { guests, account, deviceCodes }: Needs): void {
  route(app, {
    ...mine,
    method: 'PATCH',
    url: '/v1/me',
    id: 'changeMe',
    summary: 'Change my name or language',
    description:
      'What is left out stays. The new name is seen everywhere within a minute, in games that are over as well. A bot is named by its owner.',
    body: ProfileChangeSchema,
    responses: { 200: MeSchema },
    async handle({ identity, body: { name, locale } }) {
      await account.change(identity.id, {
        ...(name === undefined ? {} : { name: readName(name) }),
        ...(locale === undefined ? {} : { locale }),
      });
      return { status: 200, body: { ...(await guests.profile(identity.id)), scopes: identity.scopes } };
    },
    problems: ['not_found'],
  });

  route(app, {
    ...mine,
    method: 'DELETE',
    url: '/v1/me',
    id: 'eraseMe',
    summary: 'Erase me and my bots',
    description:
      'For good. Seats at tables are given up as by standing up, running games are left, invitations lapse; then names, tokens and codes go, and all streams are closed (4003). Games stay readable, with "Somebody" in them. After 503 or a lost answer repeat it: 401 `token_revoked` says that it is done.',
    responses: { 204: null },
    problems: ['unavailable'],
    async handle({ identity }) {
      await account.erase(identity.id);
      return { status: 204 };
    },
  });

  route(app, {
    ...mine,
    method: 'POST',
    url: '/v1/me/device-codes',
    id: 'createDeviceCode',
    summary: 'Make a code for a second device',
    description:
      'Entered on another device within ten minutes, it logs that device in as you, once. Of more than three open codes the oldest ends.',
    responses: { 201: DeviceCodeSchema },
    handle: async ({ identity }) => ({ status: 201, body: await deviceCodes.make(identity.id), headers: secret }),
  });

  route(app, {
    method: 'POST',
    url: '/v1/tokens/device',
    id: 'useDeviceCode',
    tag: 'Identity',
    summary: 'Come in on a second device',
    description:
      'Tokens of the player who made the code; refreshing on one device does not log the other one out. A code that is wrong, was used or has expired is always the same 422.',
    auth: 'none',
    limit: 'tokens',
    body: UseDeviceCodeSchema,
    responses: { 200: TokensSchema },
    problems: ['device_code_refused', 'player_banned'],
    handle: async ({ body }) => ({
      status: 200,
      body: await guests.onDevice((tx) => deviceCodes.use(tx, body.code)),
      headers: secret,
    }),
  });
}
