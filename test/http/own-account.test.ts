/** What a person does with himself: another name, and an end that reaches seats, games, sockets and every node (PROTOCOL, Who you are). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEventLog } from '../../src/adapters/event-log.ts';
import { erase } from '../../src/identity/erasure.ts';
import { connect } from '../streams/client.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { breakableLog } from '../support/breakable-log.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openTestBus, type TestBus } from '../support/redis.ts';

const WAIT = { timeout: 20_000, interval: 20 };
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Who = Pick<TestGuest, 'headers'>;

let bus: TestBus;
let database: TestDatabase;
let node: TestApp;
let other: TestApp;
/** Whether games of `node` can be reached. */
let broken = false;

beforeAll(async () => {
  bus = openTestBus();
  database = await openTestDatabase();
  node = await bootApp(null, {
    database,
    bus: await bus.connect(),
    log: breakableLog(createEventLog(database), () => broken),
  });
  other = await bootApp(null, { database, bus: await bus.connect() });
});
afterAll(async () => {
  await other.close();
  await node.close();
  await bus.close();
  await database.close();
});

async function call({ headers }: Who, method: Method, path: string, payload?: object, at = node) {
  const body = payload === undefined ? {} : { payload };
  const answer = await at.inject({
    method,
    url: `/v1${path}`,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    ...body,
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

const sit = (who: Who, table: { id: string; inviteCode: string }) =>
  call(who, 'POST', `/tables/${table.id}/seats`, { invite: table.inviteCode });
const open = async (host: Who, wish: object = {}) => (await call(host, 'POST', '/tables', wish)).body;
const namesAt = (table: { seats: { player: { name: string } | null }[] }) =>
  table.seats.flatMap(({ player }) => (player === null ? [] : [player.name]));

async function botOf(owner: TestGuest, name: string, acceptFrom = 'owner') {
  const { id } = (await call(owner, 'POST', '/bots', { name, acceptFrom })).body;
  const { token } = (await call(owner, 'POST', `/bots/${id}/token`)).body;
  return { id: id as string, token: token as string, headers: { authorization: `Bearer ${token}` } };
}

/** Answers at the pace of people: nobody is asked by the clock. */
const slow = { turnSeconds: null, taxSeconds: null, revolutionSeconds: null, placementSeconds: null, pauseSeconds: 0 };

async function playing(people: readonly TestGuest[], wish: object = {}, host = people[0]) {
  if (host === undefined) throw new Error('nobody hosts');
  const table = await open(host, { clock: slow, ...wish });
  for (const person of people) {
    await sit(person, table);
    await call(person, 'PUT', `/tables/${table.id}/ready`, { ready: true });
  }
  const started = await call(host, 'POST', `/tables/${table.id}/start`);
  expect(started.status).toBe(201);
  return { table, gameId: started.body.gameId as string };
}

const guests = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => node.guest(`Person ${index}`)));

describe('PATCH /v1/me', () => {
  it('gives another name, which this node shows at once: in the profile, at tables and to a new socket', async () => {
    const base = (await node.listen()).replace('http://', '');
    const ada = await node.guest('Ada');
    const table = await open(ada);
    await sit(ada, table);
    const changed = await call(ada, 'PATCH', '/me', { name: '  Ada  Lovelace ' });
    expect(changed).toMatchObject({
      status: 200,
      body: { id: ada.id, name: 'Ada Lovelace', kind: 'guest', locale: null, scopes: ['play', 'lobby', 'bots'] },
    });
    expect((await call(ada, 'GET', '/me')).body).toEqual(changed.body);
    expect((await call(ada, 'GET', `/tables/${table.id}`)).body.host.name).toBe('Ada Lovelace');
    const client = await connect({ url: base }, { token: ada.token });
    expect(await client.wait('welcome')).toMatchObject({ player: { id: ada.id, name: 'Ada Lovelace' } });
    client.socket.close();
  });

  it('changes the language or takes it away, and leaves what is left out', async () => {
    const ada = await node.guest('Ada');
    expect((await call(ada, 'PATCH', '/me', { locale: 'de-CH' })).body).toMatchObject({ name: 'Ada', locale: 'de-CH' });
    expect((await call(ada, 'PATCH', '/me', {})).body).toMatchObject({ name: 'Ada', locale: 'de-CH' });
    expect((await call(ada, 'PATCH', '/me', { locale: null })).body).toMatchObject({ name: 'Ada', locale: null });
  });

  it.each([
    [{ name: ' ' }, '#/name', 'too_short'],
    [{ name: 'x'.repeat(41) }, '#/name', 'too_long'],
    [{ locale: 'en_US' }, '#/locale', 'invalid_format'],
    [{ kind: 'bot' }, '#/kind', 'unknown_field'],
  ])('refuses %j and changes nothing', async (change, pointer, code) => {
    const ada = await node.guest('Ada');
    const refused = await call(ada, 'PATCH', '/me', change);
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ pointer, code }] } });
    expect((await call(ada, 'GET', '/me')).body).toMatchObject({ name: 'Ada', locale: null });
  });

  it('and DELETE are not for bots, whose owners name and remove them', async () => {
    const bot = await botOf(await node.guest('Owner'), 'Robo');
    for (const method of ['PATCH', 'DELETE'] as const) {
      const refused = await call(bot, method, '/me', {});
      expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing', requiredScope: 'lobby' } });
    }
  });
});

describe('DELETE /v1/me', () => {
  it('takes names and tokens of a person and of his bots, on every node, and may be repeated', async () => {
    const ada = await node.guest('Ada Lovelace');
    const bot = await botOf(ada, 'Robo of Ada');
    for (const at of [node, other]) {
      expect((await call(ada, 'GET', '/me', undefined, at)).status).toBe(200);
      expect((await call(bot, 'GET', '/me', undefined, at)).status).toBe(200);
    }
    expect(await call(ada, 'DELETE', '/me')).toEqual({ status: 204, body: null });
    for (const who of [ada, bot]) {
      expect((await call(who, 'GET', '/me')).body).toMatchObject({ status: 401, code: 'token_revoked' });
      await vi.waitFor(
        async () => expect((await call(who, 'GET', '/me', undefined, other)).body.code).toBe('token_revoked'),
        WAIT,
      );
    }
    expect((await call(ada, 'DELETE', '/me')).body).toMatchObject({ status: 401, code: 'token_revoked' });
    const refresh = { method: 'POST', url: '/v1/tokens/refresh', payload: { refreshToken: ada.refreshToken } } as const;
    expect((await node.inject(refresh)).json().code).toBe('token_revoked');
    const rows = await database.prisma.player.findMany({ where: { id: { in: [ada.id, bot.id] } } });
    expect(rows.map(({ name, locale }) => [name, locale])).toEqual([
      ['Somebody', null],
      ['Somebody', null],
    ]);
    expect(rows.every(({ erasedAt }) => erasedAt !== null)).toBe(true);
  });

  it('closes the open sockets of both with 4003 on every node', async () => {
    const urls = await Promise.all(
      [node, other].map(async (at) => {
        const address = at.app.server.address();
        return address === null ? (await at.listen()).replace('http://', '') : `127.0.0.1:${Object(address).port}`;
      }),
    );
    const ada = await node.guest('Ada');
    const bot = await botOf(ada, 'Robo');
    const clients = await Promise.all(
      urls.flatMap((url) => [connect({ url }, { token: ada.token }), connect({ url }, { token: bot.token })]),
    );
    for (const client of clients) await client.wait('welcome');
    await call(ada, 'DELETE', '/me');
    for (const client of clients) {
      expect(await client.closed).toMatchObject({ code: 4003 });
      expect(client.ofType('closing')).toMatchObject([{ code: 4003, reconnect: false }]);
    }
  });

  it('gives up seats at open tables: hosts pass on as by standing up, and a table without people closes', async () => {
    const [ada, ben] = [await node.guest('Ada'), await node.guest('Ben')];
    const bot = await botOf(ada, 'Robo', 'anyone');
    const [passedOn, alone, bens, hostedOnly] = [await open(ada), await open(ada), await open(ben), await open(ada)];
    await sit(ada, passedOn);
    await sit(ben, passedOn);
    await sit(ada, alone);
    await sit(ada, bens);
    await sit(ben, hostedOnly);
    await call(ben, 'POST', `/tables/${bens.id}/bots`, { kind: 'remote', playerId: bot.id });
    const [{ id: invitation }] = (await call(bot, 'GET', '/me/inbox')).body.invitations;
    expect((await call(bot, 'POST', `/invitations/${invitation}/accept`)).status).toBe(200);

    await call(ada, 'DELETE', '/me');
    const seen = async ({ id }: { id: string }) => (await call(ben, 'GET', `/tables/${id}`)).body;
    for (const table of [passedOn, hostedOnly]) {
      expect(await seen(table)).toMatchObject({ state: 'open', host: { id: ben.id } });
      expect(namesAt(await seen(table))).toEqual(['Ben']);
    }
    expect(await seen(alone)).toMatchObject({ state: 'closed', expiresAt: null });
    expect(await seen(bens)).toMatchObject({ state: 'open', host: { id: ben.id } });
    expect(namesAt(await seen(bens))).toEqual([]);
  });

  it('makes invitations of and for them lapse, and frees the seats that were kept', async () => {
    const [ada, ben] = [await node.guest('Ada'), await node.guest('Ben')];
    const [adas, bens] = [await botOf(ada, 'Robo', 'anyone'), await botOf(ben, 'Bot', 'anyone')];
    const [byAda, forAda] = [await open(ada), await open(ben)];
    await sit(ben, byAda);
    await call(ada, 'POST', `/tables/${byAda.id}/bots`, { kind: 'remote', playerId: bens.id });
    await call(ben, 'POST', `/tables/${forAda.id}/bots`, { kind: 'remote', playerId: adas.id });
    const [invitation] = (await call(bens, 'GET', '/me/inbox')).body.invitations;
    expect(invitation).toMatchObject({ from: { id: ada.id } });

    await call(ada, 'DELETE', '/me');
    expect((await call(bens, 'GET', '/me/inbox')).body.invitations).toEqual([]);
    expect((await call(bens, 'POST', `/invitations/${invitation.id}/accept`)).body.code).toBe('invitation_lapsed');
    for (const { id } of [byAda, forAda]) {
      const { seats } = (await call(ben, 'GET', `/tables/${id}`)).body;
      expect(seats.filter(({ state }: { state: string }) => state === 'invited')).toEqual([]);
    }
  });

  it('R-LEAVE-3: a seat in a running game is left and a stand-in plays it; the table has another host', async () => {
    const people = await guests(4);
    const [ada, ben] = people;
    if (ada === undefined || ben === undefined) throw new Error('nobody came');
    const { table, gameId } = await playing(people, { ruleset: { leave: { midHand: 'bot' } } });
    const mine = (await call(ada, 'GET', `/games/${gameId}`)).body.you.seat;
    // The other node remembers the name for a minute, if nobody tells it.
    const before = (await call(ben, 'GET', `/games/${gameId}`, undefined, other)).body;
    expect(before.seats[mine].player.name).toBe('Person 0');
    await call(ada, 'DELETE', '/me');
    const { seats } = (await call(ben, 'GET', `/games/${gameId}`)).body;
    expect(seats[mine]).toMatchObject({
      player: { id: ada.id, name: 'Somebody' },
      away: 'left',
      controlledBy: 'standIn',
    });
    expect((await call(ben, 'GET', `/tables/${table.id}`)).body).toMatchObject({
      state: 'playing',
      host: { id: ben.id },
    });
    await vi.waitFor(
      async () =>
        expect((await call(ben, 'GET', `/games/${gameId}`, undefined, other)).body.seats[mine].player.name).toBe(
          'Somebody',
        ),
      WAIT,
    );
  });

  it('passes on a playing table that he only hosts', async () => {
    const people = await guests(4);
    const host = await node.guest('Host');
    const { table } = await playing(people, {}, host);
    await call(host, 'DELETE', '/me');
    expect((await call(people[0] as Who, 'GET', `/tables/${table.id}`)).body).toMatchObject({
      state: 'playing',
      host: { id: people[0]?.id },
    });
  });

  it('a table that says it plays while its game has not begun is mended first, and then the game is left', async () => {
    const people = await guests(4);
    const [ada, ben] = people as [TestGuest, TestGuest];
    const table = await open(ada, { clock: slow });
    for (const person of people) {
      await sit(person, table);
      await call(person, 'PUT', `/tables/${table.id}/ready`, { ready: true });
    }
    broken = true;
    expect((await call(ada, 'POST', `/tables/${table.id}/start`)).body).toMatchObject({ code: 'unavailable' });
    broken = false;
    expect((await call(ada, 'DELETE', '/me')).status).toBe(204);
    const { gameId } = (await call(ben, 'GET', `/tables/${table.id}`)).body;
    const { seats } = (await call(ben, 'GET', `/games/${gameId}`)).body;
    expect(seats.find(({ player }: { player: TestGuest }) => player.id === ada.id)).toMatchObject({
      player: { name: 'Somebody' },
      away: 'left',
    });
  });

  it('interrupted while a game cannot be left, nothing is lost: the token holds, and a repetition finishes it', async () => {
    const people = await guests(4);
    const [ada, ben] = people as [TestGuest, TestGuest];
    const { gameId } = await playing(people);
    const seat = (await call(ada, 'GET', `/games/${gameId}`)).body.you.seat;
    broken = true;
    expect((await call(ada, 'DELETE', '/me')).body).toMatchObject({ status: 503, code: 'unavailable' });
    expect((await call(ada, 'GET', '/me')).body).toMatchObject({ name: 'Person 0' });
    broken = false;
    expect((await call(ada, 'DELETE', '/me')).status).toBe(204);
    expect((await call(ben, 'GET', `/games/${gameId}`)).body.seats[seat]).toMatchObject({
      player: { name: 'Somebody' },
      away: 'left',
    });
  });

  it('interrupted before the other nodes were told, they find it by themselves', async () => {
    const urlOf = async (at: TestApp) => `127.0.0.1:${Object(at.app.server.address()).port}`;
    const ada = await node.guest('Ada');
    const client = await connect({ url: await urlOf(other) }, { token: ada.token });
    await client.wait('welcome');
    // As if the node had died right after its transaction: nobody was told to look.
    await database.prisma.$transaction((tx) => erase(tx, [ada.id], Date.now()));
    expect(await client.closed).toMatchObject({ code: 4003 });
    expect((await call(ada, 'DELETE', '/me')).body).toMatchObject({ status: 401, code: 'token_revoked' });
  });

  it('nobody makes bots for somebody who is being erased', async () => {
    const ada = await node.guest('Ada');
    const answers = await Promise.all([
      call(ada, 'DELETE', '/me'),
      ...Array.from({ length: 5 }, () => call(ada, 'POST', '/bots', { name: 'Robo' })),
      call(ada, 'DELETE', '/me', undefined, other),
    ]);
    for (const { status } of answers) expect([201, 204, 401]).toContain(status);
    const rows = await database.prisma.player.findMany({ where: { ownerId: ada.id } });
    expect(rows.filter(({ erasedAt, name }) => erasedAt === null || name !== 'Somebody')).toEqual([]);
  });
});
