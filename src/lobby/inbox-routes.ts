/** What concerns one player, over HTTP. */
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import { lobbyRead } from './answer.ts';
import type { Lobby } from './lobby.ts';
import { InboxSchema } from './schemas.ts';

export function inboxRoutes(app: FastifyInstance, lobby: Lobby): void {
  route(app, {
    ...lobbyRead,
    method: 'GET',
    url: '/v1/me/inbox',
    id: 'getInbox',
    summary: 'My games, tables, invitations and matches',
    description: 'Whole, as topic `me` sends it: a bot that begins anew finds all that concerns it.',
    responses: { 200: InboxSchema },
    handle: async ({ identity }) => ({ status: 200, body: await lobby.readInbox(identity.id) }),
  });
}
