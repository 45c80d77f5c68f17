/** Who somebody is and what he played, over HTTP. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SeatSchema } from '../games/schemas/basics.ts';
import { route } from '../http/route.ts';
import { IdSchema, PlayerSchema, pageOf, TimeSchema } from '../http/schemas.ts';
import type { Histories, PlayedGame, PublicProfile } from './histories.ts';

const PublicProfileSchema = z
  .object({
    ...PlayerSchema.shape,
    erased: z.boolean().describe('The player was erased: their name is "Somebody", and they have no history.'),
    createdAt: TimeSchema.nullable().describe('null when the player was erased.'),
    owner: PlayerSchema.nullable().describe('The owner of a bot; null for other players.'),
    acceptFrom: z
      .enum(['owner', 'anyone'])
      .nullable()
      .describe('Whose invitations a bot may accept; null for other players.'),
    finishedGames: z.int().describe('Number of finished games in the history that you can see.'),
  })
  .meta({ id: 'PlayerProfile', description: 'What others may know of a player.' }) satisfies z.ZodType<PublicProfile>;

const PlayedGameSchema = z
  .object({
    gameId: IdSchema,
    tableId: IdSchema,
    seat: SeatSchema.describe('The last seat that the player held in the game.'),
    preset: z.string().nullable().describe('null for games of old.'),
    startedAt: TimeSchema.describe('When the player joined the game.'),
    endedAt: TimeSchema.nullable().describe('When the game ended for the player; null while they play.'),
    rank: z
      .int()
      .nullable()
      .describe(
        'Place in the final standings, 1 for the best; null before the end and for players who left before it.',
      ),
    total: z
      .int()
      .nullable()
      .describe('Their points in the final table; null without scoring, and where `rank` is null.'),
    longestReign: z
      .int()
      .nullable()
      .describe('Their longest run of counted hands as Greater Dalmuti; null where `rank` is null.'),
  })
  .meta({ id: 'PlayedGame', description: 'A game in the history of one player.' }) satisfies z.ZodType<PlayedGame>;

const common = { tag: 'Players', auth: 'player', limit: 'reads' } as const;
const ofPlayer = z.object({ playerId: IdSchema });
/** Two people may see two histories of one player. */
const headers = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };

export function playerRoutes(app: FastifyInstance, histories: Histories): void {
  route(app, {
    ...common,
    method: 'GET',
    url: '/v1/players/:playerId',
    id: 'getPlayer',
    summary: 'A player',
    description: 'Erased players are still returned, as "Somebody", because games refer to them.',
    params: ofPlayer,
    responses: { 200: PublicProfileSchema },
    handle: async ({ params: { playerId }, identity }) => ({
      status: 200,
      body: await histories.profile(playerId, identity.id),
      headers,
    }),
  });

  route(app, {
    ...common,
    method: 'GET',
    url: '/v1/players/:playerId/games',
    id: 'listPlayerGames',
    summary: 'The games of a player, newest first',
    description:
      'Games at public tables that may be watched, and those that you played yourself; of others nothing is told. A game that the operator has moved away is still in the list.',
    params: ofPlayer,
    query: z.strictObject({
      cursor: z.string().max(100).optional(),
      limit: z.int().min(1).max(100).default(50),
    }),
    responses: { 200: pageOf(PlayedGameSchema) },
    handle: async ({ params: { playerId }, query, identity }) => ({
      status: 200,
      body: await histories.games(playerId, identity.id, query),
      headers,
    }),
  });
}
