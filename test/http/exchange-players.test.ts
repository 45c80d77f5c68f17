/** Whom a log-in leads to, and what a guest keeps who becomes an account (PROTOCOL, Who you are). */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { POLICIES } from '../../src/bots/levels.ts';
import { createHttp } from '../../src/client/http.ts';
import { playGame } from '../../src/client/play.ts';
import { openStream } from '../../src/client/stream.ts';
import { createLogger } from '../../src/http/logger.ts';
import { erase } from '../../src/identity/erasure.ts';
import { removeUnusedGuests } from '../../src/identity/unused-guests.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { describeOnPostgres, openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openTestBus, type TestBus } from '../support/redis.ts';
import { type ShiftedClock, shiftedClock } from '../support/shifted-clock.ts';
import { openIssuer, type TestIssuer } from '../support/test-issuer.ts';

const WAIT = { timeout: 60_000, interval: 50 };
const PATIENCE = { timeout: 60_000 };
const DAY_MS = 86_400_000;

const clock: ShiftedClock = shiftedClock();
const lines: string[] = [];
let issuer: TestIssuer;
let second: TestIssuer;
let database: TestDatabase;
let bus: TestBus;
let node: TestApp;
let other: TestApp;

beforeAll(async () => {
  issuer = await openIssuer(clock.now);
  second = await openIssuer(clock.now);
  database = await openTestDatabase();
  bus = openTestBus();
  const listed = [issuer, second].map((one) => ({ issuer: one.issuer, audience: one.audience }));
  const env = { OIDC_ISSUERS: JSON.stringify(listed) };
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  node = await bootApp(null, { clock, database, env, bus: await bus.connect(), logger: createLogger('trace', stream) });
  other = await bootApp(null, { clock, database, env, bus: await bus.connect() });
});
afterAll(async () => {
  await other.close();
  await node.close();
  await bus.close();
  await database.close();
  await second.close();
  await issuer.close();
});

type Headers = TestGuest['headers'];
async function exchange(token: string, headers?: Headers, at = node) {
  const call = { method: 'POST', url: '/v1/tokens/exchange', payload: { token } } as const;
  const answer = await at.inject(headers === undefined ? call : { ...call, headers });
  return { status: answer.statusCode, ...answer.json() };
}
const get = async (url: string, { headers }: { readonly headers: Headers }) =>
  (await node.inject({ method: 'GET', url, headers })).json();
const headersOf = ({ accessToken }: { readonly accessToken: string }) => ({ authorization: `Bearer ${accessToken}` });

test('two nodes that see a subject for the first time at once make one player', async () => {
  const token = await issuer.sign({ sub: 'at-once' });
  const nodes = [node, other, node, other, node, other];
  const answers = await Promise.all(nodes.map((at) => exchange(token, undefined, at)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
  expect(new Set(answers.map(({ player }) => player.id)).size).toBe(1);
  expect(await database.prisma.playerIdentity.count({ where: { subject: 'at-once' } })).toBe(1);
});

test('the same sub at another issuer is somebody else', async () => {
  const [one, two] = [await issuer.sign({ sub: 'same' }), await second.sign({ sub: 'same' })];
  const [first, foreign] = [await exchange(one), await exchange(two)];
  expect([first.status, foreign.status]).toEqual([201, 201]);
  expect(foreign.player.id).not.toBe(first.player.id);
});

test('a guest who becomes an account keeps his id, his seat, his game, his bot and his open socket', async () => {
  const base = await node.listen();
  const guest = await node.guest('Ada');
  const http = createHttp(base, guest.token);
  const bot = await http<{ id: string }>('POST', '/v1/bots', { name: 'Deep' });
  const { token: botToken } = await http<{ token: string }>('POST', `/v1/bots/${bot.id}/token`, {});
  const wish = { ruleset: { end: { hands: 1 } }, clock: { pauseSeconds: 0 } };
  const table = await http<{ id: string }>('POST', '/v1/tables', wish);
  await http('POST', `/v1/tables/${table.id}/seats`, {});
  for (let seat = 0; seat < 4; seat += 1) {
    await http('POST', `/v1/tables/${table.id}/bots`, { kind: 'builtIn', level: 'greedy' });
  }
  await http('PUT', `/v1/tables/${table.id}/ready`, { ready: true });
  const { gameId } = await http<{ gameId: string }>('POST', `/v1/tables/${table.id}/start`);

  let connections = 0;
  const stream = openStream({
    base,
    WebSocket,
    token: () => {
      connections += 1;
      return guest.token;
    },
  });
  // He answers nothing before he is an account.
  let upgrade = (): void => {};
  const upgraded = new Promise<void>((resolve) => {
    upgrade = resolve;
  });
  let isFollowed = false;
  const game = playGame(stream, gameId, {
    watch: () => {
      isFollowed = true;
    },
    choose: async (view) => {
      await upgraded;
      return POLICIES.greedy(view, () => 0);
    },
  });
  await vi.waitFor(() => expect(isFollowed).toBe(true), WAIT);
  const login = await exchange(await issuer.sign({ sub: 'plays-on' }), guest.headers);
  expect(login).toMatchObject({ status: 200, player: { id: guest.id, name: 'Ada', kind: 'account' } });
  upgrade();

  const { view } = await game;
  stream.close();
  expect([view.phase, connections]).toEqual(['ended', 1]);
  expect(view.seats.map(({ player }) => player)).toContain(guest.id);
  for (const headers of [guest.headers, headersOf(login)]) {
    expect(await get('/v1/me', { headers })).toMatchObject({ id: guest.id, kind: 'account' });
    expect((await get('/v1/bots', { headers })).items).toMatchObject([{ id: bot.id }]);
    expect(await get(`/v1/games/${gameId}`, { headers })).toMatchObject({ you: { seat: expect.any(Number) } });
  }
  expect(await get('/v1/me', { headers: headersOf({ accessToken: botToken }) })).toMatchObject({ id: bot.id });
});

test('others see at once, on the node that made it so, that a guest has become an account', async () => {
  const guest = await node.guest();
  const made = await node.inject({ method: 'POST', url: '/v1/tables', headers: guest.headers, payload: {} });
  const url = `/v1/tables/${made.json().id}`;
  await node.inject({ method: 'POST', url: `${url}/seats`, headers: guest.headers, payload: {} });
  const shown = async () => JSON.stringify(await get(url, guest));
  expect(await shown()).toContain('"kind":"guest"');
  await exchange(await issuer.sign(), guest.headers);
  expect(await shown()).not.toContain('"kind":"guest"');
  expect(await shown()).toContain('"kind":"account"');
});

test('an upgrade whose answer was lost may be sent again with the same tokens', async () => {
  const guest = await node.guest();
  const token = await issuer.sign();
  for (const at of [node, other, node]) {
    expect(await exchange(token, guest.headers, at)).toMatchObject({ status: 200, player: { id: guest.id } });
  }
});

test('identity_conflict: a guest with something to lose is not left for another player, who is reached without him', async () => {
  const token = await issuer.sign();
  const theirs = (await exchange(token)).player;
  const [owner, host, waiting] = [await node.guest(), await node.guest(), await node.guest()];
  await node.inject({ method: 'POST', url: '/v1/bots', headers: owner.headers, payload: { name: 'Deep' } });
  await node.inject({ method: 'POST', url: '/v1/tables', headers: host.headers, payload: {} });
  const wish = { preset: 'official', players: { min: 4, max: 4 } };
  await node.inject({ method: 'POST', url: '/v1/matchmaking', headers: waiting.headers, payload: wish });
  for (const { id, headers } of [owner, host, waiting]) {
    expect(await exchange(token, headers)).toMatchObject({ status: 409, code: 'identity_conflict' });
    expect(await get('/v1/me', { headers })).toMatchObject({ id, kind: 'guest' });
  }
  expect(await exchange(token)).toMatchObject({ status: 200, player: theirs });
});

test('a guest who has done nothing yet is left for the player to whom the log-in leads', async () => {
  const token = await issuer.sign();
  const theirs = (await exchange(token)).player;
  const guest = await node.guest();
  expect(await exchange(token, guest.headers)).toMatchObject({ status: 200, player: theirs });
  expect(await get('/v1/me', guest)).toMatchObject({ id: guest.id, kind: 'guest' });
});

test('identity_conflict: an account takes no second log-in, neither a new one nor that of another', async () => {
  const [mine, theirs] = [await issuer.sign(), await issuer.sign()];
  const account = await exchange(mine);
  await exchange(theirs);
  expect(await exchange(mine, headersOf(account))).toMatchObject({ status: 200, player: account.player });
  for (const token of [theirs, await issuer.sign(), await second.sign()]) {
    expect(await exchange(token, headersOf(account))).toMatchObject({ status: 409, code: 'identity_conflict' });
  }
});

test('identity_conflict: of two log-ins that a guest sends at once on two nodes, one becomes his', async () => {
  const guest = await node.guest();
  const tokens = await Promise.all([issuer.sign(), second.sign()]);
  const answers = await Promise.all(tokens.map((token, at) => exchange(token, guest.headers, at === 0 ? node : other)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await database.prisma.playerIdentity.count({ where: { playerId: guest.id } })).toBe(1);
});

describeOnPostgres('log-ins that meet something else at the same row', () => {
  /** Lets requests wait for a player's row until so many do. */
  async function heldUp(count: number): Promise<void> {
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect((await database.pool.query(waiting)).rowCount).toBe(count), WAIT);
  }

  test('identity_conflict: of two log-ins that wait for the same guest, one becomes his', async () => {
    const guest = await node.guest();
    const tokens = await Promise.all([issuer.sign(), second.sign()]);
    const answers = await database.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM players WHERE id = ${guest.id}::uuid FOR UPDATE`;
      const both = tokens.map((token) => exchange(token, guest.headers));
      await heldUp(2);
      return { both };
    }, PATIENCE);
    expect((await Promise.all(answers.both)).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await database.prisma.playerIdentity.count({ where: { playerId: guest.id } })).toBe(1);
  });

  test('decision 9: whoever is erased while he logs in comes in as somebody new', async () => {
    const token = await issuer.sign();
    const before = await exchange(token);
    const { after } = await database.prisma.$transaction(async (tx) => {
      await erase(tx, [before.player.id], clock.now());
      const pending = exchange(token);
      await heldUp(1);
      return { after: pending };
    }, PATIENCE);
    const somebody = await after;
    expect(somebody.status).toBe(201);
    expect(somebody.player.id).not.toBe(before.player.id);
  });
});

test('forbidden: a bot does not become an account; a token of ours that is no good is not passed over', async () => {
  const guest = await node.guest();
  const { id } = (
    await node.inject({ method: 'POST', url: '/v1/bots', headers: guest.headers, payload: { name: 'Deep' } })
  ).json();
  const made = await node.inject({ method: 'POST', url: `/v1/bots/${id}/token`, headers: guest.headers });
  const token = await issuer.sign({ sub: 'of-a-bot' });
  const asBot = await exchange(token, headersOf({ accessToken: made.json().token }));
  expect(asBot).toMatchObject({ status: 403, code: 'forbidden' });
  const asNobody = await exchange(token, headersOf({ accessToken: 'no-token-of-ours' }));
  expect(asNobody).toMatchObject({ status: 401, code: 'token_invalid' });
  expect(await database.prisma.playerIdentity.count({ where: { subject: 'of-a-bot' } })).toBe(0);
});

test('decision 9: whoever erases himself is forgotten as a subject too; the next log-in is of somebody new', async () => {
  const token = await issuer.sign({ sub: 'erased' });
  const before = await exchange(token);
  const gone = await node.inject({ method: 'DELETE', url: '/v1/me', headers: headersOf(before) });
  expect(gone.statusCode).toBe(204);
  expect(await database.prisma.playerIdentity.count({ where: { subject: 'erased' } })).toBe(0);
  expect(await exchange(token, headersOf(before))).toMatchObject({ status: 401, code: 'token_revoked' });
  const after = await exchange(token);
  expect(after.status).toBe(201);
  expect(after.player.id).not.toBe(before.player.id);
});

test.each([
  [{ name: 'Ada Lovelace', preferred_username: 'ada' }, 'Ada Lovelace'],
  [{ name: '  Ada\n\tLovelace\u0000\u202e ' }, 'Ada Lovelace'],
  [{ name: 'x'.repeat(100) }, 'x'.repeat(40)],
  [{ name: 7, preferred_username: 'grace' }, 'grace'],
  [{ name: '\u200b', preferred_username: 'grace' }, 'grace'],
  [{ name: 'grace@example.org', preferred_username: 'grace@example.org' }, 'Player'],
  [{}, 'Player'],
])('%j is called %j here', async (claims, name) => {
  expect((await exchange(await issuer.sign(claims))).player).toMatchObject({ name, kind: 'account' });
});

test('neither tokens nor what they say of somebody reach the log, also when they are refused or the issuer is away', async () => {
  lines.length = 0;
  const said = { sub: 'secret-subject', name: 'Secret Name' };
  const good = await issuer.sign(said);
  const bad = await Promise.all([
    issuer.sign({ ...said, exp: 1 }),
    issuer.sign({ ...said, aud: 'secret-audience' }),
    issuer.sign(said, { kid: 'secret-kid' }),
  ]);
  await exchange(good);
  for (const token of bad) expect(await exchange(token)).toMatchObject({ status: 401 });
  await issuer.goAway();
  clock.forward(31_000);
  expect(await exchange(await issuer.sign(said, { kid: 'secret-kid' }))).toMatchObject({ status: 503 });
  await issuer.comeBack();
  clock.forward(31_000);
  const text = lines.join('');
  expect(text).toContain('/v1/tokens/exchange');
  for (const token of [good, ...bad, 'secret', 'Secret', ...good.split('.')]) expect(text).not.toContain(token);
});

test('accounts that do not come back stay, unlike guests', async () => {
  const account = await exchange(await issuer.sign());
  const guest = await node.guest();
  const { prisma } = database;
  await removeUnusedGuests(30, { forget: () => undefined })(prisma, clock.now() + 40 * DAY_MS, 500);
  expect(await prisma.player.findUnique({ where: { id: account.player.id } })).toMatchObject({ erasedAt: null });
  expect(await prisma.player.findUnique({ where: { id: guest.id } })).toBeNull();
});
