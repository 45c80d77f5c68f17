/** A stop waits for requests under way and for no other connection; slow requests and unread answers end (promise 10). */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createServer, type Patience } from '../../src/http/server.ts';
import { silentLogger } from '../support/logger.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A server with one route that answers when the test says so, one that takes a body, one whose answer is large. */
async function start(patience?: Patience) {
  const app = createServer({
    logger: silentLogger(),
    trustProxy: false,
    origins: '*',
    ...(patience === undefined ? {} : { patience }),
  });
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked: string[] = [];
  app.addHook('onRequest', async ({ url }) => {
    asked.push(url);
  });
  app.get('/late', async () => {
    await answered;
    return { late: true };
  });
  app.get('/now', async () => ({ now: true }));
  app.get('/large', async (_, reply) => reply.type('text/plain').send('x'.repeat(64 * 1024 * 1024)));
  app.post('/', async () => ({}));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;

  async function open(
    text = '',
  ): Promise<{ readonly socket: Socket; heard(): string; readonly ended: Promise<unknown> }> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    let heard = '';
    socket.on('data', (data) => {
      heard += String(data);
    });
    const ended = Promise.race([once(socket, 'end'), once(socket, 'close')]);
    socket.write(text);
    return { socket, heard: () => heard, ended };
  }
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  return { app, open, answer, asked, connections };
}

const HEAD = 'Host: here\r\n';
const PARTS = [
  ['that sent nothing', ''],
  ['with half a head', 'GET /now HTTP/1.1\r\nHo'],
  ['with half a body', `POST / HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`],
  ['kept alive after an answer', `GET /now HTTP/1.1\r\n${HEAD}\r\n`],
  ['kept alive with half of the next request', `GET /now HTTP/1.1\r\n${HEAD}\r\nGET /now HTTP/1.1\r\nHo`],
  ['whose answer is not read', `GET /large HTTP/1.1\r\n${HEAD}\r\n`],
] as const;

test.each(PARTS)('closing the server does not wait for a connection %s', { timeout: 15_000 }, async (name, text) => {
  const { app, open, connections } = await start();
  const { socket } = await open(text);
  if (name.includes('not read')) socket.pause();
  await expect.poll(connections).toBe(1);
  await app.close();
  expect(await connections()).toBe(0);
});

test('closing the server answers a request under way, also when it takes longer than other connections may', async () => {
  const { app, open, answer, asked, connections } = await start();
  const late = await open(`GET /late HTTP/1.1\r\n${HEAD}\r\n`);
  const silent = await open();
  await expect.poll(() => asked).toEqual(['/late']);
  const closed = app.close();
  await silent.ended;
  expect(await connections()).toBe(1);
  answer();
  await late.ended;
  await closed;
  expect(late.heard()).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*\{"late":true\}/i);
});

test.each(PARTS.filter(([name]) => name.includes('half')))(
  'a connection %s is answered 408 with a problem when the rest does not come',
  async (_, text) => {
    const { app, open } = await start({ request: 50, silence: 10_000, look: 20 });
    const slow = await open(text);
    await slow.ended;
    const [, body = ''] = slow.heard().split(/HTTP\/1\.1 408 [\s\S]*?\r\n\r\n/);
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid_request', status: 408 });
    await app.close();
  },
);

test('a body that drips for ever is answered 408 although each of its bytes is in time', async () => {
  const { app, open } = await start({ request: 200, silence: 10_000, look: 20 });
  const slow = await open(`POST / HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n`);
  const dripping = setInterval(() => slow.socket.write(' '), 10);
  await slow.ended;
  clearInterval(dripping);
  expect(slow.heard()).toMatch(/^HTTP\/1\.1 408 /);
  await app.close();
});

test('a connection whose answer is never read is reset, with what it held', async () => {
  const { app, open, asked, connections } = await start({ request: 10_000, silence: 200, look: 20 });
  const { socket } = await open(`GET /large HTTP/1.1\r\n${HEAD}\r\n`);
  socket.pause();
  await expect.poll(() => asked).toEqual(['/large']);
  await expect.poll(connections).toBe(0);
  await app.close();
});
