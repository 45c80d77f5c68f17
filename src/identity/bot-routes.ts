/** My bots and their tokens. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { route } from '../http/route.ts';
import { IdSchema, pageOf } from '../http/schemas.ts';
import type { Bots } from './bots.ts';
import { readName } from './names.ts';
import { BotSchema, BotTokenSchema, NewBotSchema } from './schemas.ts';

export function botRoutes(app: FastifyInstance, bots: Bots): void {
  const common = { tag: 'Identity', auth: 'player', scope: 'bots', limit: 'bots' } as const;
  const hourly = ['changes', 'addressChanges'] as const;
  const params = z.object({ botId: IdSchema });

  route(app, {
    ...common,
    hourly,
    method: 'POST',
    url: '/v1/bots',
    id: 'createBot',
    summary: 'Make a bot account',
    description: 'It plays with a token of its own, which the next call makes.',
    body: NewBotSchema,
    responses: { 201: BotSchema },
    problems: ['forbidden'],
    handle: async ({ identity, body: { name, acceptFrom } }) => ({
      status: 201,
      body: await bots.create(identity, readName(name), acceptFrom),
    }),
  });

  route(app, {
    ...common,
    method: 'GET',
    url: '/v1/bots',
    id: 'listBots',
    summary: 'My bots',
    description: 'All of them, oldest first, on one page. Tokens are not shown again.',
    responses: { 200: pageOf(BotSchema) },
    handle: async ({ identity }) => ({ status: 200, body: { items: await bots.list(identity), next: null } }),
  });

  route(app, {
    ...common,
    hourly,
    method: 'POST',
    url: '/v1/bots/:botId/token',
    id: 'createBotToken',
    summary: 'Make a token for a bot',
    description:
      'Shown this once. The token that the bot had before is revoked, and the sockets that it opened are closed.',
    params,
    responses: { 201: BotTokenSchema },
    handle: async ({ identity, params: { botId } }) => ({
      status: 201,
      body: { ...(await bots.issueToken(identity, botId)), scopes: ['play'] },
      headers: { 'Cache-Control': 'no-store' },
    }),
  });

  route(app, {
    ...common,
    hourly,
    method: 'DELETE',
    url: '/v1/bots/:botId',
    id: 'deleteBot',
    summary: 'Remove a bot',
    description: 'Its token is revoked and its sockets are closed; the games that it played stay.',
    params,
    responses: { 204: null },
    handle: async ({ identity, params: { botId } }) => {
      await bots.remove(identity, botId);
      return { status: 204 };
    },
  });
}
