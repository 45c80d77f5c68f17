/** A guest comes in on a second device by a short code that is good once (PROTOCOL, Who you are). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_LOGINS } from '../../src/identity/refresh-tokens.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { shiftedClock } from '../support/shifted-clock.ts';

const MINUTE = 60_000;

describe('device codes', () => {
  const clock = shiftedClock();
  let node: TestApp;
  let ada: TestGuest;
  /** In place of what chance gives, when a test says so. */
  let fixed: Uint8Array | null = null;
  beforeAll(async () => {
    const entropy = (bytes: number) =>
      fixed !== null && fixed.length === bytes ? fixed : globalThis.crypto.getRandomValues(new Uint8Array(bytes));
    node = await bootApp(null, { clock, entropy, env: { ACCESS_TOKEN_MINUTES: '1440' } });
    ada = await node.guest('Ada');
  });
  afterAll(() => node.close());

  const make = async ({ headers }: Pick<TestGuest, 'headers'>) =>
    node.inject({ method: 'POST', url: '/v1/me/device-codes', headers });
  const codeOf = async (who: TestGuest): Promise<string> => (await make(who)).json().code;
  const use = async (code: string) => node.inject({ method: 'POST', url: '/v1/tokens/device', payload: { code } });
  const me = async (token: string) =>
    (await node.inject({ method: 'GET', url: '/v1/me', headers: { authorization: `Bearer ${token}` } })).json();
  const refresh = async (refreshToken: string) =>
    node.inject({ method: 'POST', url: '/v1/tokens/refresh', payload: { refreshToken } });

  it('are 201 with eight characters that do not look alike, for ten minutes, never stored on the way', async () => {
    const made = await make(ada);
    expect([made.statusCode, made.headers['cache-control']]).toEqual([201, 'no-store']);
    expect(made.json().code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(Math.abs(Date.parse(made.json().expiresAt) - clock.now() - 10 * MINUTE)).toBeLessThan(5_000);
  });

  it.each([
    [[0, 0, 0, 0, 0], '00000000'],
    [[255, 255, 255, 255, 255], 'ZZZZZZZZ'],
    [[0x00, 0x44, 0x32, 0x14, 0xc7], '01234567'],
  ])('have five bits of chance in each character: %j is %s', async (bytes, code) => {
    fixed = Uint8Array.from(bytes);
    expect(await codeOf(ada)).toBe(code);
    fixed = null;
    expect((await use(code)).statusCode).toBe(200);
  });

  it('give the same guest on a second device a login of its own', async () => {
    const second = await use(await codeOf(ada));
    expect([second.statusCode, second.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(second.json()).toMatchObject({ tokenType: 'Bearer', scopes: ['play', 'lobby', 'bots'] });
    expect(await me(second.json().accessToken)).toEqual(await me(ada.token));

    // A stolen and reused token ends the login of one device, and not the other one.
    const next = (await refresh(second.json().refreshToken)).json();
    await refresh(next.refreshToken);
    expect((await refresh(second.json().refreshToken)).json().code).toBe('token_reused');
    expect((await me(next.accessToken)).code).toBe('token_revoked');
    expect((await me(ada.token)).id).toBe(ada.id);
    expect((await refresh(ada.refreshToken)).statusCode).toBe(200);
  });

  it('end the oldest login when a player has more than 50', async () => {
    const many = await node.guest('Many');
    const logins = [many.refreshToken];
    while (logins.length <= MAX_LOGINS) logins.push((await use(await codeOf(many))).json().refreshToken);
    expect((await refresh(logins[0] ?? '')).json().code).toBe('token_revoked');
    await expect.poll(async () => (await me(many.token)).code).toBe('token_revoked');
    expect((await refresh(logins[1] ?? '')).statusCode).toBe(200);
    expect((await refresh(logins.at(-1) ?? '')).statusCode).toBe(200);
    const valid = { playerId: many.id, revokedAt: null, usedAt: null };
    expect(await node.database.prisma.refreshToken.count({ where: valid })).toBe(MAX_LOGINS);
  });

  it('are read as people type them', async () => {
    fixed = Uint8Array.from([0x00, 0x44, 0x32, 0x14, 0xc7]);
    await codeOf(ada);
    fixed = null;
    expect((await use(' oI23-4567 ')).statusCode).toBe(200);
  });

  it('are good once, also for two devices at once', async () => {
    const code = await codeOf(ada);
    const answers = await Promise.all([use(code), use(code), use(code)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422]);
    expect((await use(code)).statusCode).toBe(422);
  });

  it('wrong, used, expired and those of somebody who is gone are one and the same refusal', async () => {
    const gone = await node.guest('Gone');
    const [used, expired, erased] = [await codeOf(ada), await codeOf(ada), await codeOf(gone)];
    await use(used);
    await node.inject({ method: 'DELETE', url: '/v1/me', headers: gone.headers });
    clock.forward(10 * MINUTE);
    const answers = await Promise.all(['WRONGONE', 'x', 'ü'.repeat(40), used, expired, erased].map(use));
    for (const answer of answers) {
      expect({ ...answer.json(), requestId: '' }).toEqual({
        type: 'urn:dalmuti:problem:device_code_refused',
        title: 'The code is good no longer, or never was',
        status: 422,
        detail: 'The code is wrong, was used, or is older than ten minutes.',
        code: 'device_code_refused',
        requestId: '',
      });
    }
  });

  it('of somebody who has just been erased are gone with him', async () => {
    const gone = await node.guest('Gone');
    const code = await codeOf(gone);
    await node.inject({ method: 'DELETE', url: '/v1/me', headers: gone.headers });
    expect((await use(code)).statusCode).toBe(422);
    expect(await node.database.prisma.deviceCode.count({ where: { playerId: gone.id } })).toBe(0);
  });

  it('of more than three open ones the oldest ends', async () => {
    const bea = await node.guest('Bea');
    const codes = [await codeOf(bea), await codeOf(bea), await codeOf(bea), await codeOf(bea)];
    expect(await node.database.prisma.deviceCode.count({ where: { playerId: bea.id } })).toBe(3);
    const answers = [];
    for (const code of codes) answers.push((await use(code)).statusCode);
    expect(answers).toEqual([422, 200, 200, 200]);
  });

  it('are not for bots, and only a keyed hash of them is stored', async () => {
    const { id } = (
      await node.inject({ method: 'POST', url: '/v1/bots', headers: ada.headers, payload: { name: 'Robo' } })
    ).json();
    const { token } = (await node.inject({ method: 'POST', url: `/v1/bots/${id}/token`, headers: ada.headers })).json();
    const refused = await make({ headers: { authorization: `Bearer ${token}` } });
    expect(refused.json()).toMatchObject({ status: 403, code: 'scope_missing' });

    const code = await codeOf(ada);
    const [row] = await node.database.prisma.deviceCode.findMany({
      where: { playerId: ada.id },
      orderBy: { id: 'desc' },
    });
    expect(Buffer.from(row?.hash ?? [])).toHaveLength(32);
    const plain = await globalThis.crypto.subtle.digest('SHA-256', Buffer.from(code));
    expect(Buffer.from(row?.hash ?? [])).not.toEqual(Buffer.from(plain));
  });
});

it('guesses are counted by address, with all other ways to get tokens: 429 says when to try again', async (t) => {
  const node = await bootApp(t, { env: { RATE_LIMITS: 'true' } });
  const guess = (code: string) => node.inject({ method: 'POST', url: '/v1/tokens/device', payload: { code } });
  for (let guessed = 0; guessed < 60; guessed += 1) expect((await guess(`WRONG${guessed}`)).statusCode).toBe(422);
  expect((await guess('WRONGONE')).json()).toMatchObject({
    status: 429,
    code: 'rate_limited',
    limit: { name: 'tokens', quota: 60, windowSeconds: 60 },
  });
});
