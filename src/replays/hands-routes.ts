/** The finishing-order log, as JSON or CSV. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SeatSchema, TitleSchema } from '../games/schemas/basics.ts';
import { PlacingSchema } from '../games/schemas/view.ts';
import type { Eyes } from '../games/seen.ts';
import { encodingFor } from '../http/conditional.ts';
import { fromCursor, toCursor } from '../http/cursor.ts';
import type { Limiter } from '../http/limiter.ts';
import { route } from '../http/route.ts';
import { IdSchema, TimeSchema } from '../http/schemas.ts';
import type { EventLog } from '../ports/event-log.ts';
import { csvOf, rowsFrom } from './hand-pages.ts';
import type { HandRow } from './hands.ts';
import { namesKey, type Replays } from './replays.ts';
import type { Sending } from './sending.ts';

const HandRowSchema = z
  .object({
    gameId: IdSchema,
    handNumber: z.int(),
    void: z.boolean().meta({ description: 'The hand does not count: `placings` is empty, totals stay as they were.' }),
    startedAt: TimeSchema.meta({ description: 'When it was dealt, or, where it never was, when dealing began.' }),
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
    joined: z.array(SeatSchema).meta({
      description:
        'Seats of this hand that were not in the hand before; in the first one, not in the game at its start.',
    }),
    left: z.array(SeatSchema).meta({
      description:
        'Seats of the hand before that are not in this one. A player who leaves during a hand still has a place in it, and is in `left` of the next row.',
    }),
    placings: z.array(
      PlacingSchema.extend({
        playerId: IdSchema,
        name: z.string(),
        standIn: z.boolean().meta({
          description:
            'Whether a stand-in made at least one move for this seat in this hand; silence in the revolution window is none.',
        }),
        titleDealt: TitleSchema,
        titlePlayed: TitleSchema,
        titleNext: TitleSchema,
      }),
    ),
  })
  .meta({
    id: 'HandRow',
    description:
      'One hand that is over, finished or void: who finished where, and what each was called when it was dealt, when it was played (after a greater revolution) and by the place earned. It never changes.',
  });
HandRowSchema satisfies z.ZodType<HandRow>;

const MAX_ROWS = 200;

interface Deps extends Pick<Eyes, 'seenBy'> {
  readonly log: EventLog;
  readonly limiter: Limiter;
  readonly replays: Replays;
  readonly sending: Sending;
}

const PLACE = /^hand:(\d{1,9})$/;

export function handsRoutes(app: FastifyInstance, { seenBy, log, limiter, replays, sending }: Deps): void {
  route(app, {
    method: 'GET',
    url: '/v1/games/:gameId/hands',
    id: 'getHands',
    tag: 'Games',
    summary: 'The finishing-order log',
    description:
      'Hands that are over, oldest first. `Accept: text/csv` returns all of them as a table, under the limit `replays`: a line for each seat and hand and one for each void hand, lists with spaces between, exchanges as `kind:upper:lower:count`.',
    auth: 'player',
    limit: 'reads',
    params: z.object({ gameId: z.uuid() }),
    query: z.strictObject({
      limit: z.int().min(1).max(MAX_ROWS).default(MAX_ROWS),
      cursor: z.string().max(64).optional(),
    }),
    headers: z.object({ accept: z.string().optional() }),
    responses: {
      200: z.object({ items: z.array(HandRowSchema), next: z.string().nullable() }).meta({ id: 'HandRowPage' }),
    },
    sends: ['Content-Encoding'],
    types: ['text/csv'],
    problems: ['not_found', 'unavailable'],
    async handle({ params: { gameId }, query: { limit, cursor }, headers, identity, request }) {
      const { view } = await seenBy(gameId, identity.id);
      const from = cursor === undefined ? 0 : Number(fromCursor(cursor, PLACE)[0]);
      const told = { log, people: await replays.people({ board: view }), gameId, until: view.version };
      if (wantsCsv(headers.accept)) {
        const type = 'text/csv; charset=utf-8';
        // The body of a HEAD would be read to its end and discarded.
        if (request.method === 'HEAD') return { status: 200, text: { type, body: '' } };
        limiter.spend('replays', identity.id);
        const key = `hands.${gameId}.${view.version}.${namesKey(told.people.names)}`;
        const encoding = encodingFor(request.headers['accept-encoding'], ['gzip']);
        const body = await sending.stream(identity.id, { key, parts: () => csvOf(told) }, encoding);
        return { status: 200, stream: { type, encoding, body }, headers: { Vary: 'Accept, Accept-Encoding' } };
      }
      const items: HandRow[] = [];
      // One more tells whether there are any.
      const rows = rowsFrom(told, from, limit + 1);
      for (;;) {
        const some = await sending.read(identity.id, () => rows.next());
        if (some.done) break;
        items.push(...some.value);
      }
      const next = items.length > limit ? toCursor(`hand:${from + limit}`) : null;
      return { status: 200, body: { items: items.slice(0, limit), next } };
    },
  });
}

function wantsCsv(accept: string | undefined): boolean {
  return accept !== undefined && /^\s*text\/csv\b/i.test(accept);
}
