/** What a game leaves behind when it is over: the whole story, and the proof that nobody chose its deals. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Eyes } from '../games/seen.ts';
import { encodingFor, namesTag } from '../http/conditional.ts';
import type { Limiter } from '../http/limiter.ts';
import { problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import type { SystemClock } from '../ports/system.ts';
import { handsRoutes } from './hands-routes.ts';
import { createReplays, type ReplaysNeeds } from './replays.ts';
import { FairnessSchema, ReplaySchema } from './schemas.ts';
import { createSending } from './sending.ts';

const params = z.object({ gameId: z.uuid() });
const headers = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };

interface Deps extends ReplaysNeeds, Pick<Eyes, 'seenBy'> {
  readonly limiter: Limiter;
  readonly clock: SystemClock;
}

export function replayRoutes(app: FastifyInstance, deps: Deps): void {
  const { seenBy, log, limiter, clock } = deps;
  const replays = createReplays(deps);
  const sending = createSending(clock);

  handsRoutes(app, { seenBy, log, limiter, replays, sending });

  route(app, {
    method: 'GET',
    url: '/v1/games/:gameId/fairness',
    id: 'getFairness',
    tag: 'Games',
    summary: 'What the deals of a game follow from',
    description:
      'The commitment to its seed, which its table showed before anybody could sit down, and what players have contributed; once the game is over, the seed. With it anybody can draw and deal the whole game again.',
    auth: 'player',
    limit: 'reads',
    params,
    responses: { 200: FairnessSchema },
    problems: ['not_found', 'unavailable'],
    async handle({ params: { gameId }, identity }) {
      const { view } = await seenBy(gameId, identity.id);
      return { status: 200, body: await replays.fairness({ board: view }), headers };
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/games/:gameId/replay',
    id: 'getReplay',
    tag: 'Games',
    summary: 'A finished game as one document',
    description:
      'Every event in full, with all that was hidden, and the proof. A game that others may not watch is for those who played it. While it goes on, your own story of it is at `/events`.',
    auth: 'player',
    limit: 'replays',
    params,
    headers: z.object({ 'if-none-match': z.string().optional() }),
    sends: ['ETag', 'Content-Encoding'],
    responses: { 200: ReplaySchema, 304: null },
    problems: ['not_found', 'game_not_over', 'unavailable'],
    async handle({ params: { gameId }, headers: given, identity, request }) {
      const { view } = await seenBy(gameId, identity.id);
      const document = await replays.document({ board: view });
      if (document === null)
        throw problem('game_not_over', 'The replay is available when the game is over.', { gameId });
      const etag = `W/"${document.key}"`;
      const tags = { ...headers, ETag: etag, Vary: 'Authorization, Accept-Encoding' };
      if (namesTag(given['if-none-match'], etag)) return { status: 304, headers: tags };
      // The body of a HEAD would be read to its end and discarded.
      if (request.method === 'HEAD') return { status: 200, json: '', headers: tags };
      const encoding = encodingFor(request.headers['accept-encoding'], ['gzip']);
      const body = await sending.stream(identity.id, document, encoding);
      const stream = { type: 'application/json; charset=utf-8', encoding, body };
      return { status: 200, stream, headers: tags };
    },
  });
}
