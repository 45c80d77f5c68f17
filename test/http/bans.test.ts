/** A banned player is refused at every door of every node, leaves what he holds, and goes on where he was when the ban ends. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEventLog } from '../../src/adapters/event-log.ts';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import { type Client, connect } from '../streams/client.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { breakableLog } from '../support/breakable-log.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { adminOf, type Caller, callerOf, operatorOf } from '../support/order.ts';

const WAIT = { timeout: 20_000, interval: 50 };
const slow = { turnSeconds: null, taxSeconds: null, revolutionSeconds: null, placementSeconds: null, pauseSeconds: 0 };

let database: TestDatabase;
let node: TestApp;
let other: TestApp;
let urls: readonly string[];
let broken = false;

beforeAll(async () => {
  database = await openTestDatabase();
  // Each on a bus of its own: what one says, the other must find out.
  node = await bootApp(null, {
    database,
    bus: createLocalBus(),
    log: breakableLog(createEventLog(database), () => broken),
  });
  other = await bootApp(null, { database, bus: createLocalBus() });
  urls = (await Promise.all([node.listen(), other.listen()])).map((url) => url.replace('http://', ''));
});
afterAll(async () => {
  await other.close();
  await node.close();
  await database.close();
});

const call: ReturnType<typeof callerOf> = (...args) => callerOf(node)(...args);
const ban = async (id: string, who: Caller = operatorOf(node), reason = 'noise') =>
  call(who, 'PUT', `/admin/players/${id}/ban`, { reason });
const unban = async (id: string) => call(operatorOf(node), 'DELETE', `/admin/players/${id}/ban`);
const refresh = async (refreshToken: string) =>
  (await node.inject({ method: 'POST', url: '/v1/tokens/refresh', payload: { refreshToken } })).json();
const isBanned = { status: 403, code: 'player_banned' };

async function botOf(owner: TestGuest) {
  const { id } = (await call(owner, 'POST', '/bots', { name: 'Robo' })).body;
  const { token } = (await call(owner, 'POST', `/bots/${id}/token`)).body;
  return { id: id as string, token: token as string, headers: { authorization: `Bearer ${token}` } };
}

async function watching(url: string, token: string): Promise<Client> {
  const client = await connect({ url }, { token });
  await client.wait('welcome');
  return client;
}

describe('a ban', () => {
  it('refuses every token of a player and of his bots on every node, and closes their streams (4003)', async () => {
    const noisy = await node.guest('Noisy');
    const bot = await botOf(noisy);
    const bystander = await node.guest('Quiet');
    for (const at of [node, other]) {
      for (const who of [noisy, bot]) expect((await callerOf(at)(who, 'GET', '/me')).status).toBe(200);
    }
    const sockets = await Promise.all(urls.flatMap((url) => [noisy, bot].map(({ token }) => watching(url, token))));
    const calm = await watching(urls[1] ?? '', bystander.token);

    const banned = await ban(noisy.id);
    expect(banned).toMatchObject({
      status: 200,
      body: { id: noisy.id, name: 'Noisy', ban: { at: expect.any(String), reason: 'noise' } },
    });
    expect(banned.headers['cache-control']).toBe('no-store');
    for (const client of sockets) {
      expect(await client.closed).toMatchObject({ code: 4003 });
      expect(client.ofType('closing')).toMatchObject([{ code: 4003, reconnect: false }]);
    }
    for (const who of [noisy, bot]) {
      expect((await call(who, 'GET', '/me')).body).toMatchObject(isBanned);
      await vi.waitFor(
        async () => expect((await callerOf(other)(who, 'GET', '/me')).body).toMatchObject(isBanned),
        WAIT,
      );
      const again = await connect({ url: urls[1] ?? '' }, { token: who.token });
      expect(await again.closed).toMatchObject({ code: 4003 });
      const stream = await call(who, 'GET', '/me/stream');
      expect(stream.body).toMatchObject(isBanned);
    }
    calm.send({ type: 'ping', id: 'p' });
    await calm.wait('pong');
    calm.socket.close();
    // Whoever looks him up finds him under his name: a ban is no erasure.
    expect((await call(bystander, 'GET', `/players/${noisy.id}`)).body).toMatchObject({ name: 'Noisy', erased: false });
  });

  it('says nothing of its reason to the player', async () => {
    const noisy = await node.guest();
    await ban(noisy.id, undefined, 'a very private matter');
    expect(JSON.stringify((await call(noisy, 'GET', '/me')).body)).not.toContain('private matter');
  });

  it('refuses refreshing, a second device and tickets, and uses nothing up', async () => {
    const noisy = await node.guest('Noisy');
    const { code } = (await call(noisy, 'POST', '/me/device-codes')).body;
    const { ticket } = (await call(noisy, 'POST', '/stream-tickets', { topic: 'me' })).body;
    await ban(noisy.id);
    const device = async () =>
      (await node.inject({ method: 'POST', url: '/v1/tokens/device', payload: { code } })).json();
    expect(await refresh(noisy.refreshToken)).toMatchObject(isBanned);
    expect(await refresh(noisy.refreshToken)).toMatchObject(isBanned);
    expect(await device()).toMatchObject(isBanned);
    const streamed = await node.inject({ method: 'GET', url: `/v1/me/stream?ticket=${ticket}` });
    expect(streamed.json()).toMatchObject(isBanned);

    expect((await unban(noisy.id)).body.ban).toBeNull();
    expect((await call(noisy, 'GET', '/me')).body).toMatchObject({ id: noisy.id, name: 'Noisy' });
    expect(await refresh(noisy.refreshToken)).toMatchObject({ tokenType: 'Bearer' });
    expect(await device()).toMatchObject({ tokenType: 'Bearer' });
  });

  it('gives up tables and games as by standing up and leaving, and ends long polls on every node with 403', async () => {
    const people = await Promise.all([0, 1, 2, 3].map((number) => node.guest(`Person ${number}`)));
    const [noisy, ben] = people as [TestGuest, TestGuest];
    const open = (await call(noisy, 'POST', '/tables', {})).body;
    const sit = (who: Caller, table: { id: string; inviteCode: string }) =>
      call(who, 'POST', `/tables/${table.id}/seats`, { invite: table.inviteCode });
    await sit(noisy, open);
    await sit(ben, open);
    const played = (await call(noisy, 'POST', '/tables', { clock: slow, ruleset: { leave: { midHand: 'bot' } } })).body;
    for (const person of people) {
      await sit(person, played);
      await call(person, 'PUT', `/tables/${played.id}/ready`, { ready: true });
    }
    const { gameId } = (await call(noisy, 'POST', `/tables/${played.id}/start`)).body;
    const seat = (await call(noisy, 'GET', `/games/${gameId}`)).body.you.seat;

    const poll = `/games/${gameId}/events?after=100000&wait=25`;
    const polls = [node, other].map((at) => callerOf(at)(noisy, 'GET', poll));
    expect((await ban(noisy.id)).status).toBe(200);
    for (const answer of polls) expect((await answer).body).toMatchObject(isBanned);
    const left = (await call(ben, 'GET', `/tables/${open.id}`)).body;
    expect(left).toMatchObject({ state: 'open', host: { id: ben.id } });
    expect(left.seats.filter(({ player }: { player: object | null }) => player !== null)).toHaveLength(1);
    const game = (await call(ben, 'GET', `/games/${gameId}`)).body;
    expect(game.seats[seat]).toMatchObject({ away: 'left', player: { id: noisy.id, name: 'Person 0' } });
  });

  it('that could not give everything up holds all the same, and is finished by its repetition', async () => {
    const people = await Promise.all([0, 1, 2, 3].map((number) => node.guest(`Person ${number}`)));
    const [noisy, ben] = people as [TestGuest, TestGuest];
    const table = (await call(ben, 'POST', '/tables', { clock: slow })).body;
    for (const person of people) {
      await call(person, 'POST', `/tables/${table.id}/seats`, { invite: table.inviteCode });
      await call(person, 'PUT', `/tables/${table.id}/ready`, { ready: true });
    }
    const { gameId } = (await call(ben, 'POST', `/tables/${table.id}/start`)).body;
    const seat = (await call(noisy, 'GET', `/games/${gameId}`)).body.you.seat;
    broken = true;
    expect((await ban(noisy.id)).body).toMatchObject({ status: 503, code: 'unavailable' });
    expect((await call(noisy, 'GET', '/me')).body).toMatchObject(isBanned);
    broken = false;
    expect((await ban(noisy.id)).status).toBe(200);
    expect((await call(ben, 'GET', `/games/${gameId}`)).body.seats[seat]).toMatchObject({ away: 'left' });
    expect(await database.prisma.adminAudit.count({ where: { subject: noisy.id } })).toBe(1);
  });

  it('twice is one ban with the reason of the first, and so is its end', async () => {
    const noisy = await node.guest();
    const first = await ban(noisy.id);
    const again = await ban(noisy.id, undefined, 'another reason');
    expect([again.status, again.body]).toEqual([200, first.body]);
    for (const _ of [1, 2]) expect((await unban(noisy.id)).body.ban).toBeNull();
    const { items } = (await call(operatorOf(node), 'GET', `/admin/audit?subject=${noisy.id}`)).body;
    expect(items.map(({ action }: { action: string }) => action)).toEqual(['unban', 'ban']);
  });

  it('may be of one bot alone', async () => {
    const owner = await node.guest();
    const [bad, good] = [await botOf(owner), await botOf(owner)];
    await ban(bad.id);
    expect((await call(bad, 'GET', '/me')).body).toMatchObject(isBanned);
    for (const who of [good, owner]) expect((await call(who, 'GET', '/me')).status).toBe(200);
    // Another token is refused like the one before.
    const { token } = (await call(owner, 'POST', `/bots/${bad.id}/token`)).body;
    expect((await call({ headers: { authorization: `Bearer ${token}` } }, 'GET', '/me')).body).toMatchObject(isBanned);
  });

  it('is for an administrator to say, and not of another one', async () => {
    const [keeper, colleague] = [await adminOf(node, 'admin'), await adminOf(node, 'admin:secrets')];
    const noisy = await node.guest();
    expect((await ban(noisy.id, keeper)).status).toBe(200);
    expect((await ban(colleague.id, keeper)).body).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await ban(randomUUID(), keeper)).body).toMatchObject({ status: 404, detail: 'No such player.' });
    const gone = await node.guest();
    await call(gone, 'DELETE', '/me');
    expect((await ban(gone.id, keeper)).body).toMatchObject({ status: 404 });
    const silent = await call(keeper, 'PUT', `/admin/players/${noisy.id}/ban`, {});
    expect(silent.body).toMatchObject({ status: 400, errors: [{ pointer: '#/reason', code: 'missing_field' }] });
  });

  it('of somebody who is erased later is not told any more', async () => {
    const noisy = await node.guest();
    await ban(noisy.id);
    await unban(noisy.id);
    await ban(noisy.id, undefined, 'named somebody');
    const { erase } = await import('../../src/identity/erasure.ts');
    await database.prisma.$transaction((tx) => erase(tx, [noisy.id], Date.now()));
    const row = await database.prisma.player.findUniqueOrThrow({ where: { id: noisy.id } });
    expect([row.banReason, row.bannedAt === null]).toEqual([null, false]);
  });
});

describe('finding players', () => {
  it('goes by id, by part of a name, by owner, by ban and by right, in pages', async () => {
    const mark = randomUUID().slice(0, 8);
    const [first, second] = [await node.guest(`Ada ${mark}`), await node.guest(`ada ${mark} 100%_`)];
    const bot = await botOf(first);
    const find = async (query: string) => {
      const found = await call(operatorOf(node), 'GET', `/admin/players?${query}`);
      expect([found.status, found.headers['cache-control']]).toEqual([200, 'no-store']);
      return found.body.items.map(({ id }: { id: string }) => id);
    };
    expect(await find(`name=ADA%20${mark}`)).toEqual([second.id, first.id]);
    expect(await find(`name=${encodeURIComponent('0%_')}`)).toEqual([second.id]);
    expect(await find(`name=${encodeURIComponent(`${mark}%`)}`)).toEqual([]);
    expect(await find(`id=${first.id}`)).toEqual([first.id]);
    expect(await find(`owner=${first.id}`)).toEqual([bot.id]);
    await ban(second.id);
    expect(await find(`name=${mark}&banned=true`)).toEqual([second.id]);
    expect(await find(`name=${mark}&banned=false`)).toEqual([first.id]);
    await call(operatorOf(node), 'PUT', `/admin/players/${first.id}/scopes/admin`);
    expect(await find(`name=${mark}&admin=true`)).toEqual([first.id]);

    const page = (await call(operatorOf(node), 'GET', `/admin/players?name=${mark}&limit=1`)).body;
    expect(page.items).toMatchObject([{ id: second.id, ban: { reason: 'noise' }, erased: false, ownerId: null }]);
    const rest = (await call(operatorOf(node), 'GET', `/admin/players?name=${mark}&cursor=${page.next}`)).body;
    expect([rest.items.map(({ id }: { id: string }) => id), rest.next]).toEqual([[first.id], null]);
  });
});
