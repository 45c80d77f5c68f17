/** The same frames as server-sent events, for who cannot or will not open a socket (docs/PROTOCOL.md). */
import type { FastifyReply } from 'fastify';
import { addressOf } from '../http/address.ts';
import type { Identity } from '../http/identity.ts';
import type { OpenLines } from '../http/open-lines.ts';
import { problem } from '../http/problem.ts';
import type { Answer, Taken } from '../http/route.ts';
import { EventStream, type EventStreamNeeds } from './event-stream.ts';
import type { TopicKind } from './topics.ts';

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

/**
 * Answers with a stream until it is closed by either side.
 * @returns 204 when nothing will ever come: an `EventSource` then stops asking
 * @throws Problem `rate_limited` when the address holds too many lines open, and as the topic does
 */
export async function streamTopic(
  needs: EventStreamNeeds & { readonly lines: OpenLines },
  request: SseRequest,
): Promise<Answer | Taken> {
  const { kind, subject, identity, after, reply, topic } = request;
  const closeLine = needs.lines.open(addressOf(reply.request));
  reply.raw.once('close', closeLine);
  const stream = new EventStream(reply, identity, needs);
  try {
    const follower = { topic, identity, send: (frame: string) => stream.send(frame), end: () => stream.end() };
    const following = await kind.open(subject, after, follower);
    if (following.over && after !== null && after >= following.version) {
      following.close();
      stream.end();
      return { status: 204 };
    }
    stream.begin(following);
    return 'taken';
  } catch (error) {
    stream.end();
    throw error;
  }
}

/** @throws Problem `invalid_request` for a `Last-Event-ID` that no frame of ours had */
export function resumeFrom(after: number | undefined, lastEventId: string | undefined): number | null {
  if (lastEventId === undefined || lastEventId === '') return after ?? null;
  if (/^\d{1,9}$/.test(lastEventId)) return Number(lastEventId);
  const errors = [{ pointer: '@last-event-id', code: 'invalid_format', detail: 'It must be the `id` of an event.' }];
  throw problem('invalid_request', 'Last-Event-ID is none of ours.', { errors });
}
