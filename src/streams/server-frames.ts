/** The frames that the streams themselves send, as text (docs/PROTOCOL.md). */
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuid } from 'uuid';
import { BOUNDS } from '../http/bounds.ts';
import type { Identity } from '../http/identity.ts';
import type { Limiter } from '../http/limiter.ts';
import { Problem, problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';
import { HEARTBEAT_SECONDS } from './frames.ts';

export function welcomeFrame({ id, name, kind }: Identity, limiter: Limiter, clock: SystemClock): string {
  return JSON.stringify({
    type: 'welcome',
    serverTime: timeOf(clock),
    player: { id, name, kind },
    heartbeatSeconds: HEARTBEAT_SECONDS,
    limits: limiter.shown,
    maxFrameBytes: BOUNDS.frameBytes.most,
    maxTopics: BOUNDS.topics.most,
    maxSockets: BOUNDS.sockets.most,
    maxEventStreams: BOUNDS.eventStreams.most,
  });
}

/** What is no problem of the client's is a bug or a broken resource: logged, and told by its request id alone. */
export function rejectedFrame(id: string, error: unknown, logger: FastifyBaseLogger): string {
  const requestId = uuid();
  if (!(error instanceof Problem)) logger.error({ err: error, requestId }, 'a frame could not be handled');
  const told = error instanceof Problem ? error : problem('internal', 'The request could not be carried out.');
  return JSON.stringify({ type: 'rejected', id, problem: told.body(requestId) });
}

export function ackFrame(id: string, { version, replayed }: { version: number; replayed: boolean }): string {
  return JSON.stringify({ type: 'ack', id, version, replayed });
}

export function pongFrame(id: string, clock: SystemClock): string {
  return JSON.stringify({ type: 'pong', id, serverTime: timeOf(clock) });
}

export function heartbeatFrame(
  heads: readonly { readonly topic: string; readonly version: number }[],
  clock: SystemClock,
): string {
  return JSON.stringify({ type: 'heartbeat', serverTime: timeOf(clock), heads });
}

function timeOf(clock: SystemClock): string {
  return new Date(clock.now()).toISOString();
}
