/** Matchmaking over HTTP. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addressOf } from '../../http/address.ts';
import { route } from '../../http/route.ts';
import { lobbyCall, lobbyRead, tableCall } from '../answer.ts';
import type { Lobby } from '../lobby.ts';
import { MatchSchema, MatchWishSchema } from '../schemas.ts';

const ofMatch = z.object({ matchId: z.uuid() });

export function matchmakingRoutes(app: FastifyInstance, { matchmaking, originOf }: Lobby): void {
  route(app, {
    ...tableCall,
    method: 'POST',
    url: '/v1/matchmaking',
    id: 'findMatch',
    sends: ['Location'],
    summary: 'Look for others who want to play the same',
    description:
      '201 with a ticket that waits, at most one for each player. The same wish gives the same ticket, 200, also in the first two minutes of its game; another wish takes the place of the one that waits. A ticket lapses 30 seconds after its player was last seen: by reading it or the inbox, or by following topic `me`.',
    body: MatchWishSchema,
    responses: { 201: MatchSchema, 200: MatchSchema },
    problems: ['ruleset_refused', 'too_many_games'],
    async handle({ body: { entropy, ...wish }, identity, request }) {
      const origin = originOf(identity.id, addressOf(request));
      const { match, isNew } = await matchmaking.ask(origin, wish, entropy ?? null);
      return isNew
        ? { status: 201, body: match, headers: { Location: `/v1/matchmaking/${match.id}` } }
        : { status: 200, body: match };
    },
  });

  route(app, {
    ...lobbyRead,
    method: 'GET',
    url: '/v1/matchmaking/:matchId',
    id: 'getMatch',
    summary: 'My ticket, and its game once it is matched',
    description: 'Asking is being seen. A ticket can be read for a day after it has stopped waiting.',
    params: ofMatch,
    responses: { 200: MatchSchema },
    handle: async ({ params, identity }) => ({
      status: 200,
      body: await matchmaking.look(identity.id, params.matchId),
    }),
  });

  route(app, {
    ...lobbyCall,
    method: 'DELETE',
    url: '/v1/matchmaking/:matchId',
    id: 'cancelMatch',
    summary: 'Look no more',
    description: 'May be repeated. 409 with the `gameId` when the match was made before.',
    params: ofMatch,
    responses: { 204: null },
    problems: ['already_matched'],
    async handle({ params, identity }) {
      await matchmaking.cancel(identity.id, params.matchId);
      return { status: 204 };
    },
  });
}
