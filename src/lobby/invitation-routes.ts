/** Seats kept for somebody: the host's invitations, and the answers of whoever is invited, over HTTP. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { route } from '../http/route.ts';
import { answerWith, lobbyCall, TABLE_HEADERS } from './answer.ts';
import type { Lobby } from './lobby.ts';
import { DeclineReasonSchema, EntropySchema, TableSchema } from './schemas.ts';

const ofTable = z.object({ tableId: z.uuid() });
const ofInvitation = z.object({ invitationId: z.uuid() });

export function invitationRoutes(app: FastifyInstance, lobby: Lobby): void {
  const { invitations } = lobby;
  const answer = answerWith(lobby);

  route(app, {
    ...lobbyCall,
    method: 'POST',
    url: '/v1/tables/:tableId/invitations',
    id: 'invitePlayer',
    sends: TABLE_HEADERS,
    summary: 'Invite a player to a seat (host)',
    description:
      'A person with whom you have played, for ten minutes, or a bot that takes your invitations, for two. An invited player can see a private table. Inviting again renews the invitation. While a game is running the player joins with its next hand, if the ruleset allows newcomers. Who has declined is left in peace for an hour.',
    params: ofTable,
    body: z.strictObject({ playerId: z.uuid() }),
    responses: { 201: TableSchema },
    problems: ['not_found', 'forbidden', 'table_full', 'table_playing', 'table_closed'],
    async handle({ params: { tableId }, body, identity }) {
      return answer(201, await invitations.invite(identity, tableId, body.playerId), identity.id);
    },
  });

  route(app, {
    ...lobbyCall,
    method: 'DELETE',
    url: '/v1/tables/:tableId/invitations/:invitationId',
    id: 'withdrawInvitation',
    sends: TABLE_HEADERS,
    summary: 'Take an invitation back (host)',
    description: 'The seat is free again. What was answered stays answered, and repeating it changes nothing.',
    params: ofTable.extend(ofInvitation.shape),
    responses: { 200: TableSchema },
    problems: ['not_found', 'forbidden'],
    handle: async ({ params, identity }) =>
      answer(200, await invitations.withdraw(identity, params.tableId, params.invitationId), identity.id),
  });

  route(app, {
    ...lobbyCall,
    scope: 'play',
    method: 'POST',
    url: '/v1/invitations/:invitationId/accept',
    id: 'acceptInvitation',
    sends: TABLE_HEADERS,
    summary: 'Accept an invitation: the seat is mine, and a bot is ready',
    description: 'It may be repeated. While a game is running the player joins with its next hand.',
    params: ofInvitation,
    body: z.strictObject({ entropy: EntropySchema.optional() }),
    responses: { 200: TableSchema },
    problems: ['not_found', 'invitation_lapsed', 'table_playing', 'table_closed'],
    handle: async ({ params, body, identity }) =>
      answer(200, await invitations.accept(identity, params.invitationId, body.entropy), identity.id),
  });

  route(app, {
    ...lobbyCall,
    scope: 'play',
    method: 'POST',
    url: '/v1/invitations/:invitationId/decline',
    id: 'declineInvitation',
    summary: 'Decline an invitation',
    description:
      'The seat that was kept is free again, and the host is told, with the reason if there is one. It may be repeated.',
    params: ofInvitation,
    body: z.strictObject({ reason: DeclineReasonSchema.optional() }),
    responses: { 204: null },
    problems: ['not_found', 'invitation_lapsed'],
    async handle({ params, body, identity }) {
      await invitations.decline(identity, params.invitationId, body.reason ?? null);
      return { status: 204 };
    },
  });
}
