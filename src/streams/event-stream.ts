/** One response that goes on and on: server-sent events, from the moment somebody asks for them to their last word. */
import type { FastifyReply } from 'fastify';
import { readToken } from '../http/authenticate.ts';
import { BOUNDS } from '../http/bounds.ts';
import type { Identity } from '../http/identity.ts';
import { type CloseCause, closingFrame } from './close-codes.ts';
import { HEARTBEAT_SECONDS } from './frames.ts';
import type { Session, Sessions } from './sessions.ts';
import type { Following } from './topics.ts';
import { type WatchTokenNeeds, watchToken } from './watch-token.ts';

export interface EventStreamNeeds extends WatchTokenNeeds {
  readonly sessions: Sessions;
}

/** How long a client may take to read the last words. */
const LINGER_MS = 5_000;
/** A response ends after this time, and as much again at random: the client asks again, which proves that it reads. */
const LIFETIME_MS = 300_000;
const RETRY_MS = 2000;
/** Name and version stand at the head of every frame of a topic. */
const HEAD = /^\{"type":"(\w+)","topic":"[^"]*"(?:,"after":\d+)?(?:,"version":(\d+))?/;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  connection: 'keep-alive',
};

export class EventStream implements Session {
  readonly kind = 'eventStreams';
  readonly address = null;
  readonly identity: Identity;
  private readonly reply: FastifyReply;
  private readonly needs: EventStreamNeeds;
  private following: Following | null = null;
  private begun = false;
  private over = false;
  /** Why it must close although it has not begun yet. */
  private refusal: CloseCause | null = null;
  private timers: readonly (() => void)[] = [];
  /** Bytes that this response may still carry; `null` before its first frame. */
  private budget: number | null = null;
  /** Whether the client had left something unread at the last beat, and has read nothing since. */
  private stalled = false;

  constructor(reply: FastifyReply, identity: Identity, needs: EventStreamNeeds) {
    this.reply = reply;
    this.identity = identity;
    this.needs = needs;
    reply.raw.on('drain', () => {
      this.stalled = false;
    });
    reply.raw.on('close', () => {
      this.end();
      for (const stop of this.timers) stop();
    });
    needs.sessions.open(this);
  }

  /** From here on the response belongs to the stream. */
  begin(following: Following): void {
    this.following = following;
    this.reply.hijack();
    if (this.over) {
      following.close();
      return;
    }
    this.begun = true;
    // Only now: what is refused must not push out what is followed.
    this.needs.sessions.identified(this);
    for (const [name, value] of Object.entries({ ...this.reply.getHeaders(), ...HEADERS })) {
      if (value !== undefined) this.reply.raw.setHeader(name, value);
    }
    this.reply.raw.writeHead(200);
    this.write(`retry: ${RETRY_MS}\n\n`);
    if (this.refusal !== null) {
      this.close(this.refusal);
      return;
    }
    const { clock } = this.needs;
    this.timers = [
      clock.every(HEARTBEAT_SECONDS * 1000, () => this.beat()),
      clock.after(LIFETIME_MS * (1 + Math.random()), () => this.end()),
      watchToken(this.needs, readToken(this.reply.request) ?? '', this.identity, (cause) => this.close(cause)),
    ];
    following.begin();
  }

  send(frame: string): void {
    const [, type = 'message', version] = HEAD.exec(frame) ?? [];
    this.write(`event: ${type}\n${version === undefined ? '' : `id: ${version}\n`}data: ${frame}\n\n`);
    // The first frame is as large as it must be, and leads the client on.
    this.budget = this.budget === null ? BOUNDS.eventStreamBytes.most : this.budget - Buffer.byteLength(frame);
    if (this.budget < 0) this.end();
  }

  close(cause: CloseCause): void {
    if (this.over) return;
    if (!this.begun) {
      this.refusal ??= cause;
      return;
    }
    this.reply.raw.write(`event: closing\ndata: ${closingFrame(cause)}\n\n`);
    this.end();
  }

  end(): void {
    if (this.over) return;
    this.over = true;
    for (const stop of this.timers) stop();
    this.following?.close();
    this.needs.sessions.closed(this);
    if (!this.begun) return;
    const { raw } = this.reply;
    raw.end();
    if (!raw.closed) this.timers = [this.needs.clock.after(LINGER_MS, () => raw.socket?.resetAndDestroy())];
  }

  private beat(): void {
    const { writableNeedDrain } = this.reply.raw;
    if (writableNeedDrain && this.stalled) this.close('tooSlow');
    this.stalled = writableNeedDrain;
    this.write(`: ${new Date(this.needs.clock.now()).toISOString()}\n\n`);
  }

  private write(text: string): void {
    if (!this.over) this.reply.raw.write(text);
  }
}
