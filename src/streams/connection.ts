/** One WebSocket from its first frame to its last. */
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuid } from 'uuid';
import type { WebSocket } from 'ws';
import type { Identity, Verify } from '../http/identity.ts';
import type { Limiter } from '../http/limiter.ts';
import { Problem, problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';
import { CLOSE_CODES, type CloseCause, closingFrame } from './close-codes.ts';
import { type ClientFrame, HEARTBEAT_SECONDS, MAX_FRAME_BYTES, MAX_TOPICS, readFrame } from './frames.ts';
import type { Session, Sessions } from './sessions.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import type { SubmitCommand, Topics } from './topics.ts';

export interface ConnectionNeeds {
  readonly topics: Topics;
  readonly submit: SubmitCommand;
  readonly verify: Verify;
  readonly limiter: Limiter;
  readonly sessions: Sessions;
  readonly clock: SystemClock;
  readonly logger: FastifyBaseLogger;
}

/** How long a socket may take to say who it is. */
const AUTHENTICATE_MS = 10_000;
/** What lies unread in this process; whoever reads more slowly is told to come again. */
const MOST_UNREAD_BYTES = 1024 * 1024;
/** Frames that may follow `authenticate` without waiting for `welcome`. */
const MOST_EARLY = 300;
/** Node's timers hold no more. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class Connection implements Session {
  readonly socket = true;
  identity: Identity | null = null;
  private readonly ws: WebSocket;
  private readonly needs: ConnectionNeeds;
  private readonly subscriptions: Subscriptions;
  private readonly early: ClientFrame[] = [];
  private authenticating = false;
  private heard = true;
  private over = false;
  private stopWaiting: () => void;
  private stopExpiry: () => void = () => undefined;
  private readonly stopHeartbeat: () => void;

  constructor(ws: WebSocket, needs: ConnectionNeeds) {
    this.ws = ws;
    this.needs = needs;
    this.subscriptions = createSubscriptions({ topics: needs.topics, send: (frame) => this.send(frame) });
    this.stopWaiting = needs.clock.after(AUTHENTICATE_MS, () => this.close('notAuthenticated'));
    this.stopHeartbeat = needs.clock.every(HEARTBEAT_SECONDS * 1000, () => this.beat());
    needs.sessions.open(this);
    ws.on('message', (data, isBinary) => this.message(data, isBinary));
    ws.on('pong', () => {
      this.heard = true;
    });
    ws.on('close', () => this.ended());
    // A broken line or a frame beyond all bounds: ws closes the socket by itself.
    ws.on('error', () => undefined);
  }

  /** @param token from the header of the handshake, or from a frame */
  async authenticate(token: string): Promise<void> {
    this.authenticating = true;
    try {
      const identity = await this.needs.verify(token);
      if (this.over) return;
      if (this.identity !== null && this.identity.id !== identity.id) {
        throw problem('forbidden', 'A socket cannot change hands; open another.');
      }
      this.identity = identity;
    } finally {
      this.authenticating = false;
    }
    this.stopWaiting();
    this.needs.sessions.identified(this);
    this.closeWhenExpired();
    this.welcome();
    for (const frame of this.early.splice(0)) this.handle(frame);
  }

  /** A token that is no good closes the socket: browsers show no status of a failed upgrade. */
  refuse(error: unknown): void {
    if (error instanceof Problem && error.status === 401) {
      this.close(error.code === 'token_revoked' ? 'revoked' : 'notAuthenticated', error.detail);
    } else {
      this.needs.logger.error({ err: error }, 'a socket could not be authenticated');
      this.close('serverError');
    }
  }

  close(cause: CloseCause, detail?: string): void {
    if (this.over) return;
    const { code, reason } = CLOSE_CODES[cause];
    if (this.ws.bufferedAmount < MOST_UNREAD_BYTES) this.ws.send(closingFrame(cause, detail));
    this.ws.close(code, reason);
    this.ended();
    // Who does not read does not answer a close either.
    if (cause === 'tooSlow') this.ws.terminate();
  }

  private ended(): void {
    if (this.over) return;
    this.over = true;
    this.stopWaiting();
    this.stopExpiry();
    this.stopHeartbeat();
    this.subscriptions.close();
    this.needs.sessions.closed(this);
  }

  private send(frame: string): void {
    if (this.over) return;
    if (this.ws.bufferedAmount > MOST_UNREAD_BYTES) this.close('tooSlow');
    else this.ws.send(frame);
  }

  private message(data: WebSocket.RawData, isBinary: boolean): void {
    this.heard = true;
    if (this.over) return;
    const text = String(data);
    const read = readFrame(text);
    if (isBinary) this.close('protocolError', 'frames are text');
    else if (Buffer.byteLength(text) > MAX_FRAME_BYTES) this.close('frameTooBig');
    else if (this.sendsTooMuch()) this.close('rateLimited');
    else if (read.ok) this.take(read.frame);
    else if (read.id === null) this.close('protocolError', 'a frame is a JSON object with `type` and `id`');
    else this.reject(read.id, problem('invalid_request', 'The frame is not valid.', { errors: read.errors }));
  }

  private sendsTooMuch(): boolean {
    return this.identity !== null && this.needs.limiter.count('frames', this.identity.id).left < 0;
  }

  private take(frame: ClientFrame): void {
    if (frame.type === 'authenticate') {
      this.authenticate(frame.token).catch((error: unknown) => {
        if (this.identity !== null && error instanceof Problem) this.reject(frame.id, error);
        else this.refuse(error);
      });
    } else if (this.identity !== null) this.handle(frame);
    else if (this.authenticating && this.early.length < MOST_EARLY) this.early.push(frame);
    else this.close('notAuthenticated', 'the first frame is `authenticate`');
  }

  private handle(frame: ClientFrame): void {
    if (this.identity === null || frame.type === 'authenticate') return;
    this.carryOut(frame, this.identity).catch((error: unknown) => this.reject(frame.id, error));
  }

  private async carryOut(frame: Exclude<ClientFrame, { type: 'authenticate' }>, identity: Identity): Promise<void> {
    const { clock, limiter, submit } = this.needs;
    switch (frame.type) {
      case 'subscribe':
        limiter.spend('subscribe', identity.id);
        return this.subscriptions.subscribe(identity, frame.id, frame.topic, frame.after ?? null);
      case 'unsubscribe':
        return this.subscriptions.unsubscribe(frame.topic);
      case 'command': {
        limiter.spend('commands', identity.id);
        const { version, replayed } = await submit(identity, frame);
        return this.send(JSON.stringify({ type: 'ack', id: frame.id, version, replayed }));
      }
      case 'ping':
        return this.send(JSON.stringify({ type: 'pong', id: frame.id, serverTime: timeOf(clock) }));
      default:
        return frame satisfies never;
    }
  }

  /** What is no problem of the client's is a bug or a broken resource: logged, and told by its id alone. */
  private reject(id: string, error: unknown): void {
    const requestId = uuid();
    if (!(error instanceof Problem)) this.needs.logger.error({ err: error, requestId }, 'a frame could not be handled');
    const told = error instanceof Problem ? error : problem('internal', 'The request could not be carried out.');
    this.send(JSON.stringify({ type: 'rejected', id, problem: told.body(requestId) }));
  }

  private welcome(): void {
    const { clock, limiter } = this.needs;
    if (this.identity === null) return;
    const { id, name, kind } = this.identity;
    const frame = {
      type: 'welcome',
      serverTime: timeOf(clock),
      player: { id, name, kind },
      heartbeatSeconds: HEARTBEAT_SECONDS,
      limits: limiter.shown,
      maxFrameBytes: MAX_FRAME_BYTES,
      maxTopics: MAX_TOPICS,
    };
    this.send(JSON.stringify(frame));
  }

  private closeWhenExpired(): void {
    this.stopExpiry();
    const expiresAt = this.identity?.expiresAt ?? null;
    if (expiresAt === null) return;
    const left = Math.min(Math.max(0, expiresAt - this.needs.clock.now()), LONGEST_TIMER_MS);
    this.stopExpiry = this.needs.clock.after(left, () => this.close('notAuthenticated', 'the token has expired'));
  }

  private beat(): void {
    if (!this.heard) {
      // Nothing at all since the last beat, not even an answer to our ping: the line is dead.
      this.ws.terminate();
      this.ended();
      return;
    }
    this.heard = false;
    this.ws.ping();
    if (this.identity === null) return;
    const { clock } = this.needs;
    this.send(JSON.stringify({ type: 'heartbeat', serverTime: timeOf(clock), heads: this.subscriptions.heads() }));
  }
}

function timeOf(clock: SystemClock): string {
  return new Date(clock.now()).toISOString();
}
