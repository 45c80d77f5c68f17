/** The other end of a client's socket, played by the test frame by frame. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ClientFrame, ServerFrame } from '../../src/client/wire.ts';

/** One socket, as the service sees it. */
export interface Line {
  /** From the frame with which the client says who it is. */
  readonly token: string;
  /** The next frame from the client. */
  next(): Promise<ClientFrame>;
  say(frame: ServerFrame): void;
  cut(): void;
  close(code: number): void;
}

export interface FakeService {
  readonly base: string;
  /** The next socket that a client opens. */
  line(): Promise<Line>;
  close(): void;
}

/** Things that come, each given to one who waits for it. */
function channel<T>(): { put(item: T): void; take(): Promise<T> } {
  const items: T[] = [];
  const takers: ((item: T) => void)[] = [];
  return {
    put(item) {
      const taker = takers.shift();
      if (taker === undefined) items.push(item);
      else taker(item);
    },
    take: () =>
      new Promise((resolve) => {
        const item = items.shift();
        if (item === undefined) takers.push(resolve);
        else resolve(item);
      }),
  };
}

export async function openFakeService(): Promise<FakeService> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/v1/stream' });
  await once(server, 'listening');
  const lines = channel<Line>();
  server.on('connection', (socket) => takeLine(socket, lines.put));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    line: lines.take,
    close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

/** The line is there as soon as its client has said who it is. */
function takeLine(socket: WebSocket, put: (line: Line) => void): void {
  const frames = channel<ClientFrame>();
  let known = false;
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as ClientFrame;
    if (known || frame.type !== 'authenticate') {
      frames.put(frame);
      return;
    }
    known = true;
    put({
      token: frame.token,
      next: frames.take,
      say: (said) => socket.send(JSON.stringify(said)),
      cut: () => socket.terminate(),
      close: (code) => socket.close(code),
    });
  });
}
