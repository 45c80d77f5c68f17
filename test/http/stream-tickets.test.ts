/** Tickets for browsers, whose EventSource sends no headers: one stream, on any node, for a short while (PROTOCOL, Server-sent events). */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../src/http/logger.ts';
import { identity, START, startStreamNode } from '../streams/stream-node.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openTestBus, type TestBus } from '../support/redis.ts';
import { shiftedClock } from '../support/shifted-clock.ts';

const MINUTE = 60_000;
const WAIT = { timeout: 20_000, interval: 20 };

/** Reads a stream as an EventSource would: with nothing but its address. */
async function read(address: string, headers: Record<string, string> = {}) {
  const abort = new AbortController();
  const answer = await fetch(address, { headers, signal: abort.signal });
  let text = '';
  const over = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true });
  })().catch(() => undefined);
  return {
    status: answer.status,
    /** Once the server, or `leave`, has ended it. */
    over,
    text: () => text,
    wait: (part: string) => vi.waitFor(() => expect(text).toContain(part), WAIT),
    problem: async () => {
      await over;
      return JSON.parse(text);
    },
    leave: async () => {
      abort.abort();
      await over;
    },
  };
}

describe('stream tickets', () => {
  const clock = shiftedClock();
  let bus: TestBus;
  let database: TestDatabase;
  let node: TestApp;
  let other: TestApp;
  let base: string;
  let otherBase: string;
  const lines: string[] = [];
  beforeAll(async () => {
    bus = openTestBus();
    database = await openTestDatabase();
    const logger = createLogger(
      'trace',
      new Writable({
        write(chunk, _encoding, done) {
          lines.push(String(chunk));
          done();
        },
      }),
    );
    const env = { ACCESS_TOKEN_MINUTES: '15' };
    node = await bootApp(null, { database, clock, env, bus: await bus.connect() });
    other = await bootApp(null, { database, clock, env, logger, bus: await bus.connect() });
    base = await node.listen();
    otherBase = await other.listen();
  });
  afterAll(async () => {
    await other.close();
    await node.close();
    await bus.close();
    await database.close();
  });

  const call = async ({ headers }: Pick<TestGuest, 'headers'>, path: string, payload: object = {}) =>
    node.inject({ method: 'POST', url: `/v1${path}`, headers, payload });
  const ticketFor = async (who: Pick<TestGuest, 'headers'>, topic = 'me'): Promise<string> =>
    (await call(who, '/stream-tickets', { topic })).json().ticket;
  const inbox = (ticket: string, at = base) => read(`${at}/v1/me/stream?ticket=${ticket}`);

  /** A public table's game that waits for its first player. */
  async function game() {
    const people = await Promise.all(['Ada', 'Ben', 'Cleo', 'Dan'].map((name) => node.guest(name)));
    const [ada] = people as [TestGuest];
    const slow = { turnSeconds: null, taxSeconds: null, revolutionSeconds: null, placementSeconds: null };
    const table = (await call(ada, '/tables', { visibility: 'public', clock: { ...slow, pauseSeconds: 0 } })).json();
    for (const person of people) {
      await call(person, `/tables/${table.id}/seats`);
      const ready = { method: 'PUT', url: `/v1/tables/${table.id}/ready`, payload: { ready: true } } as const;
      await node.inject({ ...ready, headers: person.headers });
    }
    const { gameId } = (await call(ada, `/tables/${table.id}/start`)).json();
    return { ada, gameId: gameId as string };
  }

  it('are 201, never stored on the way, and as long good as an access token', async () => {
    const made = await call(await node.guest('Ada'), '/stream-tickets', { topic: 'me' });
    expect([made.statusCode, made.headers['cache-control']]).toEqual([201, 'no-store']);
    expect(Math.abs(Date.parse(made.json().expiresAt) - clock.now() - 15 * MINUTE)).toBeLessThan(5_000);
  });

  it.each(['lobby?state=open', 'table:019b8f0a-0002-7001-8001-0000000d0201', 'game:x', ''])(
    'are for no stream %j',
    async (topic) => {
      const refused = await call(await node.guest('Ada'), '/stream-tickets', { topic });
      expect(refused.json()).toMatchObject({ status: 400, errors: [{ pointer: '#/topic', code: 'invalid_format' }] });
    },
  );

  it('open the inbox of whoever made them, on every node, again and again', async () => {
    const ada = await node.guest('Ada');
    const ticket = await ticketFor(ada);
    for (const at of [base, otherBase, otherBase]) {
      const stream = await inbox(ticket, at);
      expect(stream.status).toBe(200);
      await stream.wait('"type":"inbox"');
      await stream.leave();
    }
    await call(ada, '/tables');
    const again = await inbox(ticket, otherBase);
    await again.wait(`"host":{"id":"${ada.id}"`);
    await again.leave();
  });

  it('open a game from the seat of whoever made them, and resume it', async () => {
    const { ada, gameId } = await game();
    const address = `${otherBase}/v1/games/${gameId}/stream?ticket=${await ticketFor(ada, `game:${gameId}`)}`;
    const stream = await read(address);
    await stream.wait('event: snapshot');
    const own = await node.inject({ method: 'GET', url: `/v1/games/${gameId}`, headers: ada.headers });
    expect(stream.text()).toContain(`"you":{"seat":${own.json().you.seat}`);
    await stream.leave();
    const resumed = await read(address, { 'last-event-id': '1' });
    await resumed.wait('event: events');
    expect(resumed.text()).not.toContain('event: snapshot');
    await resumed.leave();
  });

  it('are good for their own stream and for nothing else', async () => {
    const { ada, gameId } = await game();
    const [mine, ofGame] = [await ticketFor(ada), await ticketFor(ada, `game:${gameId}`)];
    const elsewhere = { status: 401, code: 'token_audience_wrong', detail: 'This ticket is for another stream.' };
    expect(await (await inbox(ofGame)).problem()).toMatchObject(elsewhere);
    expect(await (await read(`${base}/v1/games/${gameId}/stream?ticket=${mine}`)).problem()).toMatchObject(elsewhere);
    const asToken = { headers: { authorization: `Bearer ${mine}` } };
    const me = await node.inject({ method: 'GET', url: '/v1/me', ...asToken });
    expect(me.json()).toMatchObject({ status: 401, code: 'token_audience_wrong' });
    const inAddress = await node.inject({ method: 'GET', url: `/v1/me?ticket=${mine}` });
    expect(inAddress.json()).toMatchObject({ status: 401, code: 'token_missing' });
  });

  it.each(['garbage', 'a.b.c', ''])('%j is none: 401 token_invalid', async (ticket) => {
    expect(await (await inbox(ticket)).problem()).toMatchObject({ status: 401, code: 'token_invalid' });
  });

  it('access tokens are none, and without either it is 401 token_missing', async () => {
    const ada = await node.guest('Ada');
    expect(await (await inbox(ada.token)).problem()).toMatchObject({ status: 401, code: 'token_audience_wrong' });
    expect(await (await read(`${base}/v1/me/stream`)).problem()).toMatchObject({ status: 401, code: 'token_missing' });
  });

  it('end with their time: 401 token_expired', async () => {
    const ticket = await ticketFor(await node.guest('Ada'));
    clock.forward(15 * MINUTE);
    expect(await (await inbox(ticket)).problem()).toMatchObject({ status: 401, code: 'token_expired' });
  });

  it('end with the player, on every node: open streams are closed, and others do not begin', async () => {
    const ada = await node.guest('Ada');
    const ticket = await ticketFor(ada);
    const streams = [await inbox(ticket), await inbox(ticket, otherBase)];
    for (const stream of streams) await stream.wait('event: inbox');
    const erased = await node.inject({ method: 'DELETE', url: '/v1/me', headers: ada.headers });
    expect(erased.statusCode).toBe(204);
    for (const stream of streams) {
      await stream.over;
      expect(stream.text()).toContain('event: closing\ndata: {"type":"closing","code":4003');
    }
    for (const at of [base, otherBase]) {
      expect(await (await inbox(ticket, at)).problem()).toMatchObject({ status: 401, code: 'token_revoked' });
    }
  });

  it("a bot's end with the bot's token", async () => {
    const ada = await node.guest('Ada');
    const { id } = (await call(ada, '/bots', { name: 'Robo' })).json();
    const { token } = (await call(ada, `/bots/${id}/token`)).json();
    const ticket = await ticketFor({ headers: { authorization: `Bearer ${token}` } });
    const stream = await inbox(ticket, otherBase);
    await stream.wait('event: inbox');
    await call(ada, `/bots/${id}/token`);
    await stream.over;
    expect(stream.text()).toContain('"code":4003');
    expect(await (await inbox(ticket)).problem()).toMatchObject({ status: 401, code: 'token_revoked' });
  });

  it('are never logged, neither good ones nor others', async () => {
    const ada = await node.guest('Ada');
    const ticket = await ticketFor(ada);
    const stream = await inbox(ticket, otherBase);
    await stream.wait('event: inbox');
    await stream.leave();
    await (await inbox(`${ticket}x`, otherBase)).problem();
    await vi.waitFor(() => expect(lines.at(-1)).toContain('"path":"/v1/me/stream","status":401'), WAIT);
    const [, payload = '', signature = ''] = ticket.split('.');
    for (const secret of [ticket, payload, signature]) expect(lines.join('')).not.toContain(secret);
  });
});

it('a stream ends with its ticket, and says that another is needed', async (test) => {
  const node = await startStreamNode(test);
  node.tokens.set('a-ticket', identity('ada', { expiresAt: Date.parse(START) + MINUTE, scopes: [] }));
  const stream = await read(`http://${node.url}/v1/me/stream?ticket=a-ticket`);
  await stream.wait('event: snapshot');
  node.clock.forward(MINUTE);
  await stream.over;
  expect(stream.text()).toContain('event: closing\ndata: {"type":"closing","code":4001');
});
