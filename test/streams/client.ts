/** A client's socket that keeps every frame, so that a test can wait for what it expects. */
import { WebSocket } from 'ws';
import type { StreamNode } from './stream-node.ts';

export interface Frame {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface Client {
  readonly socket: WebSocket;
  readonly frames: readonly Frame[];
  send(frame: unknown): void;
  /** The first frame that fits, also of those that came before. @throws Error when the socket closes without it */
  wait(type: string, fits?: (frame: Frame) => boolean): Promise<Frame>;
  /** How the socket ended. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  ofType(type: string): readonly Frame[];
}

export interface ConnectOptions {
  readonly token?: string | null;
  readonly query?: string;
  readonly protocols?: readonly string[];
}

export async function connect(node: Pick<StreamNode, 'url'>, options: ConnectOptions = {}): Promise<Client> {
  const { token = 'ada-token', query = '', protocols = ['dalmuti.v1'] } = options;
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`ws://${node.url}/v1/stream${query}`, [...protocols], { headers });
  const frames: Frame[] = [];
  const listeners = new Set<() => void>();
  let over = false;
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)));
    tell();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      over = true;
      resolve({ code, reason: String(reason) });
      tell();
    });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => undefined);

  return {
    socket,
    frames,
    closed,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    ofType: (type) => frames.filter((frame) => frame.type === type),
    wait(type, fits = () => true) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = frames.find((frame) => frame.type === type && fits(frame));
          if (found === undefined && !over) return;
          listeners.delete(look);
          if (found !== undefined) resolve(found);
          else reject(new Error(`closed without ${type}: ${JSON.stringify(frames)}`));
        };
        listeners.add(look);
        look();
      });
    },
  };
}

/** @returns once the client has everything that was sent to it before */
export async function settled(client: Client): Promise<void> {
  const id = `settled-${Math.random()}`;
  client.send({ type: 'ping', id });
  await client.wait('pong', (frame) => frame.id === id);
}

/** Time goes by in steps in which the client can answer the server's pings. */
export async function pass(node: Pick<StreamNode, 'clock'>, client: Client, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10_000) {
    node.clock.forward(Math.min(left, 10_000));
    if (client.socket.readyState === WebSocket.OPEN) await settled(client).catch(() => undefined);
  }
}
