/** What a game leaves behind: the finishing-order log, as JSON or CSV. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { viewerOf } from '../games/access.ts';
import type { States } from '../games/load.ts';
import { SeatSchema, TitleSchema } from '../games/schemas/basics.ts';
import { PlacingSchema } from '../games/schemas/view.ts';
import { problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import { IdSchema, TimeSchema } from '../http/schemas.ts';
import type { Directory } from '../identity/directory.ts';
import type { EventLog } from '../ports/event-log.ts';
import { handsCsv } from './csv.ts';
import { type HandRow, handRows } from './hands.ts';

const HandRowSchema = z
  .object({
    gameId: IdSchema,
    handNumber: z.int(),
    void: z.boolean(),
    startedAt: TimeSchema,
    endedAt: TimeSchema,
    preset: z.string(),
    deck: z.string(),
    revolution: z.object({ by: SeatSchema, greater: z.boolean() }).nullable(),
    exchanges: z.array(
      z.object({
        kind: z.enum(['greater', 'lesser', 'merchant']),
        upper: SeatSchema,
        lower: SeatSchema,
        count: z.int(),
      }),
    ),
    joined: z.array(SeatSchema),
    left: z.array(SeatSchema),
    placings: z.array(
      PlacingSchema.extend({
        playerId: IdSchema,
        name: z.string(),
        standIn: z.boolean(),
        titleDealt: TitleSchema,
        titlePlayed: TitleSchema,
        titleNext: TitleSchema,
      }),
    ),
  })
  .meta({
    id: 'HandRow',
    description: 'One finished hand: who finished where, and what each was called before and after.',
  });
HandRowSchema satisfies z.ZodType<HandRow>;

const MOST_ROWS = 200;

interface Needs {
  readonly states: States;
  readonly log: EventLog;
  readonly directory: Directory;
}

export function replayRoutes(app: FastifyInstance, { states, log, directory }: Needs): void {
  route(app, {
    method: 'GET',
    url: '/v1/games/:gameId/hands',
    id: 'getHands',
    tag: 'Games',
    summary: 'The finishing-order log',
    description: 'Finished hands, oldest first. `Accept: text/csv` gives all of them as a table.',
    auth: 'player',
    limit: 'reads',
    params: z.object({ gameId: z.uuid() }),
    query: z.strictObject({
      limit: z.int().min(1).max(MOST_ROWS).default(MOST_ROWS),
      cursor: z.string().max(64).optional(),
    }),
    headers: z.object({ accept: z.string().optional() }),
    responses: {
      200: z.object({ items: z.array(HandRowSchema), next: z.string().nullable() }).meta({ id: 'HandRowPage' }),
    },
    types: ['text/csv'],
    problems: ['not_found', 'unavailable'],
    async handle({ params: { gameId }, query: { limit, cursor }, headers, identity }) {
      const { state } = viewerOf(await states.fresh(gameId), identity.id);
      const names = await directory.players(state.board.seats.map(({ player }) => player));
      const rows = handRows(
        (await log.read(gameId, 0)).map(({ event }) => event),
        names,
      );
      if (wantsCsv(headers.accept))
        return { status: 200, text: { type: 'text/csv; charset=utf-8', body: handsCsv(rows) } };
      const from = cursor === undefined ? 0 : fromCursor(cursor);
      const items = rows.slice(from, from + limit);
      const next = from + limit < rows.length ? toCursor(from + limit) : null;
      return { status: 200, body: { items, next } };
    },
  });
}

function wantsCsv(accept: string | undefined): boolean {
  return accept !== undefined && /^\s*text\/csv\b/i.test(accept);
}

const toCursor = (index: number) => Buffer.from(`hand:${index}`).toString('base64url');

function fromCursor(cursor: string): number {
  const index = /^hand:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (index !== undefined) return Number(index);
  throw problem('invalid_request', 'The cursor is none of ours.', {
    errors: [{ pointer: '#/cursor', code: 'invalid_cursor', detail: 'Send `next` of the page before as it stands.' }],
  });
}
