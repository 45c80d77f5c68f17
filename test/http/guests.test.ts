/** Coming in: who may, under which names, and what a guest sees of himself (PROTOCOL, Identity). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { bootApp, type TestApp } from '../support/app.ts';

describe('guests', () => {
  let node: TestApp;
  beforeAll(async () => {
    node = await bootApp();
  });
  afterAll(() => node.close());

  const create = (payload: object) => node.inject({ method: 'POST', url: '/v1/guests', payload });

  test('POST /v1/guests is 201 with both tokens, never stored by anybody on the way', async () => {
    const answer = await create({ name: 'Ada', locale: 'de-CH' });
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toMatchObject({
      player: { name: 'Ada', kind: 'guest' },
      tokenType: 'Bearer',
      expiresIn: 15 * 60,
      scopes: ['play', 'lobby', 'bots'],
    });
  });

  test('GET /v1/me tells who I am and what I may', async () => {
    const { player, accessToken } = (await create({ name: 'Ada', locale: 'en' })).json();
    const answer = await node.inject({
      method: 'GET',
      url: '/v1/me',
      headers: { authorization: `Bearer ${accessToken}` },
    });
    const { createdAt, ...rest } = answer.json();
    expect(rest).toEqual({ ...player, locale: 'en', scopes: ['play', 'lobby', 'bots'] });
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(60_000);
    expect(answer.headers).toMatchObject({ vary: 'Authorization', 'cache-control': 'private, no-cache' });
  });

  test.each([
    ['  Ada  ', 'Ada'],
    ['Zoë', 'Zo\u00eb'],
    ['李小龍', '李小龍'],
    ['👩‍👩‍👧‍👦'.repeat(10), '👩‍👩‍👧‍👦'.repeat(10)],
    ['x'.repeat(40), 'x'.repeat(40)],
    ['می‌خواهم', 'می‌خواهم'],
    ['!', '!'],
  ])('the name %j is kept as %j', async (given, kept) => {
    const answer = await create({ name: given });
    expect([answer.statusCode, answer.json().player?.name]).toEqual([201, kept]);
  });

  test.each([
    ['', 'nothing'],
    ['   ', 'blanks'],
    ['\u200d', 'a joiner alone'],
    ['\u3164', 'a letter that shows nothing'],
    ['x'.repeat(41), '41 characters'],
    ['x'.repeat(1000), 'a thousand characters'],
    ['a\u0000b', 'a control character'],
    ['a\nb', 'a line break'],
    ['a\u2028b', 'a line separator'],
    ['\u202eadA', 'a change of direction'],
    ['a\u200bb', 'a space without width'],
    ['\ud800', 'half a character'],
    [`a${'\u0301'.repeat(200)}`, 'a tower of accents'],
  ])('the name %j (%s) is refused', async (name) => {
    const answer = await create({ name });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_request', errors: [{ pointer: '#/name' }] });
  });

  test.each(['english!', 'e', '12', 'en_US'])('the locale %j is refused', async (locale) => {
    const answer = await create({ name: 'Ada', locale });
    expect(answer.json().errors).toEqual([
      { pointer: '#/locale', code: 'invalid_format', detail: 'A language tag such as "en" or "de-CH".' },
    ]);
  });

  test('a guest who was erased has no valid token any more', async () => {
    const { player, accessToken, refreshToken } = (await create({ name: 'Ada' })).json();
    await node.database.prisma.player.update({ where: { id: player.id }, data: { erasedAt: new Date() } });
    const me = await node.inject({ method: 'GET', url: '/v1/me', headers: { authorization: `Bearer ${accessToken}` } });
    expect(me.json().code).toBe('token_revoked');
    const refreshed = await node.inject({ method: 'POST', url: '/v1/tokens/refresh', payload: { refreshToken } });
    expect(refreshed.json().code).toBe('token_revoked');
  });
});

describe('a service for members', () => {
  const come = (node: TestApp, more: object = {}) =>
    node.inject({ method: 'POST', url: '/v1/guests', payload: { name: 'Ada', ...more } });

  test('with GUESTS=off nobody becomes a guest', async (t) => {
    const node = await bootApp(t, { env: { GUESTS: 'off' } });
    const answer = await come(node, { code: 'whatever code' });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({
      code: 'guests_refused',
      detail: expect.stringContaining('/v1/tokens/exchange'),
    });
    expect(await node.deps.prisma.player.count({ where: { kind: 'guest' } })).toBe(0);
  });

  test('with GUESTS=code a guest sends the code', async (t) => {
    const node = await bootApp(t, { env: { GUESTS: 'code', GUEST_CODE: 'three of hearts' } });
    expect((await come(node)).json().detail).toBe(
      'Guests need the code of this service. Ask the operator for it and send it as `code`.',
    );
    expect((await come(node, { code: 'four of hearts' })).json()).toMatchObject({
      status: 403,
      code: 'guests_refused',
      detail: 'The code is wrong. Ask the operator for it and send it as `code`.',
    });
    expect((await come(node, { code: 'three of hearts' })).statusCode).toBe(201);
  });

  test('beyond MAX_GUESTS no guest is admitted until one is erased', async (t) => {
    const node = await bootApp(t, { env: { MAX_GUESTS: '2' } });
    const first = (await come(node)).json();
    expect((await come(node)).statusCode).toBe(201);
    expect((await come(node)).json()).toMatchObject({ status: 403, code: 'guests_refused' });
    const headers = { authorization: `Bearer ${first.accessToken}` };
    expect((await node.inject({ method: 'DELETE', url: '/v1/me', headers })).statusCode).toBe(204);
    expect((await come(node)).statusCode).toBe(201);
  });

  test('GUESTS=code without GUEST_CODE does not start', () => {
    expect(() => readConfig({ GUESTS: 'code' })).toThrow('GUEST_CODE: not set, and GUESTS=code needs it.');
    expect(() => readConfig({ GUESTS: 'code', GUEST_CODE: 'short' })).toThrow(/GUEST_CODE: /);
  });
});
