/** Lets the server stop once its last request is answered, whatever connections clients keep open. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 100;
/** How long a stop waits for the rest of a request, for a client's side of a close, and for a client to read on. */
const GRACE_MS = 500;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  readonly exchanges: Set<Exchange>;
  /** Bytes that the kernel has taken from us, and when that number last rose or nothing was left to take. */
  delivered: number;
  movedAt: number;
}

/**
 * After a stop begins, a connection stays only while a whole request of it waits for its answer and the client reads.
 * Node itself would wait for every connection that has not sent a whole head, for ever.
 */
export function drainQuickly(app: FastifyInstance): void {
  const connections = new Map<Socket, Connection>();
  let closing = false;
  app.server.on('connection', (socket) => {
    connections.set(socket, { exchanges: new Set(), delivered: 0, movedAt: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  app.server.on('request', (request, response) => {
    const exchanges = connections.get(request.socket)?.exchanges;
    const exchange = { request, response };
    exchanges?.add(exchange);
    response.once('close', () => exchanges?.delete(exchange));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('Connection', 'close');
  });
  app.addHook('preClose', async () => {
    closing = true;
    if (!app.server.listening) return;
    const begun = performance.now();
    for (const connection of connections.values()) connection.movedAt = begun;
    const looking = setInterval(() => {
      app.server.closeIdleConnections();
      const now = performance.now();
      for (const [socket, connection] of connections) {
        const stays = now - begun < GRACE_MS || (isAwaited(connection) && isRead(socket, connection, now));
        if (!stays) socket.destroy();
      }
    }, LOOK_MS);
    app.server.once('close', () => clearInterval(looking));
  });
}

/** Whether the client has sent all of a request that is not answered yet. */
function isAwaited({ exchanges }: Connection): boolean {
  return [...exchanges].some(({ request }) => request.complete);
}

function isRead(socket: Socket, connection: Connection, now: number): boolean {
  const delivered = socket.bytesWritten - socket.writableLength;
  if (socket.writableLength === 0 || delivered !== connection.delivered) {
    connection.delivered = delivered;
    connection.movedAt = now;
  }
  return now - connection.movedAt < GRACE_MS;
}
