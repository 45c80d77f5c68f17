/** Lets the server stop as soon as its last request is answered, although clients would keep their connections. */
import type { FastifyInstance } from 'fastify';

/** Node closes connections that are idle when it stops; those that become idle later are found by looking. */
const LOOK_MS = 100;

export function drainQuickly(app: FastifyInstance): void {
  let closing = false;
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('Connection', 'close');
  });
  app.addHook('preClose', async () => {
    closing = true;
    if (!app.server.listening) return;
    const looking = setInterval(() => app.server.closeIdleConnections(), LOOK_MS);
    app.server.once('close', () => clearInterval(looking));
  });
}
