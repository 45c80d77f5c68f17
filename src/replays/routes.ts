/** What a game leaves behind when it is over: the whole story, and the proof that nobody chose its deals. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { viewerOf } from '../games/access.ts';
import type { States } from '../games/load.ts';
import type { Seeds } from '../games/seeds.ts';
import { playersIn } from '../games/wire.ts';
import { problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import type { Directory } from '../identity/directory.ts';
import type { EventLog } from '../ports/event-log.ts';
import { fairnessOf, replayOf } from './document.ts';
import { handsRoutes } from './hands-routes.ts';
import { FairnessSchema, ReplaySchema } from './schemas.ts';

export interface ReplayNeeds {
  readonly states: States;
  readonly seeds: Seeds;
  readonly log: EventLog;
  readonly directory: Directory;
}

const params = z.object({ gameId: z.uuid() });
const headers = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };

export function replayRoutes(app: FastifyInstance, needs: ReplayNeeds): void {
  const { states, seeds, log, directory } = needs;

  handsRoutes(app, needs);

  const eventsOf = async (gameId: string) => (await log.read(gameId, 0)).map(({ event }) => event);

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
      const { state } = viewerOf(await states.fresh(gameId), identity.id);
      const seed = await seeds.reveal(state);
      return { status: 200, body: fairnessOf(await eventsOf(gameId), seed), headers };
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
    limit: 'reads',
    params,
    responses: { 200: ReplaySchema },
    problems: ['not_found', 'game_not_over', 'unavailable'],
    async handle({ params: { gameId }, identity }) {
      const { state } = viewerOf(await states.fresh(gameId), identity.id);
      const seed = await seeds.reveal(state);
      if (seed === null) throw problem('game_not_over', 'The replay is there when the game is over.', { gameId });
      const events = await eventsOf(gameId);
      const names = await directory.players(playersIn(events));
      return { status: 200, json: JSON.stringify(replayOf(events, names, seed)), headers };
    },
  });
}
