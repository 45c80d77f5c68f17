/** The streams with the service's own topics behind them: a table fills, starts and plays, seen through one socket. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { type Client, connect, type Frame } from './client.ts';

const withBots = {
  ruleset: { preset: 'official-scored', end: { hands: 1 } },
  clock: { pauseSeconds: 0 },
};

/**
 * Sends the first of the legal answers whenever the game asks, as a bot would that knows no rules.
 * @returns how many it has sent
 */
function answerEverything(client: Client, gameId: string): () => number {
  let sent = 0;
  client.socket.on('message', (data) => {
    const { type, you } = JSON.parse(String(data));
    const [command] = type === 'events' ? (you?.legal ?? []) : [];
    if (command === undefined) return;
    sent += 1;
    client.send({ type: 'command', id: `c${sent}`, key: `the-key-of-answer-${sent}`, gameId, command });
  });
  return () => sent;
}

describe('PROTOCOL: topics me, table and game', () => {
  let node: TestApp;
  let url: string;
  beforeAll(async () => {
    node = await bootApp();
    url = (await node.listen()).replace('http://', '');
  });
  afterAll(() => node.close());

  async function call(who: TestGuest, method: 'POST' | 'DELETE' | 'PUT', path: string, payload?: object) {
    const { headers } = who;
    return node.inject({ method, url: path, headers, ...(payload === undefined ? {} : { payload }) });
  }

  async function tableOf(who: TestGuest, bots: number): Promise<string> {
    const { id } = (await call(who, 'POST', '/v1/tables', withBots)).json();
    for (let seated = 0; seated < bots; seated++) {
      await call(who, 'POST', `/v1/tables/${id}/bots`, { kind: 'builtIn', level: 'greedy' });
    }
    return id;
  }

  it('a whole game of one person and bots: inbox, table and events arrive, and the last of them is gameEnded', async () => {
    const ada = await node.guest('Ada');
    const client = await connect({ url }, { token: ada.token });
    client.send({ type: 'subscribe', id: '1', topic: 'me' });
    expect(await client.wait('inbox')).toMatchObject({
      inbox: { games: [], tables: [], invitations: [], matches: [] },
    });

    const table = await tableOf(ada, 3);
    client.send({ type: 'subscribe', id: '2', topic: `table:${table}` });
    expect(await client.wait('table')).toMatchObject({ table: { you: { host: true, seat: null } } });
    await call(ada, 'POST', `/v1/tables/${table}/seats`);
    const seated = (frame: Frame) => (frame as unknown as { table: { you: { seat: number | null } } }).table.you.seat;
    await client.wait('table', (frame) => seated(frame) === 3);

    const started = await call(ada, 'POST', `/v1/tables/${table}/start`);
    expect(started.statusCode).toBe(201);
    const { gameId } = started.json();
    await client.wait('table', (frame) => (frame as unknown as { table: { gameId: string } }).table.gameId === gameId);
    await client.wait('inbox', (frame) => JSON.stringify(frame).includes(gameId));

    const sent = answerEverything(client, gameId);
    client.send({ type: 'subscribe', id: '3', topic: `game:${gameId}`, after: 0 });
    expect(await client.wait('subscribed', ({ id }) => id === '3')).toMatchObject({ mode: 'resume' });
    await client.wait('unsubscribed', ({ topic, code }) => topic === `game:${gameId}` && code === 'closed');
    const events = client.ofType('events').flatMap((frame) => frame.events as { version: number; type: string }[]);
    expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)?.type).toBe('gameEnded');
    // A question that others' answers bring up again has been answered already, and the second answer is refused.
    await expect.poll(() => client.ofType('ack').length + client.ofType('rejected').length).toBe(sent());
    expect(client.ofType('ack').length).toBeGreaterThan(0);
    await client.wait('table', (frame) => JSON.stringify(frame).includes(`"pastGameIds":["${gameId}"]`));
    client.socket.close();

    const over = await node.inject({
      method: 'GET',
      url: `/v1/games/${gameId}/stream?after=${events.length}`,
      headers: ada.headers,
    });
    expect(over.statusCode).toBe(204);
  }, 120_000);

  it('what is not for me is not found, exactly like what does not exist', async () => {
    const [ada, bob] = [await node.guest('Ada'), await node.guest('Bob')];
    const table = (await call(ada, 'POST', '/v1/tables', { visibility: 'private' })).json().id;
    const client = await connect({ url }, { token: bob.token });
    client.send({ type: 'subscribe', id: '1', topic: `table:${table}` });
    client.send({ type: 'subscribe', id: '2', topic: 'table:019b8f0a-0003-7001-8001-0000000d0301' });
    const [one, other] = await Promise.all(['1', '2'].map((id) => client.wait('rejected', (frame) => frame.id === id)));
    const told = (frame: Frame | undefined) => ({ ...(frame?.problem as object), requestId: null });
    expect(told(one)).toEqual(told(other));
    expect(told(one)).toMatchObject({ code: 'not_found', detail: 'No such table.' });
    client.socket.close();
  });

  it('a private table that I am removed from ends for me: forbidden', async () => {
    const [ada, bob] = [await node.guest('Ada'), await node.guest('Bob')];
    const { id, inviteCode } = (await call(ada, 'POST', '/v1/tables', { visibility: 'private' })).json();
    await call(bob, 'POST', `/v1/tables/${id}/seats`, { invite: inviteCode });
    const client = await connect({ url }, { token: bob.token });
    client.send({ type: 'subscribe', id: '1', topic: `table:${id}` });
    await client.wait('table');
    await call(ada, 'DELETE', `/v1/tables/${id}/seats/0`);
    expect(await client.wait('unsubscribed')).toEqual({
      type: 'unsubscribed',
      topic: `table:${id}`,
      code: 'forbidden',
    });
    client.socket.close();
  });

  it('a bot finds its invitation in the inbox, and a revoked token closes its socket', async () => {
    const ada = await node.guest('Ada');
    const robo = (await call(ada, 'POST', '/v1/bots', { name: 'Robo', acceptFrom: 'owner' })).json();
    const { token } = (await call(ada, 'POST', `/v1/bots/${robo.id}/token`)).json();
    const bot = await connect({ url }, { token });
    bot.send({ type: 'subscribe', id: '1', topic: 'me' });
    await bot.wait('inbox');
    const table = await tableOf(ada, 3);
    await call(ada, 'POST', `/v1/tables/${table}/bots`, {
      kind: 'remote',
      playerId: robo.id,
    });
    const invited = await bot.wait('inbox', (frame) => JSON.stringify(frame).includes(table));
    expect(invited).toMatchObject({ inbox: { invitations: [{ table: { id: table }, from: { name: 'Ada' } }] } });

    await call(ada, 'POST', `/v1/tables/${table}/seats`);
    await call(ada, 'POST', `/v1/tables/${table}/start`);
    const { version } = invited as unknown as { version: number };
    await bot.wait('inbox', (frame) => Number(frame.version) > version && !JSON.stringify(frame).includes(table));

    await call(ada, 'DELETE', `/v1/bots/${robo.id}`);
    expect(await bot.closed).toMatchObject({ code: 4003 });
  });
});
