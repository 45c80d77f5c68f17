/** A game over plain HTTP: the view, one command, and the events with long poll. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { namesTag } from '../http/conditional.ts';
import { route } from '../http/route.ts';
import { CommandKeySchema } from '../http/schemas.ts';
import type { Directory } from '../identity/directory.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { SystemClock } from '../ports/system.ts';
import { disclose } from '../rules/dalmuti.ts';
import { type Games, splitCommand } from './games.ts';
import { whenUnavailable } from './handle.ts';
import { refuseUnknown } from './load.ts';
import { createLongPolls, type LongPollDeps } from './long-poll.ts';
import { CommandResultSchema, EventsPageSchema } from './schemas/answers.ts';
import { CommandSchema } from './schemas/commands.ts';
import { ViewSchema } from './schemas/view.ts';
import type { Seen } from './seen.ts';
import { frameState, playersIn, wireEvents, wireView, wireYou } from './wire.ts';

const params = z.object({ gameId: z.uuid() });
const MOST_EVENTS = 1000;

interface Needs extends LongPollDeps {
  readonly games: Games;
  readonly log: EventLog;
  readonly directory: Directory;
  readonly clock: SystemClock;
}

export function gameRoutes(app: FastifyInstance, needs: Needs): void {
  const { games, log, directory, clock } = needs;
  const holdPoll = createLongPolls(app, needs);

  route(app, {
    method: 'GET',
    url: '/v1/games/:gameId',
    id: 'getGame',
    sends: ['ETag'],
    tag: 'Games',
    summary: 'My view of a game',
    description:
      'Everything the caller may know: from their seat if they have one, else as a spectator. Its `ETag` does not change with `connected` and `serverTime`.',
    auth: 'player',
    limit: 'reads',
    params,
    headers: z.object({ 'if-none-match': z.string().optional() }),
    responses: { 200: ViewSchema, 304: null },
    problems: ['not_found', 'unavailable'],
    async handle({ params: { gameId }, headers, identity }) {
      const seen = await games.seenBy(gameId, identity.id);
      const tags = cacheHeaders(seen);
      if (namesTag(headers['if-none-match'], tags.ETag)) return { status: 304, headers: tags };
      return { status: 200, json: JSON.stringify(await wireViewOf(seen)), headers: tags };
    },
  });

  route(app, {
    method: 'POST',
    url: '/v1/games/:gameId/commands',
    id: 'sendCommand',
    sends: ['ETag', 'Idempotent-Replayed', 'Preference-Applied'],
    tag: 'Games',
    summary: 'Send one command',
    description:
      'The key is made before the first attempt: the same key with the same body never acts twice and always gets the same version and events.',
    auth: 'player',
    scope: 'play',
    limit: 'commands',
    hourly: ['moves', 'addressMoves'],
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
      // Whoever has just given up his seat sees the game on as late as others who look on, if at all.
      const seen = await games.seenAs(done.state, identity.id);
      const viewer = seen?.viewer ?? 'spectator';
      const minimal = /(^|[,;\s])return=minimal($|[,;\s])/.test(headers.prefer ?? '');
      const events = done.events.map((event) => disclose(event, viewer));
      const answer = {
        version: done.version,
        replayed: done.replayed,
        events: wireEvents(events, await directory.players(playersIn(events))),
        view: minimal || seen === null ? null : await wireViewOf(seen),
      };
      return {
        status: 200,
        json: JSON.stringify(answer),
        headers: {
          ...(seen === null ? CACHING : cacheHeaders(seen)),
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
    description:
      'With `wait` it answers at once when there is something, else as soon as something happens, or as a new request would when the token ends meanwhile.',
    auth: 'player',
    limit: 'reads',
    params,
    query: z.strictObject({
      after: z.int().min(0).default(0),
      limit: z.int().min(1).max(MOST_EVENTS).default(MOST_EVENTS),
      wait: z.int().min(0).max(25).default(0),
    }),
    responses: { 200: EventsPageSchema },
    waitSeconds: ({ query: { wait } }) => wait,
    problems: ['not_found', 'unavailable'],
    async handle({ params: { gameId }, query: { after, limit, wait }, identity, request, reply }) {
      const first = await games.seenBy(gameId, identity.id);
      const { phase, version } = first.view;
      const waits = wait > 0 && version <= after && phase !== 'ended';
      if (waits) {
        const untilBeyond = (signal: AbortSignal) => games.follow.beyond(first, after, wait * 1000, signal);
        await holdPoll({ request, reply, identity, wait: untilBeyond });
      }
      const seen = waits ? await games.seenBy(gameId, identity.id) : first;
      const page = await eventsPage(seen, after, limit);
      return { status: 200, json: JSON.stringify(page), headers: { 'Cache-Control': 'private, no-cache' } };
    },
  });

  async function wireViewOf({ view, delayed }: Seen) {
    const { gameId, seats } = view;
    const [names] = await Promise.all([
      directory.players(seats.map(({ player }) => player)),
      delayed ? undefined : games.presence.lookAt(gameId),
    ]);
    const connected = (player: string) => !delayed && games.presence.isConnected(gameId, player);
    return wireView(view, names, connected, new Date(clock.now()).toISOString());
  }

  async function eventsPage({ view, viewer }: Seen, after: number, limit: number) {
    const head = view.version;
    const stored = after >= head ? [] : await log.read(view.gameId, after, Math.min(limit, head - after));
    const events = stored.map(({ event }) => {
      refuseUnknown(event);
      return disclose(event, viewer);
    });
    const version = events.at(-1)?.version ?? Math.min(after, head);
    const more = version < head;
    return {
      after,
      version,
      head,
      more,
      events: wireEvents(events, await directory.players(playersIn(events))),
      state: more ? null : frameState(view),
      you: more ? null : wireYou(view.you),
    };
  }
}

const CACHING = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };

function cacheHeaders({ view, viewer }: Seen) {
  return { ETag: `W/"${view.version}.${viewer === 'spectator' ? 's' : viewer}"`, ...CACHING };
}
