/** The lobby over HTTP. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addressOf } from '../http/address.ts';
import type { Identity } from '../http/identity.ts';
import { route } from '../http/route.ts';
import { answerWith, lobbyCall, lobbyRead, TABLE_HEADERS, tableCall } from './answer.ts';
import { byState } from './by-state.ts';
import { inboxRoutes } from './inbox-routes.ts';
import { invitationRoutes } from './invitation-routes.ts';
import type { Lobby } from './lobby.ts';
import { matchmakingRoutes } from './matchmaking/routes.ts';
import { noSuchTable, type TableRow } from './rows.ts';
import { RulesetsSchema, rulesets } from './rulesets.ts';
import {
  CreateTableSchema,
  EntropySchema,
  InviteCodeSchema,
  TableFilterSchema,
  TablePageSchema,
  TableSchema,
} from './schemas.ts';

const ofTable = z.object({ tableId: z.uuid() });

export function lobbyRoutes(app: FastifyInstance, lobby: Lobby): void {
  const { tables, bots, invitations, start, rematches, running } = lobby;

  const seen = async (tableId: string, viewer: string, invite?: string): Promise<TableRow> =>
    tables.seen(tableId, { playerId: viewer, invite });

  const answer = answerWith(lobby);
  const originOf = ({ id }: Identity, request: FastifyRequest) => lobby.originOf(id, addressOf(request));

  route(app, {
    method: 'GET',
    url: '/v1/rulesets',
    id: 'getRulesets',
    tag: 'Lobby',
    summary: 'Presets and every option of the rules',
    description:
      'Which values can be played, what each option means, the default clock, and what cards and classes are called. Nothing in it changes while the service runs.',
    auth: 'none',
    limit: null,
    responses: { 200: RulesetsSchema },
    handle: () => ({ status: 200, body: rulesets(), headers: { 'Cache-Control': 'public, max-age=300' } }),
  });

  route(app, {
    ...tableCall,
    method: 'POST',
    url: '/v1/tables',
    id: 'createTable',
    sends: ['Location', ...TABLE_HEADERS],
    summary: 'Open a table',
    description:
      'The caller becomes its host, and takes a seat like any other player. The answer shows the next game and the commitment to its seed.',
    body: CreateTableSchema,
    responses: { 201: TableSchema },
    problems: ['ruleset_refused', 'too_many_tables'],
    async handle({ body, identity, request }) {
      const table = await tables.create(originOf(identity, request), body);
      return answer(201, table, identity.id, { Location: `/v1/tables/${table.id}` });
    },
  });

  route(app, {
    ...lobbyRead,
    method: 'GET',
    url: '/v1/tables',
    id: 'listTables',
    summary: 'Public tables, newest first',
    description:
      'Open ones unless `state` says otherwise. Tables that are not public are found by their id or their invite code.',
    query: TableFilterSchema.extend({
      cursor: z.string().max(100).optional(),
      limit: z.int().min(1).max(100).default(50),
    }),
    responses: { 200: TablePageSchema },
    handle: async ({ query }) => ({ status: 200, body: await lobby.list(query) }),
  });

  route(app, {
    ...lobbyRead,
    method: 'GET',
    url: '/v1/tables/:tableId',
    id: 'getTable',
    sends: TABLE_HEADERS,
    summary: 'A table',
    description:
      'With everything the caller may know of it; `you.available` lists what they may do. A private table is there for its members only; to others it is a 404.',
    params: ofTable,
    responses: { 200: TableSchema },
    problems: ['not_found'],
    handle: async ({ params, identity }) => answer(200, await seen(params.tableId, identity.id), identity.id),
  });

  route(app, {
    ...lobbyRead,
    method: 'GET',
    url: '/v1/invites/:code',
    id: 'getInvite',
    sends: TABLE_HEADERS,
    summary: 'The table that an invite code opens',
    description:
      'Members of a table find its code in `inviteCode`. Small letters will do. It opens private tables too.',
    params: z.object({ code: InviteCodeSchema }),
    responses: { 200: TableSchema },
    problems: ['not_found'],
    async handle({ params, identity }) {
      const table = await tables.byInvite(params.code);
      if (table === null) throw noSuchTable();
      return answer(200, table, identity.id);
    },
  });

  route(app, {
    ...lobbyCall,
    method: 'POST',
    url: '/v1/tables/:tableId/seats',
    id: 'takeSeat',
    sends: TABLE_HEADERS,
    summary: 'Sit down',
    description:
      'Takes the lowest free seat. While a game is running one waits for its next hand, if the ruleset lets newcomers in. Repeating it changes nothing, but at an open table another `entropy` takes the place of the one before.',
    params: ofTable,
    body: z.strictObject({ invite: InviteCodeSchema.optional(), entropy: EntropySchema.optional() }),
    responses: { 200: TableSchema },
    problems: ['not_found', 'forbidden', 'table_full', 'table_playing', 'table_closed'],
    async handle({ params, body, identity }) {
      const seated = await byState({
        read: () => seen(params.tableId, identity.id, body.invite),
        open: () => tables.sit(identity, params.tableId, body.invite, body.entropy),
        playing: (table) => running.sit(identity, table, body.entropy ?? null),
      });
      return answer(200, seated, identity.id);
    },
  });

  route(app, {
    ...lobbyCall,
    method: 'DELETE',
    url: '/v1/tables/:tableId/seats/me',
    id: 'leaveSeat',
    summary: 'Stand up',
    description:
      'A host who stands up hands the table to the person on the lowest seat; without one it closes. While a game is running this is its command `leave`.',
    params: ofTable,
    responses: { 204: null },
    problems: ['not_found', 'not_seated', 'table_playing', 'table_closed'],
    async handle({ params, identity }) {
      await byState({
        read: () => seen(params.tableId, identity.id),
        open: () => tables.stand(identity, params.tableId),
        playing: (table) => running.stand(identity, table),
      });
      return { status: 204 };
    },
  });

  route(app, {
    ...lobbyCall,
    method: 'DELETE',
    url: '/v1/tables/:tableId/seats/:seat',
    id: 'removeFromSeat',
    sends: TABLE_HEADERS,
    summary: 'Remove a player from a seat (host)',
    description:
      'At an open table. The player cannot sit down again unless the host invites them. An invitation that keeps a seat is withdrawn in the same way.',
    params: ofTable.extend({ seat: z.int().min(0).max(11) }),
    responses: { 200: TableSchema },
    problems: ['not_found', 'forbidden', 'not_seated', 'table_playing', 'table_closed'],
    handle: async ({ params, identity }) =>
      answer(200, await tables.remove(identity, params.tableId, params.seat), identity.id),
  });

  route(app, {
    ...lobbyCall,
    method: 'PUT',
    url: '/v1/tables/:tableId/ready',
    id: 'setReady',
    sends: TABLE_HEADERS,
    summary: 'Say that I am ready, or not',
    description:
      'All players but the host must be ready before a start. A player who takes another seat must be ready again.',
    params: ofTable,
    body: z.strictObject({ ready: z.boolean() }),
    responses: { 200: TableSchema },
    problems: ['not_found', 'not_seated', 'table_playing', 'table_closed'],
    handle: async ({ params, body, identity }) =>
      answer(200, await tables.setReady(identity, params.tableId, body.ready), identity.id),
  });

  route(app, {
    ...lobbyCall,
    method: 'POST',
    url: '/v1/tables/:tableId/bots',
    id: 'seatBot',
    sends: TABLE_HEADERS,
    summary: 'Seat a built-in bot or invite a remote one (host)',
    description:
      'A seat taken by a bot is ready. An invitation that is not answered within two minutes lapses. While a game is running a bot comes in with the next hand, if the ruleset lets newcomers in; a built-in one fills a table that waits for players whatever the ruleset says.',
    params: ofTable,
    body: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('builtIn'), level: z.enum(['random', 'greedy']) }),
      z.strictObject({ kind: z.literal('remote'), playerId: z.uuid() }),
    ]),
    responses: { 201: TableSchema },
    problems: ['not_found', 'forbidden', 'table_full', 'table_playing', 'table_closed'],
    async handle({ params: { tableId }, body, identity }) {
      if (body.kind === 'remote') {
        return answer(201, await invitations.invite(identity, tableId, body.playerId, 'bots'), identity.id);
      }
      const seated = await byState({
        read: () => seen(tableId, identity.id),
        open: () => bots.seatBuiltIn(identity, tableId, body.level),
        playing: (table) => running.seatBuiltIn(identity, table, body.level),
      });
      return answer(201, seated, identity.id);
    },
  });

  route(app, {
    ...lobbyCall,
    method: 'POST',
    url: '/v1/tables/:tableId/start',
    id: 'startTable',
    sends: ['Location', ...TABLE_HEADERS],
    summary: 'Begin the game (host)',
    description:
      'All other players must be ready. 201 the first time, 200 when it is repeated: there is one game, whose address is in `Location`.',
    params: ofTable,
    responses: { 201: TableSchema, 200: TableSchema },
    problems: [
      'not_found',
      'forbidden',
      'too_few_players',
      'not_ready',
      'table_closed',
      'too_many_games',
      'ruleset_refused',
    ],
    async handle({ params, identity, request }) {
      const { table, gameId, started } = await start(originOf(identity, request), params.tableId);
      return answer(started ? 201 : 200, table, identity.id, { Location: `/v1/games/${gameId}` });
    },
  });

  route(app, {
    ...tableCall,
    method: 'POST',
    url: '/v1/tables/:tableId/rematch',
    id: 'rematch',
    sends: ['Location', ...TABLE_HEADERS],
    summary: 'Open the table again after its game (host)',
    description:
      'Once for each finished game: 201 with a new `next`. Players who stayed to the end keep their seats and must be ready again. 200 when the table is open already, so that repeating it is safe.',
    params: ofTable,
    responses: { 201: TableSchema, 200: TableSchema },
    problems: ['not_found', 'forbidden', 'table_playing', 'table_closed', 'too_many_tables'],
    async handle({ params, identity, request }) {
      const origin = originOf(identity, request);
      const { table, reopened } = await rematches.rematch(identity, origin, params.tableId);
      const headers = reopened ? { Location: `/v1/tables/${table.id}` } : {};
      return answer(reopened ? 201 : 200, table, identity.id, headers);
    },
  });

  route(app, {
    ...lobbyCall,
    method: 'POST',
    url: '/v1/tables/:tableId/end',
    id: 'endTable',
    sends: TABLE_HEADERS,
    summary: 'Close the table (host)',
    description:
      'For good, while it is open or waits for a rematch; invitations lapse. A running game that waits for players ends, with the reason `host`, and its table waits for a rematch. Repeating it changes nothing.',
    params: ofTable,
    responses: { 200: TableSchema },
    problems: ['not_found', 'forbidden', 'table_playing'],
    async handle({ params, identity }) {
      const read = () => seen(params.tableId, identity.id);
      const ended = await byState({
        read,
        open: () => rematches.end(identity, params.tableId),
        async playing(table) {
          await running.end(identity, table);
          if (table.gameId !== null) await rematches.gameEnded(table.gameId);
          return read();
        },
      });
      return answer(200, ended, identity.id);
    },
  });

  invitationRoutes(app, lobby);
  matchmakingRoutes(app, lobby);
  inboxRoutes(app, lobby);
}
