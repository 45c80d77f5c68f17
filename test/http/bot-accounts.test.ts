/** Bots of a player: their tokens play and nothing else, are shown once, and end everywhere at once (PROTOCOL, Identity). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import { createRevocations } from '../../src/identity/revocations.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';

describe('bots', () => {
  const bus = createLocalBus();
  let node: TestApp;
  let other: TestApp;
  let owner: TestGuest;
  beforeAll(async () => {
    node = await bootApp(null, { bus });
    other = await bootApp(null, { bus, database: node.database });
    owner = await node.guest('Owner');
  });
  afterAll(async () => {
    await other.close();
    await node.close();
  });

  const create = async (payload: object, { headers } = owner) =>
    node.inject({ method: 'POST', url: '/v1/bots', headers, payload });
  const issue = async (id: string, { headers } = owner) =>
    node.inject({ method: 'POST', url: `/v1/bots/${id}/token`, headers });
  const me = async (token: string, at = node) =>
    (await at.inject({ method: 'GET', url: '/v1/me', headers: { authorization: `Bearer ${token}` } })).json();

  test('are made with a name, and accept invitations of their owner alone unless said otherwise', async () => {
    const made = await create({ name: 'Deep Dalmuti' });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toMatchObject({ name: 'Deep Dalmuti', kind: 'bot', acceptFrom: 'owner', tokenSince: null });
    expect((await create({ name: 'Open', acceptFrom: 'anyone' })).json()).toMatchObject({ acceptFrom: 'anyone' });
    expect((await create({ name: 'x', acceptFrom: 'nobody' })).json().errors).toEqual([
      { pointer: '#/acceptFrom', code: 'invalid_enum', detail: 'Must be one of: owner, anyone.' },
    ]);
  });

  test('are listed for their owner alone, oldest first', async () => {
    const mine = await node.guest('Lister');
    await create({ name: 'first' }, mine);
    await create({ name: 'second' }, mine);
    const answer = await node.inject({ method: 'GET', url: '/v1/bots', headers: mine.headers });
    expect(answer.json().next).toBeNull();
    expect(answer.json().items.map(({ name }: { name: string }) => name)).toEqual(['first', 'second']);
  });

  test("a bot's token is taken wherever an access token is, and has the scope play", async () => {
    const { id } = (await create({ name: 'Player' })).json();
    const issued = await issue(id);
    expect([issued.statusCode, issued.headers['cache-control']]).toEqual([201, 'no-store']);
    expect(issued.json().token).toMatch(/^dalmuti_bot_[A-Za-z0-9]{49}$/);
    expect(await me(issued.json().token)).toMatchObject({ id, name: 'Player', kind: 'bot', scopes: ['play'] });
  });

  test('a bot may make no bots: 403 scope_missing names the scope', async () => {
    const { id } = (await create({ name: 'Climber' })).json();
    const { token } = (await issue(id)).json();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await node.inject({ method: 'POST', url: '/v1/bots', headers, payload: { name: 'x' } });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'scope_missing', requiredScope: 'bots' });
    expect(answer.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="bots"');
  });

  test('a new token revokes the old one on every node, although both nodes had verified it', async () => {
    const { id } = (await create({ name: 'Renewed' })).json();
    const first = (await issue(id)).json().token;
    expect((await me(first)).id).toBe(id);
    expect((await me(first, other)).id).toBe(id);
    const second = (await issue(id)).json().token;
    expect(await me(first)).toMatchObject({ status: 401, code: 'token_revoked' });
    await expect.poll(async () => (await me(first, other)).code).toBe('token_revoked');
    expect((await me(second, other)).id).toBe(id);
  });

  test('of tokens made at once one lives', async () => {
    const { id } = (await create({ name: 'Hasty' })).json();
    const tokens = (await Promise.all(Array.from({ length: 5 }, () => issue(id)))).map((answer) => answer.json().token);
    const answers = await Promise.all(tokens.map((token) => me(token)));
    expect(answers.filter((answer) => answer.id === id)).toHaveLength(1);
  });

  test('deleting one revokes its token and tells every node, so that sockets can be closed', async () => {
    const heard: string[] = [];
    const revocations = await createRevocations({ ...node.deps, bus });
    revocations.onNews((rows) => heard.push(...rows.map(({ subject }) => subject)));
    const { id } = (await create({ name: 'Gone' })).json();
    const { token } = (await issue(id)).json();
    expect((await me(token, other)).id).toBe(id);
    const deleted = await node.inject({ method: 'DELETE', url: `/v1/bots/${id}`, headers: owner.headers });
    expect([deleted.statusCode, deleted.body]).toEqual([204, '']);
    await expect.poll(() => heard).toContain(id);
    await expect.poll(async () => (await me(token, other)).code).toBe('token_revoked');
    expect((await issue(id)).json()).toMatchObject({ status: 404, detail: 'No such bot.' });
    await revocations.close();
  });

  test("somebody else's bot does not exist: the same 404 as for an unknown id", async () => {
    const { id } = (await create({ name: 'Private' })).json();
    const stranger = await node.guest('Stranger');
    const theirs = await issue(id, stranger);
    const unknown = await issue('01a22ade-8538-74fb-b759-58c13d99a0c8', stranger);
    expect(theirs.statusCode).toBe(404);
    expect({ ...theirs.json(), requestId: '' }).toEqual({ ...unknown.json(), requestId: '' });
    const deleted = await node.inject({ method: 'DELETE', url: `/v1/bots/${id}`, headers: stranger.headers });
    expect(deleted.statusCode).toBe(404);
  });

  test('only the hash of a token is stored', async () => {
    const { id } = (await create({ name: 'Hashed' })).json();
    const { token } = (await issue(id)).json();
    const row = await node.database.prisma.botToken.findFirstOrThrow({ where: { playerId: id } });
    expect(Buffer.from(row.hash)).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain(token);
  });
});
