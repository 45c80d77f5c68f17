/** A line to a server that a test can cut: before a request arrives, after it was answered, or altogether. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface FaultyLine {
  /** The server's URL, by way of this line. */
  readonly url: string;
  /** The next request does not reach the server; its connection breaks. */
  loseNextRequest(): void;
  /** The server does what the next request asks; the connection breaks before the answer arrives. */
  loseNextAnswer(): void;
  /** Breaks every connection and refuses new ones, until `mend`. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Swallows every byte of the connections that are open, in both directions; new connections work. */
  silence(): void;
}

/** @param serverUrl with a host and a port */
export async function openFaultyLine(serverUrl: string, defaultPort: number): Promise<FaultyLine> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let toLose: 'request' | 'answer' | null = null;
  let silences = 0;

  function accept(near: Socket): void {
    const far = connect(Number(target.port || defaultPort), target.hostname);
    let losesAnswer = false;
    const opened = silences;
    const breakLine = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', breakLine);
      socket.on('close', () => {
        sockets.delete(socket);
        breakLine();
      });
    }
    near.on('data', (bytes) => {
      if (opened !== silences) return;
      if (toLose === 'request') {
        toLose = null;
        breakLine();
        return;
      }
      losesAnswer ||= toLose === 'answer';
      toLose = null;
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (opened !== silences) return;
      if (losesAnswer) breakLine();
      else near.write(bytes);
    });
  }

  const server = createServer(accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    loseNextRequest: () => {
      toLose = 'request';
    },
    loseNextAnswer: () => {
      toLose = 'answer';
    },
    cut: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    silence: () => {
      silences += 1;
    },
    mend: async () => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
