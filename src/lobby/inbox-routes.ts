/** What concerns one player, and his answers to invitations, over HTTP. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { route } from '../http/route.ts';
import { answerWith, lobbyCall, lobbyRead, TABLE_HEADERS } from './answer.ts';
import type { Lobby } from './lobby.ts';
import { EntropySchema, InboxSchema, TableSchema } from './schemas.ts';

const ofInvitation = z.object({ invitationId: z.uuid() });

export function inboxRoutes(app: FastifyInstance, lobby: Lobby): void {
  const { bots } = lobby;
  const answer = answerWith(lobby);

  route(app, {
    ...lobbyRead,
    method: 'GET',
    url: '/v1/me/inbox',
    id: 'getInbox',
    summary: 'My games, tables and invitations',
    description: 'Whole, as topic `me` sends it: a bot that begins anew finds all that concerns it.',
    responses: { 200: InboxSchema },
    handle: async ({ identity }) => ({ status: 200, body: await lobby.readInbox(identity.id) }),
  });

  route(app, {
    ...lobbyCall,
    scope: 'play',
    method: 'POST',
    url: '/v1/invitations/:invitationId/accept',
    id: 'acceptInvitation',
    sends: TABLE_HEADERS,
    summary: 'Accept an invitation: the seat is mine, and a bot is ready',
    description: 'It may be repeated. While a game is running the bot comes in with its next hand.',
    params: ofInvitation,
    body: z.strictObject({ entropy: EntropySchema.optional() }),
    responses: { 200: TableSchema },
    problems: ['not_found', 'invitation_lapsed', 'table_playing', 'table_closed'],
    handle: async ({ params, body, identity }) =>
      answer(200, await bots.accept(identity, params.invitationId, body.entropy), identity.id),
  });

  route(app, {
    ...lobbyCall,
    scope: 'play',
    method: 'POST',
    url: '/v1/invitations/:invitationId/decline',
    id: 'declineInvitation',
    summary: 'Decline an invitation',
    description: 'The seat that was kept is free again. It may be repeated.',
    params: ofInvitation,
    body: z.strictObject({ reason: z.enum(['busy', 'ruleset', 'clock', 'generic']).optional() }),
    responses: { 204: null },
    problems: ['not_found', 'invitation_lapsed'],
    async handle({ params, identity }) {
      await bots.decline(identity, params.invitationId);
      return { status: 204 };
    },
  });
}
