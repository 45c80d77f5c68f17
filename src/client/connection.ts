/** One socket that is kept open: connects anew after every loss that allows it, with patience and jitter. */
import WebSocket from 'ws';
import type { ClientFrame, ServerFrame } from './wire.ts';

export interface ConnectionOptions {
  /** The service's address; `http` and `ws` mean the same. */
  readonly base: string;
  /** Asked for at each connection, so that an expired token can be replaced. */
  readonly token: () => string | Promise<string>;
  /** A new socket is ready for frames; nothing that was said on an earlier one is known on this one. */
  readonly onOpen: () => void;
  readonly onFrame: (frame: ServerFrame) => void;
  /** It is over and no further socket will be tried. */
  readonly onEnd: (reason: string) => void;
}

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 15_000;
/** Until `welcome` says how often the service speaks. */
const FIRST_SILENCE_MS = 30_000;
/** Codes after which connecting again cannot help (docs/PROTOCOL.md). */
const FINAL: ReadonlySet<number> = new Set([1000, 1009, 4000, 4003, 4009]);
const DENIED = 4001;
/** A new token may help once or twice; who is denied again and again will not be let in. */
const MOST_DENIALS = 3;

export class Connection {
  private readonly options: ConnectionOptions;
  private socket: WebSocket | null = null;
  private retry: NodeJS.Timeout | undefined;
  private silence: NodeJS.Timeout | undefined;
  private silenceMs = FIRST_SILENCE_MS;
  private losses = 0;
  private denials = 0;
  private closing: Extract<ServerFrame, { type: 'closing' }> | null = null;
  private over = false;

  constructor(options: ConnectionOptions) {
    this.options = options;
    void this.connect();
  }

  /** Sends now, or not at all while there is no socket: `onOpen` says when to say things again. */
  send(frame: ClientFrame): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  close(): void {
    this.end('closed by this client');
    this.socket?.close(1000);
  }

  private async connect(): Promise<void> {
    let token: string;
    try {
      token = await this.options.token();
    } catch {
      this.again();
      return;
    }
    if (this.over) return;
    const url = new URL('/v1/stream', this.options.base.replace(/^http/, 'ws'));
    const socket = new WebSocket(url, ['dalmuti.v1'], { headers: { authorization: `Bearer ${token}` } });
    this.socket = socket;
    this.closing = null;
    socket.on('open', () => {
      this.listen();
      this.options.onOpen();
    });
    socket.on('message', (data) => this.receive(JSON.parse(String(data)) as ServerFrame));
    // `close` follows and decides.
    socket.on('error', () => {});
    socket.on('close', (code) => this.lost(code));
  }

  private receive(frame: ServerFrame): void {
    this.listen();
    if (frame.type === 'welcome') {
      this.losses = 0;
      this.denials = 0;
      this.silenceMs = 2000 * frame.heartbeatSeconds;
    }
    if (frame.type === 'closing') this.closing = frame;
    this.options.onFrame(frame);
  }

  /** Nothing at all for two heartbeats: the socket is dead, whatever the system says of it. */
  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.socket?.terminate(), this.silenceMs);
  }

  private lost(code: number): void {
    clearTimeout(this.silence);
    this.socket = null;
    if (this.over) return;
    if (code === DENIED) this.denials += 1;
    const final = code === DENIED ? this.denials >= MOST_DENIALS : FINAL.has(code) || this.closing?.reconnect === false;
    if (final) this.end(this.closing?.reason ?? `closed with ${code}`);
    else this.again();
  }

  private again(): void {
    if (this.over) return;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.losses);
    const least = 1000 * (this.closing?.retryAfterSeconds ?? 0);
    this.losses += 1;
    this.retry = setTimeout(() => void this.connect(), least + wait * (0.5 + Math.random() / 2));
  }

  private end(reason: string): void {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    this.options.onEnd(reason);
  }
}
