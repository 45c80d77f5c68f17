/** One WebSocket from its first frame to its last. */
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { addressOf } from '../http/address.ts';
import { BOUNDS } from '../http/bounds.ts';
import type { Listen } from '../http/failures.ts';
import { summaryOf } from '../http/faults.ts';
import { type Identity, ownerOf, type Verify } from '../http/identity.ts';
import { type Limiter, tooMany } from '../http/limiter.ts';
import type { OpenLines } from '../http/open-lines.ts';
import { Problem, problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';
import { CLOSE_CODES, type CloseCause, type ClosingDetails, closeReason, closingFrame } from './close-codes.ts';
import { type ClientFrame, HEARTBEAT_SECONDS } from './frames.ts';
import { createPace } from './pace.ts';
import { readFrame } from './read-frame.ts';
import { ackFrame, heartbeatFrame, pongFrame, rejectedFrame, welcomeFrame } from './server-frames.ts';
import type { Session, Sessions } from './sessions.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import type { SubmitCommand, Topics } from './topics.ts';
import { createUnread } from './unread.ts';
import { watchToken } from './watch-token.ts';

export interface ConnectionNeeds {
  readonly topics: Topics;
  readonly submit: SubmitCommand;
  readonly verify: Verify;
  readonly listen: Listen;
  readonly limiter: Limiter;
  readonly sessions: Sessions;
  readonly lines: OpenLines;
  readonly clock: SystemClock;
  readonly logger: FastifyBaseLogger;
}

/** How long a socket may take to say who it is. */
const AUTHENTICATE_MS = 10_000;
/** How long a client may take to hear the last words and to close its side. */
const LINGER_MS = 5_000;
/** Topics wait to be opened while more than this is unread. */
const PACE_BYTES = BOUNDS.unreadBytes.most / 4;

export class Connection implements Session {
  readonly kind = 'sockets';
  readonly address: string;
  identity: Identity | null = null;
  private readonly ws: WebSocket;
  private readonly line: Socket;
  private readonly needs: ConnectionNeeds;
  private readonly unread = createUnread((payload) => this.ws.ping(payload));
  private readonly pace = createPace(() => this.unread.bytes() <= PACE_BYTES);
  private readonly subscriptions: Subscriptions;
  /** Frames that followed `authenticate` without waiting for `welcome`. */
  private readonly early: ClientFrame[] = [];
  private authenticating = false;
  private over = false;
  private stopWaiting: () => void;
  private stopWatching: () => void = () => undefined;
  private stopLingering: () => void = () => undefined;
  private readonly stopHeartbeat: () => void;

  /** @param request asked for the socket */
  constructor(ws: WebSocket, request: FastifyRequest, needs: ConnectionNeeds) {
    this.ws = ws;
    this.line = request.raw.socket;
    this.address = addressOf(request);
    this.needs = needs;
    const send = (frame: string) => this.send(frame);
    this.subscriptions = createSubscriptions({ topics: needs.topics, pace: this.pace, send });
    this.stopWaiting = needs.clock.after(AUTHENTICATE_MS, () => this.close('notAuthenticated'));
    this.stopHeartbeat = needs.clock.every(HEARTBEAT_SECONDS * 1000, () => this.beat());
    needs.sessions.open(this);
    ws.on('message', (data, isBinary) => this.message(data, isBinary));
    ws.on('pong', (payload) => {
      this.unread.pong(payload);
      this.pace.look();
    });
    ws.on('close', () => {
      this.ended();
      this.stopLingering();
    });
    // A frame beyond all bounds: the library has closed the socket already.
    ws.on('error', () => this.lastWords());
    this.holdLine();
  }

  private holdLine(): void {
    try {
      this.ws.once('close', this.needs.lines.open(this.address));
    } catch (error) {
      this.refuse(error);
    }
  }

  /** @param token from the header of the handshake, or from a frame */
  async authenticate(token: string): Promise<void> {
    const { verify, listen, sessions, limiter, clock } = this.needs;
    // Whatever comes before it is known from whom stays in the network, except what has been read already.
    if (this.identity === null) this.ws.pause();
    this.authenticating = true;
    try {
      const identity = await listen(this.address, () => verify(token));
      if (this.over) return;
      if (this.identity !== null && this.identity.id !== identity.id) {
        throw problem('forbidden', 'A socket cannot change hands; open another.');
      }
      if (this.identity === null) limiter.spend('connect', identity.id);
      this.identity = identity;
      this.stopWaiting();
      this.stopWatching();
      this.stopWatching = watchToken(this.needs, token, identity, (cause, details) => this.close(cause, details));
      sessions.identified(this);
      this.send(welcomeFrame(identity, limiter, clock));
    } finally {
      this.authenticating = false;
      this.ws.resume();
    }
    for (const frame of this.early.splice(0)) this.handle(frame);
  }

  /** A token that is no good closes the socket: browsers show no status of a failed upgrade. */
  refuse(error: unknown): void {
    if (error instanceof Problem && error.code === 'rate_limited') this.tooOften(error);
    else if (error instanceof Problem && error.code === 'player_banned')
      this.close('revoked', { reason: error.detail });
    else if (error instanceof Problem && error.status === 401) {
      this.close(error.code === 'token_revoked' ? 'revoked' : 'notAuthenticated', { reason: error.detail });
    } else {
      this.needs.logger.error({ err: error }, 'a socket could not be authenticated');
      this.close('serverError');
    }
  }

  /** What over HTTP would be a 429. */
  tooOften({ detail, details: { retryAfterSeconds = 1 } }: Problem): void {
    this.close('rateLimited', { reason: detail, retryAfterSeconds });
  }

  close(cause: CloseCause, details?: ClosingDetails): void {
    if (this.over) return;
    this.ws.send(closingFrame(cause, details));
    this.ws.close(CLOSE_CODES[cause].code, closeReason(cause, details));
    this.lastWords();
  }

  /** The socket is closing: nothing more is sent, and who does not close his side is dropped. */
  private lastWords(): void {
    this.ended();
    this.ws.resume();
    this.stopLingering();
    this.stopLingering = this.needs.clock.after(LINGER_MS, () => this.drop());
  }

  private ended(): void {
    if (this.over) return;
    this.over = true;
    this.stopWaiting();
    this.stopWatching();
    this.stopHeartbeat();
    this.subscriptions.close();
    this.needs.sessions.closed(this);
  }

  private send(frame: string): void {
    if (this.over) return;
    if (this.unread.bytes() > BOUNDS.unreadBytes.most) {
      this.close('tooSlow');
      return;
    }
    this.ws.send(frame);
    this.unread.sent(Buffer.byteLength(frame));
  }

  /** A reset: after an ordinary close the kernel would keep what the client does not read for minutes. */
  private drop(): void {
    this.line.resetAndDestroy();
    this.ws.terminate();
  }

  private message(data: WebSocket.RawData, isBinary: boolean): void {
    if (this.over) return;
    if (isBinary) this.close('protocolError', { reason: 'Frames must be text, not binary.' });
    else if (this.isInTime()) {
      const read = readFrame(String(data));
      if (read.ok) this.take(read.frame);
      else if (read.id === null) this.close('protocolError', { reason: read.reason });
      else this.reject(read.id, problem('invalid_request', summaryOf(read.errors), { errors: read.errors }));
    }
  }

  /** Counts a frame; beyond the limit nothing more is read. */
  private isInTime(): boolean {
    if (this.identity === null) return true;
    const { limiter } = this.needs;
    const spent = limiter.count('frames', this.identity.id);
    if (spent.left < 0) this.tooOften(tooMany(limiter.rules.frames, spent));
    return spent.left >= 0;
  }

  private take(frame: ClientFrame): void {
    if (frame.type === 'authenticate') {
      this.authenticate(frame.token).catch((error: unknown) => {
        // A renewal that fails leaves the old token as it is.
        if (this.identity !== null) this.reject(frame.id, error);
        else this.refuse(error);
      });
    } else if (this.identity !== null) this.handle(frame);
    else if (this.authenticating) this.early.push(frame);
    else this.close('notAuthenticated', { reason: 'The first frame must be `authenticate`.' });
  }

  private handle(frame: ClientFrame): void {
    if (this.over || this.identity === null || frame.type === 'authenticate') return;
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
      case 'command':
        limiter.spend('commands', identity.id);
        limiter.spend('moves', ownerOf(identity));
        limiter.spend('addressMoves', this.address);
        return this.send(ackFrame(frame.id, await submit(identity, frame)));
      case 'ping':
        return this.send(pongFrame(frame.id, clock));
      default:
        return frame satisfies never;
    }
  }

  private reject(id: string, error: unknown): void {
    this.send(rejectedFrame(id, error, this.needs.logger));
  }

  private beat(): void {
    if (!this.unread.beat()) {
      // No pong since the last beat: the client is gone, or it does not read.
      this.drop();
      this.ended();
      return;
    }
    if (this.identity !== null) this.send(heartbeatFrame(this.subscriptions.heads(), this.needs.clock));
  }
}
