/** A stop tells sockets to come back, answers who waits, and takes no longer than it must (promise 10). */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { bootApp, type TestApp } from '../support/app.ts';
import { startService } from '../support/service-process.ts';

/** A table of one person and three bots that has been started: the person is awaited for a long time. */
async function startedGame(node: TestApp, headers: { readonly authorization: string }): Promise<string> {
  const send = async (method: 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await node.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return answer.json();
  };
  const players = { min: 4, max: 4 };
  const table = await send('POST', '/v1/tables', { visibility: 'private', ruleset: { preset: 'official', players } });
  await send('POST', `/v1/tables/${table.id}/seats`);
  for (const _ of [1, 2, 3]) await send('POST', `/v1/tables/${table.id}/bots`, { kind: 'builtIn', level: 'random' });
  await send('PUT', `/v1/tables/${table.id}/ready`, { ready: true });
  return (await send('POST', `/v1/tables/${table.id}/start`)).gameId;
}

test('closing ends sockets with 1012 and answers long polls at once, with an ordinary page', async () => {
  let polls = 0;
  const node = await bootApp(null, {
    extend: (app) =>
      app.addHook('preHandler', async ({ url }) => {
        if (url.includes('wait=25')) polls += 1;
      }),
  });
  const address = await node.listen();
  const { headers } = await node.guest();
  const gameId = await startedGame(node, headers);
  const socket = new WebSocket(`${address.replace('http', 'ws')}/v1/stream`, 'dalmuti.v1', { headers });
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  await new Promise((resolve) => socket.once('message', resolve));

  const polled = fetch(`${address}/v1/games/${gameId}/events?after=100000&wait=25`, { headers });
  const asked = node.deps.clock.now();
  await expect.poll(() => polls).toBe(1);
  await node.close();
  expect(await closed).toBe(1012);
  const answer = await polled;
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ events: [], more: false })]);
  expect(node.deps.clock.now() - asked).toBeLessThan(20_000);
});

const Guest = z.object({ accessToken: z.string() });
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
const HANDSHAKE = `${UPGRADE}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`;

test('a stopped process exits with 0 before SHUTDOWN_SECONDS, whatever connections clients leave open', {
  timeout: 180_000,
}, async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'dalmuti-stop-'));
  const service = await startService({ DALMUTI_DATA_DIR: directory, SHUTDOWN_SECONDS: '60' });
  t.onTestFinished(async () => {
    await service.kill();
    await rm(directory, { recursive: true, force: true });
  });
  const created = await fetch(`${service.base}/v1/guests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada' }),
  });
  const bearer = `Authorization: Bearer ${Guest.parse(await created.json()).accessToken}\r\n`;
  const head = (request: string, more = '') => `${request} HTTP/1.1\r\nHost: here\r\n${more}\r\n`;
  const left = [
    '',
    'GET /v1/me HTT',
    head('GET /health/live'),
    `${head('GET /health/live')}GET /he`,
    `${head('POST /v1/guests', 'Content-Type: application/json\r\nContent-Length: 20\r\n')}{`,
    head('GET /v1/nothing', HANDSHAKE),
    head('GET /v1/me', UPGRADE),
    // Clients that never answer the close, and one that has not said who it is.
    head('GET /v1/stream', `${HANDSHAKE}Sec-WebSocket-Protocol: dalmuti.v1\r\n${bearer}`),
    head('GET /v1/stream', `${HANDSHAKE}Sec-WebSocket-Protocol: dalmuti.v1\r\n`),
    head('GET /v1/me/stream', bearer),
  ];
  const { port } = new URL(service.base);
  for (const text of left) {
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    t.onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    if (text.startsWith('GET /v1/me/stream') || text.startsWith('GET /v1/stream')) await once(socket, 'data');
  }
  expect(await service.stop()).toBe(0);
});
