/** How many connections one address holds on a node, also those that have sent nothing yet. */
import type { Server } from 'node:http';
import { address } from './address.ts';
import { BOUNDS } from './bounds.ts';

/**
 * Resets connections of an address beyond `BOUNDS.connections`. Not for a server behind proxies, whose connections all come
 * from one address.
 */
export function boundConnections(server: Server): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const from = address(socket.remoteAddress ?? '') ?? 'unknown';
    const count = (open.get(from) ?? 0) + 1;
    open.set(from, count);
    socket.once('close', () => {
      const left = (open.get(from) ?? 1) - 1;
      if (left > 0) open.set(from, left);
      else open.delete(from);
    });
    if (count > BOUNDS.connections.most) socket.resetAndDestroy();
  });
}
