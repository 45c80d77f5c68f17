/** Games and tables, for those who keep order. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requireScope } from '../http/authenticate.ts';
import { route } from '../http/route.ts';
import { IdSchema, pageOf } from '../http/schemas.ts';
import { adminCall, noStore, pageQuery } from './admin-call.ts';
import type { CloseTable } from './close-table.ts';
import type { AdminGames } from './games.ts';
import { ClosedTableSchema, FoundGameSchema, GameStateSchema, InspectedGameSchema, ReasonSchema } from './schemas.ts';

export function adminGameRoutes(app: FastifyInstance, games: AdminGames, closeTable: CloseTable): void {
  const ofGame = z.object({ gameId: IdSchema });

  route(app, {
    ...adminCall,
    method: 'GET',
    url: '/v1/admin/games',
    id: 'findGames',
    summary: 'Find games, newest first',
    description: 'Games of all tables, by state, player or table. The next call returns the public view of one.',
    query: z.strictObject({
      state: GameStateSchema.optional(),
      player: IdSchema.optional(),
      table: IdSchema.optional(),
      ...pageQuery,
    }),
    responses: { 200: pageOf(FoundGameSchema) },
    handle: async ({ query }) => ({ status: 200, body: await games.find(query), headers: noStore }),
  });

  route(app, {
    ...adminCall,
    method: 'GET',
    url: '/v1/admin/games/:gameId',
    id: 'inspectGame',
    summary: 'Look into a game',
    description:
      'What a spectator would see, and what the game waits for. `secrets=true` shows every hand as well: it needs the scope `admin:secrets`, and stands in the audit log before it is answered. The seed is never shown.',
    params: ofGame,
    query: z.strictObject({ secrets: z.boolean().default(false) }),
    responses: { 200: InspectedGameSchema },
    problems: ['not_found', 'unavailable'],
    async handle({ params: { gameId }, query: { secrets }, identity }) {
      if (secrets) requireScope(identity, 'admin:secrets');
      const game = await games.inspect(identity, gameId, secrets);
      return { status: 200, json: JSON.stringify(game), headers: noStore };
    },
  });

  route(app, {
    ...adminCall,
    method: 'POST',
    url: '/v1/admin/games/:gameId/end',
    id: 'endGame',
    summary: 'End a game',
    description:
      'Whatever it waits for, with the reason `admin`; the hand that runs does not count. Its table may have a rematch. Repeating it changes nothing.',
    params: ofGame,
    body: ReasonSchema,
    responses: { 200: InspectedGameSchema },
    problems: ['not_found', 'unavailable'],
    async handle({ params: { gameId }, body: { reason }, identity }) {
      const game = await games.end(identity, gameId, reason);
      return { status: 200, json: JSON.stringify(game), headers: noStore };
    },
  });

  route(app, {
    ...adminCall,
    method: 'POST',
    url: '/v1/admin/tables/:tableId/close',
    id: 'closeTable',
    summary: 'Close a table for good',
    description: 'With `endGame` a running game is ended first; without it that is 409. Repeating it changes nothing.',
    params: z.object({ tableId: IdSchema }),
    body: z.strictObject({ ...ReasonSchema.shape, endGame: z.boolean().default(false) }),
    responses: { 200: ClosedTableSchema },
    problems: ['not_found', 'table_playing', 'unavailable'],
    handle: async ({ params: { tableId }, body: { reason, endGame }, identity }) => ({
      status: 200,
      body: await closeTable(identity, tableId, reason, endGame),
      headers: noStore,
    }),
  });
}
