/** Seats kept for people, whoever was removed, and whoever waits: what host and guest see of it (PROTOCOL, Tables). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '../streams/client.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { shiftedClock } from '../support/shifted-clock.ts';

const MINUTE = 60_000;
const UNTIMED = { pauseSeconds: 0, turnSeconds: null, revolutionSeconds: null, taxSeconds: null };
const clock = shiftedClock();
let node: TestApp;
let url: string;

beforeAll(async () => {
  node = await bootApp(null, { clock, env: { ACCESS_TOKEN_MINUTES: '240' } });
  url = (await node.listen()).replace('http://', '');
});
afterAll(() => node.close());

type Who = Pick<TestGuest, 'headers'>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function call(who: Who, method: Method, path: string, payload?: object) {
  const body = payload === undefined ? {} : { payload };
  const answer = await node.inject({ method, url: `/v1${path}`, headers: who.headers, ...body });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

/** Both have sat in one game. */
async function acquainted(...people: readonly TestGuest[]): Promise<void> {
  const game = { gameId: randomUUID(), tableId: randomUUID(), startedAt: new Date(), endedAt: new Date() };
  const data = people.map(({ id: playerId }, seat) => ({ ...game, playerId, seat }));
  await node.database.prisma.gamePlayer.createMany({ data });
}

async function hosting(wish: object = {}) {
  const [ann, ben] = [await node.guest('Ann'), await node.guest('Ben')];
  await acquainted(ann, ben);
  const table = (await call(ann, 'POST', '/tables', { visibility: 'private', ...wish })).body;
  const invite = (playerId = ben.id, at = table.id) => call(ann, 'POST', `/tables/${at}/invitations`, { playerId });
  return { ann, ben, table, invite };
}

const see = (who: Who, { id }: { id: string }) => call(who, 'GET', `/tables/${id}`);
const inbox = async (who: Who) => (await call(who, 'GET', '/me/inbox')).body;
const answer = (who: Who, { id }: { id: string }, how: 'accept' | 'decline', body: object = {}) =>
  call(who, 'POST', `/invitations/${id}/${how}`, body);

describe('an invitation of a person', () => {
  it('keeps a seat and shows him the table, tells the host until when, and is accepted', async () => {
    const { ann, ben, table, invite } = await hosting();
    expect((await see(ben, table)).status).toBe(404);
    const made = await invite();
    expect(made).toMatchObject({
      status: 201,
      body: {
        seats: { 0: { state: 'invited', player: { id: ben.id } }, 1: { state: 'empty' } },
        invitations: [{ player: { id: ben.id, name: 'Ben' }, state: 'open', reason: null }],
      },
    });
    const [shown] = made.body.invitations;
    expect(Date.parse(shown.expiresAt) - Date.parse(shown.createdAt)).toBe(10 * MINUTE);
    expect((await see(ben, table)).body).toMatchObject({ invitations: null, you: { available: ['sit'] } });
    expect((await see(await node.guest(), table)).status).toBe(404);
    expect((await inbox(ben)).invitations).toMatchObject([
      { id: shown.id, table: { id: table.id }, from: { id: ann.id } },
    ]);

    for (const _ of ['once', 'again']) {
      const accepted = await answer(ben, shown, 'accept');
      expect(accepted).toMatchObject({ status: 200, body: { you: { seat: 0, ready: false } } });
    }
    expect((await see(ann, table)).body.invitations).toEqual([]);
    expect((await inbox(ben)).invitations).toEqual([]);
  });

  it('is declined with a reason that the host hears at his table, and then he is left in peace for an hour', async () => {
    const { ann, ben, table, invite } = await hosting();
    const client = await connect({ url }, { token: ann.token });
    client.send({ type: 'subscribe', id: '1', topic: `table:${table.id}` });
    await client.wait('table');
    const [{ id }] = (await invite()).body.invitations;
    for (const reason of ['busy', 'clock']) expect((await answer(ben, { id }, 'decline', { reason })).status).toBe(204);
    const told = await client.wait('table', (frame) => JSON.stringify(frame).includes('declined'));
    expect(told).toMatchObject({
      table: { seats: { 0: { state: 'empty' } }, invitations: [{ id, state: 'declined', reason: 'busy' }] },
    });
    client.socket.close();
    expect((await inbox(ben)).invitations).toEqual([]);
    expect(await invite()).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const elsewhere = (await call(ann, 'POST', '/tables', {})).body;
    expect((await invite(ben.id, elsewhere.id)).status).toBe(403);
    clock.forward(60 * MINUTE);
    const later = (await call(ann, 'POST', '/tables', {})).body;
    expect((await invite(ben.id, later.id)).status).toBe(201);
  });

  it('lapses after ten minutes, and can be renewed', async () => {
    const { ann, ben, table, invite } = await hosting();
    await invite();
    clock.forward(9 * MINUTE);
    const [{ id }] = (await invite()).body.invitations;
    clock.forward(9 * MINUTE);
    expect((await see(ann, table)).body.invitations).toMatchObject([{ id, state: 'open' }]);
    clock.forward(MINUTE);
    expect((await see(ann, table)).body).toMatchObject({ invitations: [], seats: { 0: { state: 'empty' } } });
    expect(await answer(ben, { id }, 'accept')).toMatchObject({ status: 409, body: { code: 'invitation_lapsed' } });
    expect((await see(ben, table)).status).toBe(404);
  });

  it('is withdrawn by the host, once and again', async () => {
    const { ann, ben, table, invite } = await hosting();
    const [{ id }] = (await invite()).body.invitations;
    const path = `/tables/${table.id}/invitations/${id}`;
    for (const _ of ['once', 'again']) {
      expect(await call(ann, 'DELETE', path)).toMatchObject({
        status: 200,
        body: { invitations: [], seats: { 0: { state: 'empty' } } },
      });
    }
    expect((await inbox(ben)).invitations).toEqual([]);
    expect((await answer(ben, { id }, 'accept')).body.code).toBe('invitation_lapsed');
    const other = (await call(ann, 'POST', '/tables', {})).body;
    expect((await call(ann, 'DELETE', `/tables/${other.id}/invitations/${id}`)).status).toBe(404);
  });

  it('is for people whom the host has played with, and for nobody beyond what can wait for one', async () => {
    const { ann, ben, table, invite } = await hosting();
    const eve = await node.guest('Eve');
    expect(await invite(eve.id)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await invite(ann.id)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await invite(randomUUID())).status).toBe(404);
    const seated = await call(ann, 'POST', `/tables/${table.id}/bots`, { kind: 'builtIn', level: 'greedy' });
    expect((await invite(seated.body.seats[0].player.id)).status).toBe(404);
    expect((await call(ann, 'POST', `/tables/${table.id}/bots`, { kind: 'remote', playerId: ben.id })).status).toBe(
      404,
    );
    const open = { tableId: table.id, fromId: eve.id, forId: ben.id, expiresAt: new Date(clock.now() + MINUTE) };
    const data = Array.from({ length: 20 }, () => ({ id: randomUUID(), ...open }));
    await node.database.prisma.invitation.createMany({ data });
    expect((await invite()).status).toBe(403);
  });

  it('R-JOIN-1: into a running private game shows him the table but not the game, until he waits for the next hand; and he can leave the waiting list', async () => {
    const { ann, ben, table, invite } = await hosting({ clock: UNTIMED });
    await call(ann, 'POST', `/tables/${table.id}/seats`, {});
    for (const _ of [1, 2, 3])
      await call(ann, 'POST', `/tables/${table.id}/bots`, { kind: 'builtIn', level: 'greedy' });
    const { gameId } = (await call(ann, 'POST', `/tables/${table.id}/start`)).body;
    // Until it is dealt, whoever comes is dealt in.
    await call(ann, 'GET', `/games/${gameId}/events?after=2&wait=25`);
    expect((await see(ben, table)).status).toBe(404);
    const [{ id }] = (await invite()).body.invitations;
    expect((await see(ben, table)).body).toMatchObject({ state: 'playing', you: { available: ['sit'] } });
    expect((await call(ben, 'GET', `/games/${gameId}`)).status).toBe(404);
    expect(await answer(ben, { id }, 'accept')).toMatchObject({ status: 200, body: { waiting: [{ id: ben.id }] } });
    expect((await call(ben, 'GET', `/games/${gameId}`)).body.you.seat).toBe(4);
    expect((await see(ben, table)).body.you.available).toEqual(['stand']);
    expect((await call(ben, 'DELETE', `/tables/${table.id}/seats/me`)).status).toBe(204);
    await vi.waitFor(async () => expect((await see(ann, table)).body.waiting).toEqual([]), { timeout: 20_000 });
    expect((await see(ben, table)).status).toBe(404);
    expect((await call(ben, 'GET', `/games/${gameId}`)).body.you).toBeNull();
  });
});

describe('somebody whose seat the host takes', () => {
  it('is told, cannot sit down again by himself, and can when he is invited', async () => {
    const { ann, ben, table, invite } = await hosting({ visibility: 'public' });
    expect((await call(ben, 'POST', `/tables/${table.id}/seats`, {})).body.you).toMatchObject({
      seat: 0,
      removed: false,
    });
    const client = await connect({ url }, { token: ben.token });
    client.send({ type: 'subscribe', id: '1', topic: `table:${table.id}` });
    client.send({ type: 'subscribe', id: '2', topic: 'me' });
    await client.wait('inbox', (frame) => JSON.stringify(frame).includes(table.id));
    expect((await call(ann, 'DELETE', `/tables/${table.id}/seats/0`)).status).toBe(200);
    const nothing = { seat: null, host: false, ready: false, entropy: null, removed: true, available: [] };
    const told = await client.wait('table', (frame) => JSON.stringify(frame).includes('"removed":true'));
    expect(told).toMatchObject({ table: { you: nothing } });
    await client.wait('inbox', (frame) => Number(frame.version) > 1 && !JSON.stringify(frame).includes(table.id));
    client.socket.close();

    const code = { invite: table.inviteCode };
    expect(await call(ben, 'POST', `/tables/${table.id}/seats`, code)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect((await see(await node.guest(), table)).body.you).toMatchObject({ removed: false, available: ['sit'] });
    const [{ id }] = (await invite()).body.invitations;
    expect(await answer(ben, { id }, 'accept')).toMatchObject({
      status: 200,
      body: { you: { seat: 0, removed: false } },
    });
  });

  it('waits at the door of a running game as well', async () => {
    const { ann, ben, table, invite } = await hosting({ visibility: 'public', clock: UNTIMED });
    await call(ann, 'POST', `/tables/${table.id}/seats`, {});
    for (const _ of [1, 2, 3])
      await call(ann, 'POST', `/tables/${table.id}/bots`, { kind: 'builtIn', level: 'greedy' });
    await call(ben, 'POST', `/tables/${table.id}/seats`, {});
    await call(ann, 'DELETE', `/tables/${table.id}/seats/4`);
    const { gameId } = (await call(ann, 'POST', `/tables/${table.id}/start`)).body;
    await call(ann, 'GET', `/games/${gameId}/events?after=2&wait=25`);
    expect((await see(ben, table)).body.you).toMatchObject({ removed: true, available: [] });
    expect((await call(ben, 'POST', `/tables/${table.id}/seats`, {})).status).toBe(403);
    await invite();
    expect(await call(ben, 'POST', `/tables/${table.id}/seats`, {})).toMatchObject({
      status: 200,
      body: { waiting: [{ id: ben.id }] },
    });
  });
});
