/** A stop tells sockets to come back, answers who waits, and takes no longer than it must (promise 10). */
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { bootApp, type TestApp } from '../support/app.ts';

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
