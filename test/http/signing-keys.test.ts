/** Keys are made once, verify from outside, and are replaced without logging anybody out (PROTOCOL, Identity). */
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { createSigningKeys } from '../../src/identity/signing-keys.ts';
import { bootApp } from '../support/app.ts';
import { openTestDatabase } from '../support/database.ts';
import { shiftedClock } from '../support/shifted-clock.ts';

test('jose verifies an access token from outside, with nothing but /.well-known/jwks.json', async (t) => {
  const node = await bootApp(t);
  const url = await node.listen();
  const guest = await node.guest('Ada');
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', url));
  const { payload, protectedHeader } = await jwtVerify(guest.token, keys, { issuer: 'dalmuti', audience: 'dalmuti' });
  expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' });
  expect(payload).toMatchObject({ sub: guest.id, name: 'Ada', kind: 'guest', scope: 'play lobby bots' });
  expect(payload.exp).toBe((payload.iat ?? 0) + 15 * 60);
});

test('the published keys have no private half, and the stored private half is sealed', async (t) => {
  const node = await bootApp(t);
  const { keys } = (await node.inject({ method: 'GET', url: '/.well-known/jwks.json' })).json();
  expect(keys).toHaveLength(1);
  expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
  const { publicJwk, sealedPrivate } = await node.database.prisma.signingKey.findFirstOrThrow();
  expect(JSON.stringify(publicJwk)).not.toContain('"d"');
  expect(Buffer.from(sealedPrivate).toString('latin1')).not.toContain('kty');
});

test('nodes that start at once share one key', async (t) => {
  const database = await openTestDatabase();
  const nodes = await Promise.all([1, 2, 3, 4].map(() => bootApp(null, { database })));
  t.onTestFinished(async () => {
    for (const node of nodes) await node.close();
    await database.close();
  });
  expect(await database.prisma.signingKey.count()).toBe(1);
  const guest = await nodes[0]?.guest();
  for (const node of nodes) {
    const answer = await node.inject({ method: 'GET', url: '/v1/me', headers: guest?.headers ?? {} });
    expect(answer.statusCode).toBe(200);
  }
});

test('after a rotation old tokens are good, new ones have the new key, and other nodes know it', async (t) => {
  const clock = shiftedClock();
  const node = await bootApp(t, { clock });
  const other = await bootApp(null, { clock, database: node.database });
  const before = await node.guest();
  const keys = createSigningKeys({ prisma: node.database.prisma, vault: node.deps.vault, clock });
  await keys.rotate();
  clock.forward(11 * 60_000);
  const after = await node.guest();
  const kid = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
  expect(kid(after.token)).not.toBe(kid(before.token));
  for (const { headers } of [before, after]) {
    expect((await other.inject({ method: 'GET', url: '/v1/me', headers })).statusCode).toBe(200);
    expect((await node.inject({ method: 'GET', url: '/v1/me', headers })).statusCode).toBe(200);
  }
  const published = (await other.inject({ method: 'GET', url: '/.well-known/jwks.json' })).json().keys;
  expect(published.map((key: { kid: string }) => key.kid)).toEqual([kid(after.token), kid(before.token)]);
  await other.close();
});

test('a rotation on another machine logs nobody out on any node, and the old key goes after its overlap', async (t) => {
  const clock = shiftedClock();
  const node = await bootApp(t, { clock });
  const other = await bootApp(null, { clock, database: node.database, env: { ACCESS_TOKEN_MINUTES: '1440' } });
  const kid = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
  const names = async (at = node): Promise<string[]> =>
    (await at.inject({ method: 'GET', url: '/.well-known/jwks.json' }))
      .json()
      .keys.map((key: { kid: string }) => key.kid);
  const works = async ({ headers }: { headers: object }, at: typeof node) =>
    (await at.inject({ method: 'GET', url: '/v1/me', headers: { ...headers } })).statusCode;

  const before = await other.guest();
  const old = kid(before.token);
  const elsewhere = createSigningKeys({ prisma: node.database.prisma, vault: node.deps.vault, clock });
  const made = await elsewhere.rotate();
  clock.forward(3000);
  // Each node publishes the new key within seconds, and signs with it within ten minutes.
  for (const at of [node, other]) expect(await names(at)).toEqual([made, old]);
  clock.forward(10 * 60_000);
  const after = await other.guest();
  expect(kid(after.token)).toBe(made);
  for (const at of [node, other]) {
    expect([await works(before, at), await works(after, at)]).toEqual([200, 200]);
  }

  const [newest, oldest] = await elsewhere.list();
  expect([newest?.kid, newest?.retiredAt, newest?.endsAt]).toEqual([made, null, null]);
  expect(oldest?.kid).toBe(old);
  expect(Number(oldest?.endsAt) - Number(oldest?.retiredAt)).toBe(2 * 86_400_000);
  clock.forward(2 * 86_400_000);
  for (const at of [node, other]) expect(await names(at)).toEqual([made]);
  await other.close();
});

test('a key of 90 days is replaced, and leaves when no token of it can be alive', async (t) => {
  const clock = shiftedClock();
  const database = await openTestDatabase();
  t.onTestFinished(() => database.close());
  const { vault } = (await import('../../src/deps.ts')).fromSecret('a secret of more than thirty-two characters');
  const keys = createSigningKeys({ prisma: database.prisma, vault, clock });
  const first = await keys.current();
  clock.forward(91 * 86_400_000);
  const second = await keys.current();
  expect(second.kid).not.toBe(first.kid);
  expect((await keys.jwks()).keys.map(({ kid }) => kid)).toEqual([second.kid, first.kid]);
  clock.forward(3 * 86_400_000);
  expect((await keys.jwks()).keys.map(({ kid }) => kid)).toEqual([second.kid]);
  expect(await keys.find(first.kid)).toBeNull();
});

test('a database that was sealed with another secret is refused at start-up, with words for the operator', async (t) => {
  const node = await bootApp(t);
  const { fromSecret } = await import('../../src/deps.ts');
  const other = bootApp(null, { database: node.database, ...fromSecret('another secret of at least 32 characters') });
  await expect(other).rejects.toThrow(/DALMUTI_SECRET/);
});
