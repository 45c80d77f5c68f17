/** Somebody's stream through all losses: one socket after another, on either node, and never a gap (promise 6). */
import { randomUUID } from 'node:crypto';
import WebSocket from 'ws';
import { afterFrame, fromSnapshot, type GameView } from '../../../src/client/game-view.ts';
import { retryAfterMs } from '../../../src/client/refused.ts';
import type {
  ClientFrame,
  EventsFrame,
  Problem,
  ServerFrame,
  WireCommand,
  WireEvent,
  WireYou,
} from '../../../src/client/wire.ts';
import type { Viewer } from '../../../src/rules/public-events.ts';

/** An event as it came, and with whose eyes it was seen. */
export interface Seen {
  readonly viewer: Viewer;
  readonly event: WireEvent;
}

export interface LineNeeds {
  /** Of the nodes. */
  readonly bases: readonly string[];
  readonly token: string;
  /** Told of every change of the game. */
  readonly moved: () => void;
  /** Told of whatever must not be. */
  readonly fault: (what: string) => void;
}

interface Waiting {
  readonly frame: Extract<ClientFrame, { type: 'command' }>;
  readonly resolve: (sent: Sent) => void;
}

/** What became of a command: the version of its last event, or why it was refused. */
export interface Sent {
  readonly version: number;
  readonly refusal: Problem | null;
}

/** A client is sent a snapshot instead when it is further behind. */
const MOST_HISTORY = 1000;

export class Line {
  /** The game as the frames have told it. */
  game: GameView | null = null;
  /** Of this game, from the first snapshot on. */
  seen: Seen[] = [];
  /** The server has ended the topic. */
  over = false;
  private readonly needs: LineNeeds;
  private readonly waiting = new Map<string, Waiting>();
  private gameId: string | null = null;
  private socket: WebSocket | null = null;
  private at: number;
  private counter = 0;
  private closed = false;

  /** @param at the number of the node to begin with */
  constructor(needs: LineNeeds, at: number) {
    this.needs = needs;
    this.at = at;
    this.connect();
  }

  /** From now on this game, and no other. */
  follow(gameId: string): void {
    if (this.gameId !== null && !this.over) this.say({ type: 'unsubscribe', id: this.next(), topic: this.topic() });
    Object.assign(this, { gameId, game: null, seen: [], over: false });
    this.subscribe();
  }

  /** Resolves whatever becomes of the socket: it has one key for all attempts. */
  send(command: WireCommand): Promise<Sent> {
    const { gameId } = this;
    if (gameId === null) throw new Error('no game is followed');
    return new Promise((resolve) => {
      const frame = { type: 'command', id: this.next(), key: randomUUID(), gameId, command } as const;
      this.waiting.set(frame.id, { frame, resolve });
      this.say(frame);
    });
  }

  /** The socket is lost, and the next one is on another node. */
  cut(): void {
    this.socket?.terminate();
  }

  close(): void {
    this.closed = true;
    this.socket?.terminate();
  }

  private connect(): void {
    const { bases, token } = this.needs;
    const base = bases[this.at % bases.length] ?? '';
    this.at += 1;
    const url = new URL('/v1/stream', base.replace(/^http/, 'ws'));
    const socket = new WebSocket(url, ['dalmuti.v1'], { headers: { authorization: `Bearer ${token}` } });
    this.socket = socket;
    socket.on('open', () => {
      if (this.gameId !== null && !this.over) this.subscribe();
      for (const { frame } of this.waiting.values()) this.say(frame);
    });
    socket.on('message', (data) => {
      // What a socket brings that is not the newest one belongs to nobody.
      if (socket === this.socket) this.receive(JSON.parse(String(data)) as ServerFrame);
    });
    // `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (!this.closed) this.connect();
    });
  }

  private subscribe(): void {
    const frame = { type: 'subscribe', id: this.next(), topic: this.topic() } as const;
    this.say(this.game === null ? frame : { ...frame, after: this.game.view.version });
  }

  private say(frame: ClientFrame): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  private receive(frame: ServerFrame): void {
    if ('topic' in frame && frame.topic !== this.topic()) return;
    switch (frame.type) {
      case 'subscribed': {
        const behind = this.game === null ? Number.POSITIVE_INFINITY : frame.version - this.game.view.version;
        if (frame.mode !== (behind > MOST_HISTORY ? 'snapshot' : 'resume')) this.fault('resumes otherwise', frame);
        break;
      }
      case 'snapshot':
        this.game = fromSnapshot(frame.view);
        this.needs.moved();
        break;
      case 'events':
        this.events(frame);
        break;
      case 'unsubscribed':
        if (frame.code !== 'closed' || this.game?.view.phase !== 'ended') this.fault('ends too early', frame);
        this.over = true;
        this.needs.moved();
        break;
      case 'ack':
        this.settle(frame.id, { version: frame.version, refusal: null });
        break;
      case 'rejected':
        this.rejected(frame);
        break;
      default:
    }
  }

  private events(frame: EventsFrame): void {
    const { game } = this;
    if (game === null || frame.after !== game.view.version) {
      this.fault(`is at version ${game?.view.version}`, frame);
      return;
    }
    const numbers = frame.events.map(({ version }) => version);
    const expected = numbers.map((_, index) => frame.after + 1 + index);
    if (numbers.join() !== expected.join() || numbers.at(-1) !== frame.version) this.fault('has a gap', frame);
    this.seen.push(...frame.events.map((event) => ({ viewer: viewerOf(frame.you), event })));
    this.game = afterFrame(game, frame);
    this.needs.moved();
  }

  private rejected(frame: Extract<ServerFrame, { type: 'rejected' }>): void {
    const command = this.waiting.get(frame.id)?.frame;
    const wait = retryAfterMs(frame.problem);
    if (command === undefined) this.fault('refuses', frame);
    else if (wait === null) this.settle(frame.id, { version: 0, refusal: frame.problem });
    else setTimeout(() => this.say(command), wait);
  }

  private settle(id: string, sent: Sent): void {
    this.waiting.get(id)?.resolve(sent);
    this.waiting.delete(id);
  }

  private fault(what: string, frame: ServerFrame): void {
    this.needs.fault(`the stream ${what}: ${JSON.stringify(frame)}`);
  }

  private readonly topic = (): string => `game:${this.gameId}`;
  private readonly next = (): string => String(++this.counter);
}

const viewerOf = (you: WireYou | null): Viewer => you?.seat ?? 'spectator';
