/** Games and tables in the hands of an administrator: found, looked into, ended; and hidden cards for those alone who may. */
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../src/http/logger.ts';
import { verifyReplay } from '../../src/replays/verify.ts';
import { connect } from '../streams/client.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { adminOf, type Caller, callerOf, operatorOf } from '../support/order.ts';

const slow = { turnSeconds: null, taxSeconds: null, revolutionSeconds: null, placementSeconds: null, pauseSeconds: 0 };

let node: TestApp;
let url: string;
let keeper: TestGuest;
const written: string[] = [];
beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  node = await bootApp(null, { logger: createLogger('trace', sink) });
  url = (await node.listen()).replace('http://', '');
  keeper = await adminOf(node, 'admin');
});
afterAll(() => node.close());

const call: ReturnType<typeof callerOf> = (...args) => callerOf(node)(...args);

async function playing(wish: object = {}) {
  const people = await Promise.all([0, 1, 2, 3].map((number) => node.guest(`Person ${number}`)));
  const [host] = people as [TestGuest];
  const table = (await call(host, 'POST', '/tables', { clock: slow, ...wish })).body;
  for (const person of people) {
    await call(person, 'POST', `/tables/${table.id}/seats`, { invite: table.inviteCode });
    await call(person, 'PUT', `/tables/${table.id}/ready`, { ready: true });
  }
  const started = await call(host, 'POST', `/tables/${table.id}/start`);
  expect(started.status).toBe(201);
  const gameId: string = started.body.gameId;
  // Seats are drawn and the first hand is dealt by the clock, at once.
  await vi.waitFor(
    async () => expect((await call(host, 'GET', `/games/${gameId}`)).body.you.cards.length).toBeGreaterThan(0),
    { timeout: 60_000, interval: 50 },
  );
  return { people, host, tableId: table.id as string, gameId };
}

const find = async (query: string) => {
  const { status, body } = await call(keeper, 'GET', `/admin/games?${query}`);
  expect(status).toBe(200);
  return body.items as { id: string; state: string; wake: { overdueSeconds: number } | null }[];
};
const ids = async (query: string) => (await find(query)).map(({ id }) => id);
const end = (gameId: string, who: Caller = keeper) =>
  call(who, 'POST', `/admin/games/${gameId}/end`, { reason: 'it hung' });

describe('finding games', () => {
  it('goes by state, player and table, newest first, in pages', async () => {
    const [one, two] = [await playing(), await playing({ visibility: 'private' })];
    const [player] = one.people;
    expect(await find(`table=${one.tableId}`)).toEqual([
      {
        id: one.gameId,
        tableId: one.tableId,
        state: 'running',
        startedAt: expect.any(String),
        endedAt: null,
        wake: { reason: 'clock', version: expect.any(Number), due: expect.any(String), overdueSeconds: 0 },
      },
    ]);
    expect(await ids(`player=${player?.id}`)).toEqual([one.gameId]);
    expect(await ids(`player=${player?.id}&table=${two.tableId}`)).toEqual([]);
    expect(await ids(`player=${randomUUID()}`)).toEqual([]);
    expect((await ids('state=running')).slice(0, 2)).toEqual([two.gameId, one.gameId]);
    await end(one.gameId);
    expect(await ids('state=running')).not.toContain(one.gameId);
    expect(await find(`state=over&player=${player?.id}`)).toMatchObject([
      { id: one.gameId, state: 'over', endedAt: expect.any(String) },
    ]);
    expect(await ids(`table=${one.tableId}`)).toEqual([one.gameId]);

    const first = (await call(keeper, 'GET', '/admin/games?limit=1')).body;
    expect(first.items.map(({ id }: { id: string }) => id)).toEqual([two.gameId]);
    expect(await ids(`limit=1&cursor=${first.next}`)).toEqual([one.gameId]);
    const wrong = await call(keeper, 'GET', '/admin/games?cursor=1&state=lost');
    expect(wrong.body).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  it('finds those that should have gone on by themselves five minutes ago', async () => {
    const { gameId } = await playing();
    expect(await ids('state=stuck')).not.toContain(gameId);
    // Leased for ever, as if every node that takes it up died of it.
    await node.database.pool.query(
      `UPDATE game_wakes SET due = now() - interval '301 seconds', leased_until = now() + interval '1 hour' WHERE game_id = $1`,
      [gameId],
    );
    const stuck = (await find('state=stuck')).find(({ id }) => id === gameId);
    expect(stuck?.wake?.overdueSeconds).toBeGreaterThanOrEqual(301);
  });
});

describe('looking into a game', () => {
  it('shows what a spectator sees and what it waits for, of a private one too, and no card of a hand', async () => {
    const { gameId, tableId, people } = await playing({ visibility: 'private', spectators: false });
    const { status, body, headers } = await call(keeper, 'GET', `/admin/games/${gameId}`);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({
      id: gameId,
      tableId,
      private: true,
      spectators: false,
      startedAt: expect.any(String),
      lastEventAt: expect.any(String),
      wake: { reason: 'clock', overdueSeconds: 0 },
      view: { gameId, you: null, deadline: null },
      secrets: null,
    });
    expect(body.view.awaiting.length).toBeGreaterThan(0);
    expect(body.view.seats.map(({ player }: { player: { id: string } }) => player.id).sort()).toEqual(
      people.map(({ id }) => id).sort(),
    );
    expect((await call(await node.guest(), 'GET', `/games/${gameId}`)).status).toBe(404);
  });

  it('shows every hand to admin:secrets alone, after the log has told of it, and never the seed', async () => {
    const { gameId, people } = await playing();
    const path = `/admin/games/${gameId}?secrets=true`;
    const refused = await call(keeper, 'GET', path);
    expect(refused.body).toMatchObject({ status: 403, code: 'scope_missing', requiredScope: 'admin:secrets' });
    expect(await node.database.prisma.adminAudit.count({ where: { subject: gameId } })).toBe(0);

    const { status, body, headers } = await call(operatorOf(node), 'GET', path);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    for (const person of people) {
      const { you } = (await call(person, 'GET', `/games/${gameId}`)).body;
      expect(body.secrets[you.seat]).toEqual({ seat: you.seat, cards: you.cards });
    }
    expect(await node.database.prisma.adminAudit.findMany({ where: { subject: gameId } })).toMatchObject([
      { action: 'inspectSecrets', details: { version: body.view.version } },
    ]);
    const seed = await (await import('../../src/games/seeds.ts')).createSeeds(node.deps).chance(gameId);
    expect(seed).not.toBeNull();
    expect(JSON.stringify(body)).not.toMatch(/"seed"/);
    // Nor does anything of it stand in the log of the service.
    const [hand] = body.secrets;
    expect(written.join('')).not.toContain(JSON.stringify(hand.cards));
    expect(written.join('')).not.toContain('"secrets":[');
  });

  it('shows no hand when the log cannot tell of it', async () => {
    const { gameId } = await playing();
    const create = vi.spyOn(node.database.prisma.adminAudit, 'create').mockRejectedValueOnce(new Error('disk full'));
    const failed = await call(operatorOf(node), 'GET', `/admin/games/${gameId}?secrets=true`);
    create.mockRestore();
    expect(failed.body).toMatchObject({ status: 500, code: 'internal' });
    expect(failed.body.secrets).toBeUndefined();
  });

  it('is a 404 for a game that there is not', async () => {
    expect((await call(keeper, 'GET', `/admin/games/${randomUUID()}`)).body).toMatchObject({
      status: 404,
      detail: 'No such game.',
    });
  });
});

describe('ending a game', () => {
  it('ends it in the middle of a hand for everybody, once, and its table may have a rematch', async () => {
    const { gameId, tableId, host } = await playing();
    const client = await connect({ url }, { token: host.token });
    client.send({ type: 'subscribe', id: '1', topic: `game:${gameId}` });
    await client.wait('snapshot');
    const ended = await end(gameId);
    expect(ended).toMatchObject({
      status: 200,
      body: {
        id: gameId,
        wake: null,
        secrets: null,
        view: { phase: 'ended', result: { reason: 'admin', winners: [] } },
      },
    });
    await client.wait('unsubscribed', ({ code }) => code === 'closed');
    const events = client.ofType('events').flatMap((frame) => frame.events as { type: string; cause: string }[]);
    expect(events.at(-1)).toMatchObject({ type: 'gameEnded', cause: 'admin', reason: 'admin' });
    client.socket.close();

    const again = await end(gameId);
    expect([again.status, again.body.view.version]).toEqual([200, ended.body.view.version]);
    const { items } = (await call(keeper, 'GET', `/admin/audit?subject=${gameId}`)).body;
    expect(items).toMatchObject([{ action: 'endGame', actor: { id: keeper.id }, details: { reason: 'it hung' } }]);

    const table = (await call(host, 'GET', `/tables/${tableId}`)).body;
    expect(table).toMatchObject({ state: 'closed', pastGameIds: [gameId] });
    expect((await call(host, 'POST', `/tables/${tableId}/rematch`)).status).toBe(201);
    const replay = (await call(host, 'GET', `/games/${gameId}/replay`)).body;
    expect(verifyReplay(replay)).toMatchObject({ ok: true, gameId });
  });

  it('is refused without a reason, and for a game that there is not', async () => {
    const { gameId } = await playing();
    const silent = await call(keeper, 'POST', `/admin/games/${gameId}/end`, {});
    expect(silent.body).toMatchObject({ status: 400, errors: [{ pointer: '#/reason' }] });
    expect((await end(randomUUID())).body).toMatchObject({ status: 404, detail: 'No such game.' });
    expect((await call(keeper, 'GET', `/admin/games/${gameId}`)).body.view.phase).not.toBe('ended');
  });
});

describe('closing a table', () => {
  const close = (tableId: string, more: object = {}) =>
    call(keeper, 'POST', `/admin/tables/${tableId}/close`, { reason: 'its name', ...more });

  it('closes an open one for good, a private one too, once', async () => {
    const host = await node.guest();
    const table = (await call(host, 'POST', '/tables', { visibility: 'private', name: 'Rude' })).body;
    const closed = await close(table.id);
    expect(closed).toMatchObject({
      status: 200,
      body: { id: table.id, name: 'Rude', state: 'closed', hostId: host.id, pastGameIds: [] },
    });
    expect((await close(table.id)).body).toEqual(closed.body);
    expect((await call(host, 'GET', `/tables/${table.id}`)).body).toMatchObject({ state: 'closed', expiresAt: null });
    const sits = await call(host, 'POST', `/tables/${table.id}/seats`, {});
    expect(sits.body).toMatchObject({ status: 409, code: 'table_closed' });
    const { items } = (await call(keeper, 'GET', `/admin/audit?subject=${table.id}`)).body;
    expect(items).toMatchObject([{ action: 'closeTable', details: { reason: 'its name' } }]);
  });

  it('with a running game is refused, unless the game is to end with it', async () => {
    const { tableId, gameId, host } = await playing();
    expect((await close(tableId)).body).toMatchObject({ status: 409, code: 'table_playing', gameId });
    const closed = await close(tableId, { endGame: true });
    expect(closed).toMatchObject({ status: 200, body: { state: 'closed', pastGameIds: [gameId] } });
    expect((await call(host, 'GET', `/games/${gameId}`)).body.result.reason).toBe('admin');
    // For good: no rematch.
    expect((await call(host, 'POST', `/tables/${tableId}/rematch`)).body).toMatchObject({ code: 'table_closed' });
    expect((await close(tableId, { endGame: true })).body).toEqual(closed.body);
    const actions = (await call(keeper, 'GET', `/admin/audit?actor=${keeper.id}&limit=2`)).body.items;
    expect(actions.map(({ action }: { action: string }) => action)).toEqual(['closeTable', 'endGame']);
  });

  it('is a 404 for a table that there is not', async () => {
    expect((await close(randomUUID())).body).toMatchObject({ status: 404, detail: 'No such table.' });
  });
});
