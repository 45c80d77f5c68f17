/** Who may keep order, and the log of what was done: rights come from the operator, and nobody changes the log. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import { OPERATOR_ID } from '../../src/identity/operator.ts';
import { bootApp, type TestApp } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { adminOf, type Caller, callerOf, operatorOf } from '../support/order.ts';

const WAIT = { timeout: 20_000, interval: 50 };

let database: TestDatabase;
let node: TestApp;
let other: TestApp;
beforeAll(async () => {
  database = await openTestDatabase();
  // Each on a bus of its own: what one says, the other must find out.
  node = await bootApp(null, { database, bus: createLocalBus() });
  other = await bootApp(null, { database, bus: createLocalBus() });
});
afterAll(async () => {
  await other.close();
  await node.close();
  await database.close();
});

const call: ReturnType<typeof callerOf> = (...args) => callerOf(node)(...args);
const audited = async (subject: string) =>
  (await call(operatorOf(node), 'GET', `/admin/audit?subject=${subject}`)).body.items.map(
    ({ action, details }: { action: string; details: object }) => [action, details],
  );

describe('the scope admin', () => {
  it('is in force at once for tokens that one has already, on every node, and ends as fast', async () => {
    const keeper = await node.guest('Keeper');
    const may = async (at: TestApp) => (await callerOf(at)(keeper, 'GET', '/admin/games')).status;
    expect([await may(node), await may(other)]).toEqual([403, 403]);
    const granted = await call(operatorOf(node), 'PUT', `/admin/players/${keeper.id}/scopes/admin`);
    expect(granted).toMatchObject({ status: 200, body: { id: keeper.id, scopes: ['admin'] } });
    expect(await may(node)).toBe(200);
    await vi.waitFor(async () => expect(await may(other)).toBe(200), WAIT);
    expect((await call(keeper, 'GET', '/me')).body.scopes).toEqual(['play', 'lobby', 'bots', 'admin']);

    const withdrawn = await call(operatorOf(node), 'DELETE', `/admin/players/${keeper.id}/scopes/admin`);
    expect(withdrawn.body.scopes).toEqual([]);
    expect(await may(node)).toBe(403);
    await vi.waitFor(async () => expect(await may(other)).toBe(403), WAIT);
    expect((await call(keeper, 'GET', '/me')).body.scopes).toEqual(['play', 'lobby', 'bots']);
  });

  it('may be granted to a bot, whose token does not expire', async () => {
    const owner = await node.guest();
    const { id } = (await call(owner, 'POST', '/bots', { name: 'Janitor' })).body;
    const { token } = (await call(owner, 'POST', `/bots/${id}/token`)).body;
    const bot: Caller = { headers: { authorization: `Bearer ${token}` } };
    expect((await call(bot, 'GET', '/me')).body.scopes).toEqual(['play']);
    await call(operatorOf(node), 'PUT', `/admin/players/${id}/scopes/admin`);
    expect((await call(bot, 'GET', '/me')).body.scopes).toEqual(['play', 'admin']);
  });

  it('granted or withdrawn twice is done once', async () => {
    const { id } = await node.guest();
    for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE'] as const) {
      expect((await call(operatorOf(node), method, `/admin/players/${id}/scopes/admin:secrets`)).status).toBe(200);
    }
    expect(await audited(id)).toEqual([
      ['withdrawScope', { scope: 'admin:secrets' }],
      ['grantScope', { scope: 'admin:secrets' }],
    ]);
  });

  it('is for the operator to give: not for administrators, and not for who is banned, built in, gone or unknown', async () => {
    const keeper = await adminOf(node, 'admin', 'admin:secrets');
    const friend = await node.guest('Friend');
    const grant = async (who: Caller, id: string) => (await call(who, 'PUT', `/admin/players/${id}/scopes/admin`)).body;
    expect(await grant(keeper, friend.id)).toMatchObject({ status: 403, code: 'forbidden' });
    const away = await call(keeper, 'DELETE', `/admin/players/${keeper.id}/scopes/admin`);
    expect(away.body).toMatchObject({ status: 403, code: 'forbidden' });

    const table = (await call(friend, 'POST', '/tables', {})).body;
    const seated = await call(friend, 'POST', `/tables/${table.id}/bots`, { kind: 'builtIn', level: 'random' });
    expect(await grant(operatorOf(node), seated.body.seats[0].player.id)).toMatchObject({ code: 'forbidden' });
    expect(await grant(operatorOf(node), OPERATOR_ID)).toMatchObject({ code: 'forbidden' });
    expect(await grant(operatorOf(node), randomUUID())).toMatchObject({ status: 404, detail: 'No such player.' });
    await call(keeper, 'PUT', `/admin/players/${friend.id}/ban`, { reason: 'noise' });
    expect(await grant(operatorOf(node), friend.id)).toMatchObject({
      code: 'forbidden',
      detail: 'The player is banned; lift the ban first.',
    });
    const gone = await node.guest('Gone');
    await call(gone, 'DELETE', '/me');
    expect(await grant(operatorOf(node), gone.id)).toMatchObject({ status: 404 });
    const wrong = await call(operatorOf(node), 'PUT', `/admin/players/${keeper.id}/scopes/play`);
    expect(wrong.body).toMatchObject({ status: 404 });
  });

  it('goes with the player who is erased', async () => {
    const keeper = await adminOf(node, 'admin');
    await call(keeper, 'DELETE', '/me');
    expect(await database.prisma.adminScope.count({ where: { playerId: keeper.id } })).toBe(0);
  });
});

describe('the audit log', () => {
  it('tells who did what to whom and when, newest first, in pages', async () => {
    const keeper = await adminOf(node, 'admin');
    const players = await Promise.all([1, 2, 3].map((number) => node.guest(`Noisy ${number}`)));
    for (const { id } of players) await call(keeper, 'PUT', `/admin/players/${id}/ban`, { reason: `noise of ${id}` });
    const read = async (query: string) => (await call(keeper, 'GET', `/admin/audit?actor=${keeper.id}${query}`)).body;
    const all = await read('');
    expect(all.next).toBeNull();
    expect(all.items).toEqual(
      players.toReversed().map(({ id }) => ({
        id: expect.any(String),
        at: expect.any(String),
        actor: { id: keeper.id, name: 'Keeper', kind: 'guest' },
        action: 'ban',
        subject: id,
        details: { reason: `noise of ${id}` },
      })),
    );
    const first = await read('&limit=2');
    expect(first.items).toEqual(all.items.slice(0, 2));
    const second = await read(`&limit=2&cursor=${first.next}`);
    expect(second).toEqual({ items: all.items.slice(2), next: null });
    expect((await read('&action=unban')).items).toEqual([]);
    expect((await read('&cursor=garbage')).errors).toMatchObject([{ pointer: '?cursor', code: 'invalid_cursor' }]);
    expect((await read('&action=forget')).errors).toMatchObject([{ pointer: '?action', code: 'invalid_enum' }]);
  });

  it('leaves nothing out when whoever did it is not here any more: the page is as full as another', async () => {
    const [actor, subject] = [randomUUID(), randomUUID()];
    const row = (action: string) => ({ id: randomUUID(), at: new Date(), actor, action, subject, details: {} });
    await database.prisma.adminAudit.createMany({ data: [row('ban'), row('unban')] });
    const { items, next } = (await call(operatorOf(node), 'GET', `/admin/audit?subject=${subject}&limit=1`)).body;
    expect(items).toMatchObject([{ actor: { id: actor, name: 'Somebody' }, subject }]);
    expect(next).not.toBeNull();
  });

  it('is never changed, by whoever has the database neither', async () => {
    const { id } = await node.guest();
    await call(operatorOf(node), 'PUT', `/admin/players/${id}/ban`, { reason: 'noise' });
    const before = await database.prisma.adminAudit.findMany({ orderBy: { id: 'asc' } });
    for (const sql of [
      `UPDATE admin_audit SET actor = subject`,
      `DELETE FROM admin_audit`,
      `TRUNCATE admin_audit`,
      `DELETE FROM admin_audit WHERE false`,
    ]) {
      await expect(database.pool.query(sql), sql).rejects.toThrow(/append-only/);
    }
    expect(await database.prisma.adminAudit.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
  });

  it('has no entry of what did not come about', async () => {
    const keeper = await adminOf(node, 'admin');
    const before = await database.prisma.adminAudit.count();
    await call(keeper, 'PUT', `/admin/players/${randomUUID()}/ban`, { reason: 'noise' });
    await call(keeper, 'PUT', `/admin/players/${keeper.id}/ban`, { reason: 'noise' });
    await call(keeper, 'PUT', `/admin/players/${keeper.id}/ban`, { reason: '' });
    await call(keeper, 'POST', `/admin/games/${randomUUID()}/end`, { reason: 'stuck' });
    await call(keeper, 'GET', `/admin/games/${randomUUID()}?secrets=true`);
    await call(keeper, 'POST', `/admin/tables/${randomUUID()}/close`, { reason: 'noise' });
    expect(await database.prisma.adminAudit.count()).toBe(before);
  });
});
