/** Whoever has the service's secret is its operator, for a minute at a time; he keeps order and does not play (record 0015). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromSecret } from '../../src/deps.ts';
import { newOperatorToken, OPERATOR_ID } from '../../src/identity/operator.ts';
import { read } from '../architecture/markdown.ts';
import { bootApp, type TestApp } from '../support/app.ts';
import { adminOf, callerOf, operatorOf } from '../support/order.ts';

describe('the operator', () => {
  let node: TestApp;
  beforeAll(async () => {
    node = await bootApp();
  });
  afterAll(() => node.close());

  const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const at = (ms: number) => {
    const { operatorKey, entropy } = node.deps;
    return withToken(newOperatorToken(operatorKey, entropy, { now: () => Date.now() + ms }));
  };

  it('is a player whom everything knows', async () => {
    expect((await callerOf(node)(operatorOf(node), 'GET', '/me')).body).toMatchObject({
      id: OPERATOR_ID,
      name: 'Operator',
      kind: 'account',
      scopes: ['admin', 'admin:secrets'],
    });
    const stranger = await node.guest();
    expect((await callerOf(node)(stranger, 'GET', `/players/${OPERATOR_ID}`)).body).toMatchObject({ name: 'Operator' });
  });

  it('has tokens that fit the documented expression, are good for a minute, and are made by the secret alone', async () => {
    const call = callerOf(node);
    const [, expression = ''] = /\| `(.*dalmuti_operator_.*?)` \|/.exec(read('docs/OPERATIONS.md')) ?? [];
    const { authorization } = operatorOf(node).headers;
    expect(authorization.slice('Bearer '.length)).toMatch(new RegExp(`^${expression}$`));

    expect((await call(at(-59_000), 'GET', '/admin/audit')).status).toBe(200);
    expect((await call(at(-60_000), 'GET', '/admin/audit')).body).toMatchObject({ status: 401, code: 'token_expired' });
    expect((await call(at(20_000), 'GET', '/admin/audit')).status).toBe(200);
    const invalid = { status: 401, code: 'token_invalid' };
    expect((await call(at(600_000), 'GET', '/admin/audit')).body).toMatchObject(invalid);
    const other = fromSecret('the secret of quite another service, long enough');
    const theirs = withToken(newOperatorToken(other.operatorKey, node.deps.entropy, node.deps.clock));
    expect((await call(theirs, 'GET', '/admin/audit')).body).toMatchObject(invalid);
    const typo = withToken(`${authorization.slice('Bearer '.length, -1)}${authorization.endsWith('x') ? 'y' : 'x'}`);
    expect((await call(typo, 'GET', '/admin/audit')).body).toMatchObject(invalid);
  });

  it('cannot play, host, be erased, banned, invited or read streams of his own', async () => {
    const [call, operator] = [callerOf(node), operatorOf(node)];
    const refused = async (method: 'POST' | 'DELETE' | 'PATCH', path: string, body?: object) =>
      (await call(operator, method, path, body, { 'idempotency-key': randomUUID() })).body;
    expect(await refused('POST', '/tables', {})).toMatchObject({ code: 'scope_missing', requiredScope: 'lobby' });
    expect(await refused('POST', `/tables/${randomUUID()}/seats`, {})).toMatchObject({ code: 'scope_missing' });
    expect(await refused('POST', `/games/${randomUUID()}/commands`, { type: 'pass' })).toMatchObject({
      code: 'scope_missing',
      requiredScope: 'play',
    });
    expect(await refused('DELETE', '/me')).toMatchObject({ code: 'scope_missing' });
    expect(await refused('PATCH', '/me', { name: 'x' })).toMatchObject({ code: 'scope_missing' });
    expect(await refused('POST', '/bots', { name: 'x' })).toMatchObject({ code: 'scope_missing' });
    expect(await refused('POST', '/stream-tickets', { topic: 'me' })).toMatchObject({ code: 'forbidden' });
    const ban = await call(await adminOf(node, 'admin'), 'PUT', `/admin/players/${OPERATOR_ID}/ban`, {
      reason: 'coup',
    });
    expect(ban.body).toMatchObject({ status: 403, code: 'forbidden' });
    const host = await node.guest();
    const table = (await call(host, 'POST', '/tables', {})).body;
    const invited = await call(host, 'POST', `/tables/${table.id}/bots`, { kind: 'remote', playerId: OPERATOR_ID });
    expect(invited.body).toMatchObject({ status: 404, detail: 'No such bot.' });
  });
});

describe('everything under /v1/admin', () => {
  let node: TestApp;
  beforeAll(async () => {
    node = await bootApp();
  });
  afterAll(() => node.close());

  it('is refused to everybody without the scope, and to nobody in particular', async () => {
    const contract = JSON.parse(read('openapi/openapi.json'));
    const calls = Object.entries<object>(contract.paths).flatMap(([path, methods]) =>
      path.startsWith('/v1/admin/')
        ? Object.keys(methods).map((method) => [method.toUpperCase(), path.replace('{scope}', 'admin')] as const)
        : [],
    );
    expect(calls.length).toBeGreaterThanOrEqual(10);
    const call = callerOf(node);
    const guest = await node.guest();
    const bot = (await call(guest, 'POST', '/bots', { name: 'Robo' })).body;
    const { token } = (await call(guest, 'POST', `/bots/${bot.id}/token`)).body;
    for (const [method, path] of calls) {
      const url = path.slice('/v1'.length).replace(/\{\w+\}/, guest.id);
      const body = method === 'GET' || method === 'DELETE' ? undefined : { reason: 'because' };
      for (const who of [guest, { headers: { authorization: `Bearer ${token}` } }]) {
        const refused = await call(who, method as 'GET', url, path.includes('/scopes/') ? undefined : body);
        expect([path, refused.status, refused.body.code, refused.body.requiredScope]).toEqual([
          path,
          403,
          'scope_missing',
          'admin',
        ]);
      }
      const nobody = await node.inject({ method: method as 'GET', url: `/v1${url}` });
      expect([path, nobody.statusCode, nobody.json().code]).toEqual([path, 401, 'token_missing']);
    }
    expect(await node.database.prisma.adminAudit.count()).toBe(0);
  });
});
