/** Access tokens that are no good, and refresh tokens that rotate (PROTOCOL, Identity). */
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootApp, type TestApp } from '../support/app.ts';
import { shiftedClock } from '../support/shifted-clock.ts';

const MINUTE = 60_000;

function parts(token: string): [string, string, string] {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return [header, payload, signature];
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

describe('access tokens', () => {
  const clock = shiftedClock();
  let node: TestApp;
  let token: string;
  beforeAll(async () => {
    node = await bootApp(null, { clock });
    token = (await node.guest()).token;
  });
  afterAll(() => node.close());

  async function me(authorization?: string) {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await node.inject({ method: 'GET', url: '/v1/me', headers });
    return { status: answer.statusCode, code: answer.json().code, challenge: answer.headers['www-authenticate'] };
  }

  const refused = (code: string) => ({ status: 401, code, challenge: 'Bearer error="invalid_token"' });
  const invalid = refused('token_invalid');

  test('a good one is taken, in any case of the scheme', async () => {
    expect((await me(`Bearer ${token}`)).status).toBe(200);
    expect((await me(`bearer ${token}`)).status).toBe(200);
  });

  test('none is token_missing with a bare challenge (RFC 6750)', async () => {
    expect(await me()).toEqual({ status: 401, code: 'token_missing', challenge: 'Bearer' });
  });

  test.each(['Bearer', 'Bearer ', 'Basic QWRhOng=', 'Bearer a b', 'Bearer ünsinn'])(
    '%j is token_invalid',
    async (header) => {
      expect(await me(Buffer.from(header).toString('latin1'))).toEqual(invalid);
    },
  );

  test.each(['garbage', 'a.b.c', '..', 'dbt_short', `dbt_${'A'.repeat(43)}`, `drt_${'A'.repeat(43)}`])(
    'garbage is token_invalid: %s',
    async (garbage) => {
      expect(await me(`Bearer ${garbage}`)).toEqual(invalid);
    },
  );

  test('a refresh token is no access token', async () => {
    const { refreshToken } = await node.guest();
    expect(await me(`Bearer ${refreshToken}`)).toEqual(invalid);
  });

  test('alg none is token_unsigned, whatever stands where the signature should be', async () => {
    const [header, payload, signature] = parts(token);
    const unsigned = encode({ ...decode(header), alg: 'none' });
    expect(await me(`Bearer ${unsigned}.${payload}.`)).toEqual(refused('token_unsigned'));
    expect(await me(`Bearer ${unsigned}.${payload}.${signature}`)).toEqual(refused('token_unsigned'));
  });

  test('a public key used as a secret (HS256) is token_unsigned', async () => {
    const { keys } = (await node.inject({ method: 'GET', url: '/.well-known/jwks.json' })).json();
    const forged = await new SignJWT(decode(parts(token)[1]))
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: keys[0].kid })
      .sign(Buffer.from(keys[0].x, 'base64url'));
    expect(await me(`Bearer ${forged}`)).toEqual(refused('token_unsigned'));
  });

  test('another key under our key id or under its own, and changed claims, are token_signature_invalid', async () => {
    const [header, payload, signature] = parts(token);
    const kid = String(decode(header).kid);
    const { privateKey } = await generateKeyPair('EdDSA');
    for (const name of [kid, 'a key of theirs']) {
      const forged = await new SignJWT(decode(payload))
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: name })
        .sign(privateKey);
      expect(await me(`Bearer ${forged}`)).toEqual(refused('token_signature_invalid'));
    }
    const changed = encode({ ...decode(payload), scope: 'play lobby bots admin' });
    expect(await me(`Bearer ${header}.${changed}.${signature}`)).toEqual(refused('token_signature_invalid'));
  });

  test('of another service with the same keys, or for another use, it is token_audience_wrong', async () => {
    const other = await bootApp(null, { env: { PUBLIC_URL: 'https://other.example' }, database: node.database });
    const theirs = await other.guest();
    await other.close();
    expect(await me(`Bearer ${theirs.token}`)).toEqual(refused('token_audience_wrong'));
    const { headers } = await node.guest();
    const topic = { topic: 'me' };
    const { ticket } = (
      await node.inject({ method: 'POST', url: '/v1/stream-tickets', headers, payload: topic })
    ).json();
    expect(await me(`Bearer ${ticket}`)).toEqual(refused('token_audience_wrong'));
  });

  test('an expired one is token_expired, whether it was seen before or not', async () => {
    const seen = await node.guest();
    const unseen = await node.guest();
    expect((await me(`Bearer ${seen.token}`)).status).toBe(200);
    clock.forward(16 * MINUTE);
    const expired = { status: 401, code: 'token_expired', challenge: 'Bearer error="invalid_token"' };
    expect(await me(`Bearer ${seen.token}`)).toEqual(expired);
    expect(await me(`Bearer ${unseen.token}`)).toEqual(expired);
  });
});

describe('refresh tokens', () => {
  const clock = shiftedClock();
  let node: TestApp;
  beforeAll(async () => {
    node = await bootApp(null, { clock });
  });
  afterAll(() => node.close());

  async function refresh(refreshToken: string) {
    const answer = await node.inject({ method: 'POST', url: '/v1/tokens/refresh', payload: { refreshToken } });
    return { status: answer.statusCode, ...answer.json() };
  }

  async function me(token: string) {
    return (await node.inject({ method: 'GET', url: '/v1/me', headers: { authorization: `Bearer ${token}` } })).json();
  }

  test('rotate: the answer has a new one of each, for the same player', async () => {
    const guest = await node.guest('Grace');
    const next = await refresh(guest.refreshToken);
    expect(next).toMatchObject({ status: 200, tokenType: 'Bearer', expiresIn: 900, scopes: ['play', 'lobby', 'bots'] });
    expect(next.refreshToken).not.toBe(guest.refreshToken);
    expect(await me(next.accessToken)).toMatchObject({ id: guest.id, name: 'Grace' });
  });

  test('the immediately preceding token gives the same successor within 60 s', async () => {
    const { refreshToken } = await node.guest();
    const first = await refresh(refreshToken);
    clock.forward(59_000);
    const again = await refresh(refreshToken);
    expect([again.status, again.refreshToken]).toEqual([200, first.refreshToken]);
    expect((await refresh(first.refreshToken)).status).toBe(200);
  });

  test('ten exchanges of one token at once give one successor', async () => {
    const { refreshToken } = await node.guest();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(answers.map((answer) => answer.refreshToken)).size).toBe(1);
  });

  test('reuse after 60 s revokes the whole family, access tokens included', async () => {
    const guest = await node.guest();
    const next = await refresh(guest.refreshToken);
    expect((await me(next.accessToken)).id).toBe(guest.id);
    clock.forward(61_000);
    expect(await refresh(guest.refreshToken)).toMatchObject({ status: 401, code: 'token_reused' });
    expect(await refresh(next.refreshToken)).toMatchObject({ status: 401, code: 'token_revoked' });
    expect(await me(next.accessToken)).toMatchObject({ status: 401, code: 'token_revoked' });
  });

  test('reuse of an older token than the preceding one revokes the family at once', async () => {
    const guest = await node.guest();
    const second = await refresh(guest.refreshToken);
    const third = await refresh(second.refreshToken);
    expect(await refresh(guest.refreshToken)).toMatchObject({ code: 'token_reused' });
    expect(await refresh(third.refreshToken)).toMatchObject({ code: 'token_revoked' });
  });

  test('reuse in one family leaves the others alone', async () => {
    const [thief, other] = [await node.guest(), await node.guest()];
    const next = await refresh(thief.refreshToken);
    await refresh(next.refreshToken);
    await refresh(thief.refreshToken);
    expect((await refresh(other.refreshToken)).status).toBe(200);
  });

  test('an unused one ends after its days, and a use begins them anew', async () => {
    const [idle, busy] = [await node.guest(), await node.guest()];
    clock.forward(60 * 24 * 60 * MINUTE);
    const next = await refresh(busy.refreshToken);
    clock.forward(31 * 24 * 60 * MINUTE);
    expect(await refresh(idle.refreshToken)).toMatchObject({ status: 401, code: 'token_expired' });
    expect((await refresh(next.refreshToken)).status).toBe(200);
  });

  test.each(['garbage', `drt_${'A'.repeat(43)}`, `dbt_${'A'.repeat(43)}`])('%s is token_invalid', async (garbage) => {
    expect(await refresh(garbage)).toMatchObject({ status: 401, code: 'token_invalid' });
  });

  test('only hashes are stored', async () => {
    const { refreshToken } = await node.guest();
    const rows = await node.database.prisma.refreshToken.findMany();
    const stored = rows.map(({ hash }) => Buffer.from(hash).toString('latin1')).join();
    expect(stored).not.toContain(refreshToken);
    expect(stored).not.toContain(Buffer.from(refreshToken.slice(4), 'base64url').toString('latin1'));
  });
});
