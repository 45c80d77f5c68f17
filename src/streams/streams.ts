/** The one WebSocket and its little sisters over SSE: routes, and how they all end together. */
import websocket from '@fastify/websocket';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { addressOf } from '../http/address.ts';
import { readToken } from '../http/authenticate.ts';
import type { Listen } from '../http/failures.ts';
import type { Identity, Verify } from '../http/identity.ts';
import type { Limiter } from '../http/limiter.ts';
import type { OpenLines } from '../http/open-lines.ts';
import { problem } from '../http/problem.ts';
import { route } from '../http/route.ts';
import type { SystemClock } from '../ports/system.ts';
import { Connection } from './connection.ts';
import { SUBPROTOCOL } from './frames.ts';
import { createSessions } from './sessions.ts';
import { socketOptions } from './socket.ts';
import { resumeFrom, streamTopic } from './sse.ts';
import type { SubmitCommand, TopicKind, TopicName } from './topics.ts';

export interface StreamsNeeds {
  readonly verify: Verify;
  /** What is in `?ticket=` for a topic. @throws Problem `token_…`, status 401 */
  readonly verifyTicket: (ticket: string, topic: string) => Promise<Identity>;
  /** Calls back with the id of a token or player that is good no longer. */
  readonly onRevoked: (listener: (id: string) => void) => () => void;
  readonly listen: Listen;
  readonly limiter: Limiter;
  readonly lines: OpenLines;
  readonly clock: SystemClock;
  readonly logger: FastifyBaseLogger;
}

/** What features bring to the streams. */
export interface Streamed {
  readonly topics: Readonly<Record<TopicName, TopicKind>>;
  /** What may follow the `?` of topic `lobby`. */
  readonly lobbyFilter: z.ZodObject<Readonly<Record<string, z.ZodType<string | undefined>>>>;
  readonly submit: SubmitCommand;
}

/** A header that is no token is refused like a token that is no good. */
async function tokenOf(request: FastifyRequest): Promise<string | null> {
  return readToken(request);
}

export async function registerStreams(app: FastifyInstance, needs: StreamsNeeds, streamed: Streamed): Promise<void> {
  const { onRevoked, clock, verify, verifyTicket, listen, limiter, lines } = needs;
  const { topics, submit, lobbyFilter } = streamed;
  const sessions = createSessions(limiter.counts);
  const stopRevoking = onRevoked((id) => sessions.revoke(id));
  const connection = { ...needs, sessions, submit, topics: new Map(Object.entries(topics)) };

  await app.register(websocket, {
    ...socketOptions,
    // Streams are told to come back elsewhere before the server stops taking requests.
    preClose: async () => {
      stopRevoking();
      sessions.closeAll('restarting');
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/stream',
    id: 'openStream',
    tag: 'Streams',
    summary: 'One WebSocket for everything',
    description: `Subprotocol \`${SUBPROTOCOL}\`. Its frames are described by the AsyncAPI document.`,
    auth: 'none',
    limit: 'handshakes',
    responses: { 101: null },
    problems: ['upgrade_required'],
    handle({ request }) {
      throw (
        request.refusal ??
        problem('upgrade_required', `Open this address as a WebSocket with the subprotocol ${SUBPROTOCOL}.`)
      );
    },
    wsHandler(socket, request) {
      const opened = new Connection(socket, request, connection);
      if (request.refusal !== null) opened.tooOften(request.refusal);
      else if (socket.protocol !== SUBPROTOCOL)
        opened.close('protocolError', { reason: `Offer the subprotocol ${SUBPROTOCOL}.` });
      else if (/[?&](access_)?token=/i.test(request.url)) {
        opened.close('notAuthenticated', {
          reason: 'Send the token in the Authorization header or an `authenticate` frame, not in the URL.',
        });
      } else {
        tokenOf(request)
          .then((token) => (token === null ? undefined : opened.authenticate(token)))
          .catch((error: unknown) => opened.refuse(error));
      }
    },
  });

  const ticket = z
    .string()
    .max(2000)
    .optional()
    .describe('From `POST /v1/stream-tickets`, where no header can be sent; beside a token it is not looked at.');
  /** Who reads a stream, by his token or else by a ticket. */
  async function reader(request: FastifyRequest, shown: string | undefined, topic: string): Promise<Identity> {
    if (request.identity !== null) return request.identity;
    if (shown === undefined) {
      throw problem('token_missing', 'Send "Authorization: Bearer <token>", or a ticket of POST /v1/stream-tickets.');
    }
    request.identity = await listen(addressOf(request), () => verifyTicket(shown, topic));
    return request.identity;
  }

  const headers = z.object({ 'last-event-id': z.string().optional() });

  route(app, {
    method: 'GET',
    url: '/v1/games/:gameId/stream',
    id: 'streamGame',
    tag: 'Streams',
    summary: 'A game as server-sent events',
    description:
      '`Last-Event-ID` or `?after=` resumes; 204 when the game is over and nothing is missing. With a token or a ticket.',
    auth: 'optional',
    ticket: true,
    limit: 'subscribe',
    params: z.object({ gameId: z.uuid() }),
    query: z.strictObject({ after: z.int().min(0).optional(), ticket }),
    headers,
    responses: { 200: null, 204: null },
    types: ['text/event-stream'],
    problems: ['token_missing', 'not_found', 'unavailable'],
    async handle({ params: { gameId }, query: { after, ticket: shown }, headers: sent, request, reply }) {
      const topic = `game:${gameId}`;
      const from = resumeFrom(after, sent['last-event-id']);
      const identity = await reader(request, shown, topic);
      const asked = { kind: topics.game, topic, subject: gameId, identity, reply, after: from };
      return streamTopic({ sessions, lines, clock, verify }, asked);
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/me/stream',
    id: 'streamInbox',
    tag: 'Streams',
    summary: 'My inbox as server-sent events',
    description: 'With a token or a ticket.',
    auth: 'optional',
    ticket: true,
    limit: 'subscribe',
    query: z.strictObject({ ticket }),
    headers,
    responses: { 200: null },
    types: ['text/event-stream'],
    problems: ['token_missing'],
    async handle({ query: { ticket: shown }, request, reply }) {
      const identity = await reader(request, shown, 'me');
      const asked = { kind: topics.me, topic: 'me', subject: null, identity, reply, after: null };
      return streamTopic({ sessions, lines, clock, verify }, asked);
    },
  });

  route(app, {
    method: 'GET',
    url: '/v1/lobby/stream',
    id: 'streamLobby',
    tag: 'Streams',
    summary: 'Public tables as server-sent events',
    description: 'With a token or a ticket for `lobby`, whatever the filter.',
    auth: 'optional',
    ticket: true,
    limit: 'subscribe',
    query: lobbyFilter.extend({ ticket }),
    headers,
    responses: { 200: null },
    types: ['text/event-stream'],
    problems: ['token_missing'],
    async handle({ query: { ticket: shown, ...filter }, request, reply }) {
      const identity = await reader(request, shown, 'lobby');
      const subject = `?${new URLSearchParams(Object.entries(filter).flatMap(pair))}`;
      const topic = `lobby${subject}`;
      const asked = { kind: topics.lobby, topic, subject, identity, reply, after: null };
      return streamTopic({ sessions, lines, clock, verify }, asked);
    },
  });
}

function pair([name, value]: readonly [string, string | undefined]): readonly [string, string][] {
  return value === undefined ? [] : [[name, value]];
}
