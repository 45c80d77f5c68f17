/** The other end of a client's socket, played by the test frame by frame. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ClientFrame, ServerFrame } from '../../src/client/wire.ts';

/** One socket, as the service sees it. */
export interface Line {
  readonly authorization: string | undefined;
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
  server.on('connection', (socket, request) => lines.put(lineOf(socket, request.headers.authorization)));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    line: lines.take,
    close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

function lineOf(socket: WebSocket, authorization: string | undefined): Line {
  const frames = channel<ClientFrame>();
  socket.on('message', (data) => frames.put(JSON.parse(String(data)) as ClientFrame));
  return {
    authorization,
    next: frames.take,
    say: (frame) => socket.send(JSON.stringify(frame)),
    cut: () => socket.terminate(),
    close: (code) => socket.close(code),
  };
}
