/** One socket that is kept open: connects anew after every loss that allows it, with patience and jitter. */
import type { ClientFrame, ClosingFrame, Problem, ServerFrame, WelcomeFrame } from './contract.ts';
import { finalProblem, StreamEnded } from './refused.ts';
import { reasonOf, type StatusListener } from './status.ts';
import { askToken, endOf, type TokenSource } from './tokens.ts';
import { backoffMs } from './waiting.ts';

/** A WebSocket as browsers have it; Node's own and that of the package `ws` are such, too. */
export interface Socket {
  readonly readyState: number;
  send(text: string): void;
  close(code?: number): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
}

export type SocketConstructor = new (address: string, protocols: string[]) => Socket;

export interface ConnectionOptions {
  /** The service's address; `http` and `ws` mean the same. */
  readonly base: string;
  readonly token: TokenSource;
  readonly WebSocket: SocketConstructor;
  /** A new socket is ready for frames; nothing that was said on an earlier one is known on this one. */
  readonly onOpen: () => void;
  readonly onFrame: (frame: ServerFrame) => void;
  /** It is over and no further socket will be tried. */
  readonly onEnd: (reason: string, error: StreamEnded) => void;
  readonly onStatus: StatusListener;
}

const OPEN = 1;
/** Until `welcome` says how often the service sends a heartbeat. */
const FIRST_SILENCE_MS = 10_000;
/** How late a heartbeat may be; with one every 15 seconds, a dead line leaves time to answer within 30 seconds. */
const HEARTBEAT_MARGIN_MS = 5000;
/** Codes after which connecting again cannot help (docs/PROTOCOL.md, "Close codes"). */
const FINAL: ReadonlySet<number> = new Set([1000, 1009, 4000, 4003, 4009]);
const DENIED = 4001;
const REVOKED = 4003;
/** A new token may help once or twice; who is denied again and again will not be let in. */
const MOST_DENIALS = 3;
/** A token is renewed so long before its end, and not more often than that. */
const RENEW_MS = 60_000;
/** Of tokens that live shorter, the last fifth. */
const RENEW_SHARE = 0.2;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The code of an end without a problem document. */
function codeOf(closeCode: number): string {
  if (closeCode === DENIED) return 'token_invalid';
  return closeCode === REVOKED ? 'token_revoked' : `closed_${closeCode}`;
}

type Timer = ReturnType<typeof setTimeout>;

export class Connection {
  private readonly options: ConnectionOptions;
  private socket: Socket | null = null;
  private token: string | null = null;
  /** The token that was asked for last was refused, or is about to end. */
  private spent: string | null = null;
  private retry: Timer | undefined;
  private silence: Timer | undefined;
  private renewal: Timer | undefined;
  private silenceMs = FIRST_SILENCE_MS;
  private losses = 0;
  private denials = 0;
  private frames = 0;
  private closing: ClosingFrame | null = null;
  private over = false;

  constructor(options: ConnectionOptions) {
    this.options = options;
    void this.connect();
  }

  /** Sends now, or not at all while there is no socket: `onOpen` says when to say things again. */
  send(frame: ClientFrame): void {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(frame));
  }

  close(): void {
    const { socket } = this;
    this.end('closed by this client', 'closed');
    socket?.close(1000);
  }

  private async connect(): Promise<void> {
    let token: string;
    try {
      token = await askToken(this.options.token, this.spent);
    } catch (error) {
      const problem = finalProblem(error);
      if (problem === null) this.again(reasonOf(error));
      else this.end(problem.detail, problem.code, problem);
      return;
    }
    if (this.over) return;
    // It was denied, and there is no other.
    if (token === this.spent) {
      this.end(this.closing?.reason ?? 'the token is not accepted', 'token_invalid');
      return;
    }
    this.options.onStatus({ state: 'connecting' });
    this.token = token;
    this.closing = null;
    const url = new URL('/v1/stream', this.options.base.replace(/^http/, 'ws'));
    const socket = new this.options.WebSocket(url.href, ['dalmuti.v1']);
    this.socket = socket;
    this.silenceMs = FIRST_SILENCE_MS;
    this.listen();
    socket.onopen = () => {
      // No browser sends headers with a handshake: so everybody says it in the first frame.
      this.authenticate(token);
      this.options.onOpen();
    };
    socket.onmessage = ({ data }: { readonly data: unknown }) => {
      if (socket === this.socket) this.receive(JSON.parse(String(data)) as ServerFrame);
    };
    // `close` follows and decides.
    socket.onerror = () => {};
    socket.onclose = ({ code }: { readonly code: number }) => this.lost(socket, code);
  }

  private authenticate(token: string): void {
    this.send({ type: 'authenticate', id: `token ${++this.frames}`, token });
  }

  private receive(frame: ServerFrame): void {
    this.listen();
    if (frame.type === 'welcome') this.welcomed(frame);
    if (frame.type === 'closing') this.closing = frame;
    this.options.onFrame(frame);
  }

  private welcomed({ heartbeatSeconds, serverTime }: WelcomeFrame): void {
    this.options.onStatus({ state: 'live' });
    this.losses = 0;
    this.denials = 0;
    this.spent = null;
    this.silenceMs = 1000 * heartbeatSeconds + HEARTBEAT_MARGIN_MS;
    clearTimeout(this.renewal);
    const end = this.token === null ? null : endOf(this.token);
    if (end === null) return;
    const left = end - Date.parse(serverTime);
    this.renewLater(left - Math.min(RENEW_MS, left * RENEW_SHARE));
  }

  private renewLater(ms: number): void {
    this.renewal = setTimeout(() => void this.renew(), Math.min(Math.max(ms, 0), LONGEST_TIMER_MS));
  }

  /** A new token for the same socket; the service answers with another `welcome`. Without one it will close with 4001. */
  private async renew(): Promise<void> {
    const { socket, token: old } = this;
    try {
      const token = await askToken(this.options.token, old);
      if (socket !== this.socket || this.over || token === old) return;
      this.token = token;
      this.authenticate(token);
    } catch {
      if (socket === this.socket && !this.over) this.renewLater(RENEW_MS * RENEW_SHARE);
    }
  }

  /** No heartbeat in time: the socket is dead, even when the system reports it open. */
  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.replace(), this.silenceMs);
  }

  /** Abandons the socket, if there is one, and opens another. */
  replace(): void {
    const { socket } = this;
    if (socket === null) return;
    this.lost(socket, 1006);
    socket.close();
  }

  private lost(socket: Socket, code: number): void {
    if (socket !== this.socket) return;
    clearTimeout(this.silence);
    clearTimeout(this.renewal);
    this.socket = null;
    if (this.over) return;
    if (code === DENIED) {
      this.denials += 1;
      this.spent = this.token;
    }
    const final = code === DENIED ? this.denials >= MOST_DENIALS : FINAL.has(code) || this.closing?.reconnect === false;
    if (final) this.end(this.closing?.reason ?? `closed with ${code}`, codeOf(code));
    else this.again(this.closing?.reason ?? `closed with ${code}`);
  }

  private again(reason: string): void {
    if (this.over) return;
    const least = 1000 * (this.closing?.retryAfterSeconds ?? 0);
    const wait = backoffMs(this.losses);
    this.losses += 1;
    this.options.onStatus({ state: 'retrying', inMs: least + wait, reason });
    this.retry = setTimeout(() => void this.connect(), least + wait);
  }

  private end(reason: string, code: string, problem: Problem | null = null): void {
    if (this.over) return;
    this.over = true;
    this.socket = null;
    for (const timer of [this.retry, this.silence, this.renewal]) clearTimeout(timer);
    this.options.onEnd(reason, new StreamEnded(reason, code, problem));
  }
}
