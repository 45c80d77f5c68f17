/** The same frames as server-sent events, for who cannot or will not open a socket (WIRE section 8). */
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Identity } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import type { Answer, Taken } from '../http/route.ts';
import type { SystemClock } from '../ports/system.ts';
import { type CloseCause, closingFrame } from './close-codes.ts';
import { HEARTBEAT_SECONDS } from './frames.ts';
import type { Session, Sessions } from './sessions.ts';
import type { Follower, TopicKind } from './topics.ts';

export interface SseNeeds {
  readonly sessions: Sessions;
  readonly clock: SystemClock;
}

export interface SseRequest {
  readonly kind: TopicKind;
  /** As it stands in the frames: `game:0192…`. */
  readonly topic: string;
  readonly subject: string | null;
  readonly identity: Identity;
  /** From `?after=` or `Last-Event-ID`; `null` for a snapshot. */
  readonly after: number | null;
  readonly reply: FastifyReply;
}

const MOST_UNREAD_BYTES = 1024 * 1024;
const RETRY_MS = 2000;
/** Name and version stand at the head of every frame of a topic. */
const HEAD = /^\{"type":"(\w+)","topic":"[^"]*"(?:,"after":\d+)?(?:,"version":(\d+))?/;

/**
 * Answers with a stream until it is closed by either side.
 * @returns 204 when nothing will ever come: an `EventSource` then stops asking
 * @throws Problem as the topic does
 */
export async function streamTopic(needs: SseNeeds, request: SseRequest): Promise<Answer | Taken> {
  const { kind, subject, identity, after, reply, topic } = request;
  const { sessions, clock } = needs;
  const response = reply.raw;
  let over = false;
  let close: () => void = () => undefined;
  const write = (text: string) => {
    if (over) return;
    if (response.writableLength > MOST_UNREAD_BYTES) session.close('tooSlow');
    else response.write(text);
  };
  const follower: Follower = { topic, identity, send: (frame) => write(eventOf(frame)), end: () => finish() };
  const session: Session = {
    identity,
    socket: false,
    close(cause: CloseCause) {
      if (!over && response.headersSent) response.write(`event: closing\ndata: ${closingFrame(cause)}\n\n`);
      finish();
    },
  };
  const finish = () => {
    if (over) return;
    over = true;
    close();
    endResponse(response);
    sessions.closed(session);
  };

  const following = await kind.open(subject, after, follower);
  if (following.over && after !== null && after >= following.version) {
    following.close();
    return { status: 204 };
  }
  reply.hijack();
  sessions.open(session);
  const stopBeat = clock.every(HEARTBEAT_SECONDS * 1000, () => write(`: ${new Date(clock.now()).toISOString()}\n\n`));
  const stopExpiry = expiryOf(identity, clock, () => session.close('notAuthenticated'));
  close = () => {
    stopBeat();
    stopExpiry();
    following.close();
  };
  response.on('close', finish);
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
    Connection: 'keep-alive',
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
  following.begin();
  return 'taken';
}

/** @throws Problem `invalid_request` for a `Last-Event-ID` that no frame of ours had */
export function resumeFrom(after: number | undefined, lastEventId: string | undefined): number | null {
  if (lastEventId === undefined || lastEventId === '') return after ?? null;
  if (/^\d{1,9}$/.test(lastEventId)) return Number(lastEventId);
  const errors = [{ pointer: '@last-event-id', code: 'invalid_format', detail: 'It must be the `id` of an event.' }];
  throw problem('invalid_request', 'Last-Event-ID is none of ours.', { errors });
}

function eventOf(frame: string): string {
  const [, type = 'message', version] = HEAD.exec(frame) ?? [];
  return `event: ${type}\n${version === undefined ? '' : `id: ${version}\n`}data: ${frame}\n\n`;
}

function expiryOf({ expiresAt }: Identity, clock: SystemClock, run: () => void): () => void {
  return expiresAt === null ? () => undefined : clock.after(Math.max(0, expiresAt - clock.now()), run);
}

function endResponse(response: ServerResponse): void {
  if (!response.writableEnded) response.end();
}
