/** A game over plain HTTP: the view, one command, and the events with long poll. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { route } from '../http/route.ts';
import { CommandKeySchema } from '../http/schemas.ts';
import type { Directory } from '../identity/directory.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { SystemClock } from '../ports/system.ts';
import { disclose, view as viewOf } from '../rules/dalmuti.ts';
import type { Viewer } from '../rules/public-events.ts';
import type { State } from '../rules/state.ts';
import { seatOf, viewerOf } from './access.ts';
import { type Games, splitCommand } from './games.ts';
import { whenUnavailable } from './handle.ts';
import { refuseUnknown } from './load.ts';
import { CommandResultSchema, EventsPageSchema } from './schemas/answers.ts';
import { CommandSchema } from './schemas/commands.ts';
import { ViewSchema } from './schemas/view.ts';
import { frameState, playersIn, wireEvents, wireView, wireYou } from './wire.ts';

const params = z.object({ gameId: z.uuid() });
const MOST_EVENTS = 1000;

interface Needs {
  readonly games: Games;
  readonly log: EventLog;
  readonly directory: Directory;
  readonly clock: SystemClock;
}

export function gameRoutes(app: FastifyInstance, { games, log, directory, clock }: Needs): void {
  let polls: Set<AbortController> | null = new Set();
  // A stop answers the long polls under way, and lets nobody begin one.
  app.addHook('preClose', async () => {
    for (const poll of polls ?? []) poll.abort();
    polls = null;
  });

  route(app, {
    method: 'GET',
    url: '/v1/games/:gameId',
    id: 'getGame',
    tag: 'Games',
    summary: 'My view of a game',
    auth: 'player',
    limit: 'reads',
    params,
    headers: z.object({ 'if-none-match': z.string().optional() }),
    responses: { 200: ViewSchema, 304: null },
    problems: ['not_found', 'unavailable'],
    async handle({ params: { gameId }, headers, identity }) {
      const { state, viewer } = viewerOf(await games.states.fresh(gameId), identity.id);
      const tags = cacheHeaders(state, viewer);
      if (headers['if-none-match'] === tags.ETag) return { status: 304, headers: tags };
      return { status: 200, json: JSON.stringify(await wireViewOf(state, viewer)), headers: tags };
    },
  });

  route(app, {
    method: 'POST',
    url: '/v1/games/:gameId/commands',
    id: 'sendCommand',
    tag: 'Games',
    summary: 'Send one command',
    description:
      'The key is made before the first attempt: the same key with the same body never acts twice and always gets the same version and events.',
    auth: 'player',
    scope: 'play',
    limit: 'commands',
    params,
    headers: z.object({ 'idempotency-key': CommandKeySchema, prefer: z.string().optional() }),
    body: CommandSchema,
    responses: { 200: CommandResultSchema },
    problems: ['not_found', 'version_conflict', 'idempotency_key_reused', 'rules', 'unavailable'],
    async handle({ params: { gameId }, headers, body, identity }) {
      const sender = { kind: 'player', id: identity.id } as const;
      const request = { gameId, sender, key: headers['idempotency-key'], ...splitCommand(body) };
      const done = await games.handle(request).catch((error: unknown) => {
        throw whenUnavailable(error);
      });
      const viewer = seatOf(done.state, identity.id) ?? 'spectator';
      const minimal = /(^|[,;\s])return=minimal($|[,;\s])/.test(headers.prefer ?? '');
      const events = done.events.map((event) => disclose(event, viewer));
      const answer = {
        version: done.version,
        replayed: done.replayed,
        events: wireEvents(events, await directory.players(playersIn(events))),
        view: minimal ? null : await wireViewOf(done.state, viewer),
      };
      return {
        status: 200,
        json: JSON.stringify(answer),
        headers: {
          ...cacheHeaders(done.state, viewer),
          ...(done.replayed ? { 'Idempotent-Replayed': 'true' } : {}),
          ...(minimal ? { 'Preference-Applied': 'return=minimal' } : {}),
        },
      };
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/games/:gameId/events',
    id: 'getEvents',
    tag: 'Games',
    summary: 'My events after a version, with long poll',
    description: 'With `wait` it answers at once when there is something, else as soon as something happens.',
    auth: 'player',
    limit: 'reads',
    params,
    query: z.strictObject({
      after: z.int().min(0).default(0),
      limit: z.int().min(1).max(MOST_EVENTS).default(MOST_EVENTS),
      wait: z.int().min(0).max(25).default(0),
    }),
    responses: { 200: EventsPageSchema },
    problems: ['not_found', 'unavailable'],
    async handle({ params: { gameId }, query: { after, limit, wait }, identity, reply }) {
      const first = viewerOf(await games.states.fresh(gameId), identity.id);
      const { phase, version } = first.state.board;
      const waits = wait > 0 && version <= after && phase !== 'ended';
      if (waits && polls !== null) {
        const poll = new AbortController();
        const open = polls.add(poll);
        // Nobody waits for a client that has gone away.
        reply.raw.once('close', () => poll.abort());
        await games.follow.beyond(gameId, after, wait * 1000, poll.signal).finally(() => open.delete(poll));
      }
      const { state, viewer } = waits ? viewerOf(await games.states.fresh(gameId), identity.id) : first;
      const page = await eventsPage(state, viewer, after, limit);
      return { status: 200, json: JSON.stringify(page), headers: { 'Cache-Control': 'private, no-cache' } };
    },
  });

  async function wireViewOf(state: State, viewer: Viewer) {
    const { gameId, seats } = state.board;
    const names = await directory.players(seats.map(({ player }) => player));
    const connected = (player: string) => games.presence.isConnected(gameId, player);
    return wireView(viewOf(state, viewer), names, connected, new Date(clock.now()).toISOString());
  }

  async function eventsPage(state: State, viewer: Viewer, after: number, limit: number) {
    const head = state.board.version;
    const stored = after >= head ? [] : await log.read(state.board.gameId, after, Math.min(limit, head - after));
    const events = stored.map(({ event }) => {
      refuseUnknown(event);
      return disclose(event, viewer);
    });
    const version = events.at(-1)?.version ?? Math.min(after, head);
    const more = version < head;
    const seen = viewOf(state, viewer);
    return {
      after,
      version,
      head,
      more,
      events: wireEvents(events, await directory.players(playersIn(events))),
      state: more ? null : frameState(seen),
      you: more ? null : wireYou(seen.you),
    };
  }
}

function cacheHeaders(state: State, viewer: Viewer) {
  return {
    ETag: `W/"${state.board.version}.${viewer === 'spectator' ? 's' : viewer}"`,
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization',
  };
}
