/** One address holds a bounded number of connections on a node that no proxy stands before. */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { BOUNDS } from '../../src/http/bounds.ts';
import { createServer, type ServerOptions } from '../../src/http/server.ts';
import { silentLogger } from '../support/logger.ts';

const { most } = BOUNDS.connections;
const GROUP = 100;

/** Connected, or reset at once. */
const settled = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', () => resolve());
  });

async function start(options: Partial<ServerOptions>) {
  const app = createServer({ logger: silentLogger(), trustProxy: false, origins: '*', ...options });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  return {
    /** In groups that the queue of the listening socket has room for. */
    async open(count: number): Promise<readonly Socket[]> {
      const opened: Socket[] = [];
      while (opened.length < count) {
        const group = Array.from({ length: Math.min(GROUP, count - opened.length) }, () =>
          connect({ port, host: '127.0.0.1' }),
        );
        sockets.push(...group);
        for (const socket of group) socket.on('error', () => undefined);
        await Promise.all(group.map(settled));
        opened.push(...group);
      }
      return opened;
    },
    connections: () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count))),
    async end() {
      for (const socket of sockets) socket.destroy();
      await app.close();
    },
  };
}

test('connections beyond the bound are reset, and a closed one makes room for another', async () => {
  const server = await start({});
  try {
    const [first] = await server.open(most);
    await expect.poll(server.connections, { timeout: 30_000 }).toBe(most);
    const [refused] = await server.open(1);
    if (refused?.closed === false) await once(refused, 'close');
    first?.destroy();
    await expect.poll(server.connections, { timeout: 30_000 }).toBe(most - 1);
    const [admitted] = await server.open(1);
    admitted?.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    if (admitted !== undefined) await once(admitted, 'data');
  } finally {
    await server.end();
  }
});

test.each([
  ['behind a proxy', { trustProxy: 1 }],
  ['without limits', { counts: false }],
])('connections are not bounded %s', async (_, options) => {
  const server = await start(options);
  try {
    await server.open(most + 1);
    await expect.poll(server.connections, { timeout: 30_000 }).toBe(most + 1);
  } finally {
    await server.end();
  }
});
