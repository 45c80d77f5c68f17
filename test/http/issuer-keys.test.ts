/** Keys of issuers: asked for as seldom as can be, also when strangers or a broken issuer would have it otherwise (docs/OPERATIONS.md). */
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { bootApp, type TestApp } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type ShiftedClock, shiftedClock } from '../support/shifted-clock.ts';
import { openIssuer, type TestIssuer } from '../support/test-issuer.ts';

const DISCOVERY = '/.well-known/openid-configuration';
const KEYS = '/keys';

let database: TestDatabase;
let clock: ShiftedClock;
let issuer: TestIssuer;
let node: TestApp;

async function start(setting: object = {}): Promise<void> {
  const listed = [{ issuer: issuer.issuer, audience: issuer.audience, name: 'The issuer', ...setting }];
  const booted = await bootApp(null, { clock, database, env: { OIDC_ISSUERS: JSON.stringify(listed) } });
  onTestFinished(() => booted.close());
  node = booted;
}

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  clock = shiftedClock();
  issuer = await openIssuer(clock.now);
  return () => issuer.close();
});

async function exchange(token: string) {
  const answer = await node.inject({ method: 'POST', url: '/v1/tokens/exchange', payload: { token } });
  const { code, detail } = answer.json();
  return { status: answer.statusCode, code, detail, retryAfter: answer.headers['retry-after'] };
}
const taken = { status: 201 };
const unsigned = { status: 401, code: 'oidc_signature_invalid' };
const unavailable = (seconds: number) => ({
  status: 503,
  code: 'unavailable',
  detail: 'The keys of The issuer cannot be had just now.',
  retryAfter: `${seconds}`,
});
const unknownKid = (kid: string) => issuer.sign({}, { kid });

test('are discovered at the first token, once, and kept for ten minutes', async () => {
  await start();
  expect(issuer.asked).toEqual([]);
  const first = await Promise.all(Array.from({ length: 5 }, async () => exchange(await issuer.sign())));
  expect(first.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  clock.forward(9 * 60_000);
  expect(await exchange(await issuer.sign())).toMatchObject(taken);
  expect(issuer.asked).toEqual([DISCOVERY, KEYS]);
  clock.forward(60_000);
  expect(await exchange(await issuer.sign())).toMatchObject(taken);
  expect(issuer.asked).toEqual([DISCOVERY, KEYS, DISCOVERY, KEYS]);
});

test('are not discovered where their address is given', async () => {
  await start({ jwksUri: `${issuer.issuer}/keys` });
  expect(await exchange(await issuer.sign())).toMatchObject(taken);
  expect(issuer.asked).toEqual([KEYS]);
});

test('are asked for once in half a minute, however many unknown key ids strangers make up', async () => {
  await start({ jwksUri: `${issuer.issuer}/keys` });
  const flood = async (name: string) => {
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, at) => unknownKid(`${name}${at}`)));
    for (const answer of await Promise.all(tokens.map(exchange))) expect(answer).toMatchObject(unsigned);
    for (const token of tokens) expect(await exchange(token)).toMatchObject(unsigned);
  };
  await flood('a');
  expect(issuer.asked).toHaveLength(1);
  clock.forward(31_000);
  await flood('b');
  expect(issuer.asked).toHaveLength(2);
  expect(await exchange(await issuer.sign())).toMatchObject(taken);
  expect(issuer.asked).toHaveLength(2);
});

test('may be replaced by the issuer: the new one is found, the old one is good no longer', async () => {
  await start();
  const old = await issuer.sign();
  expect(await exchange(old)).toMatchObject(taken);
  await issuer.rotate();
  clock.forward(31_000);
  expect(await exchange(old)).toMatchObject({ status: 200 });
  expect(await exchange(await issuer.sign())).toMatchObject(taken);
  expect(await exchange(old)).toMatchObject(unsigned);
});

test('that were withdrawn without a new one are good no longer after ten minutes', async () => {
  await start();
  expect(await exchange(await issuer.sign())).toMatchObject(taken);
  issuer.instead.set(KEYS, { status: 200, body: '{"keys":[]}' });
  clock.forward(600_000);
  expect(await exchange(await issuer.sign())).toMatchObject(unsigned);
});

test('of an issuer that is away: 503 with Retry-After, one attempt in half a minute, and good again when it is back', async () => {
  await start();
  await issuer.goAway();
  expect(await exchange(await issuer.sign())).toMatchObject(unavailable(30));
  await issuer.comeBack();
  clock.forward(20_000);
  expect(await exchange(await issuer.sign())).toMatchObject({ status: 503, code: 'unavailable' });
  expect(issuer.asked).toEqual([]);
  clock.forward(11_000);
  expect(await exchange(await issuer.sign())).toMatchObject(taken);
});

test('that are kept are good while the issuer is away', async () => {
  await start();
  const token = await issuer.sign();
  expect(await exchange(token)).toMatchObject(taken);
  await issuer.goAway();
  clock.forward(31_000);
  expect(await exchange(await unknownKid('unknown'))).toMatchObject(unavailable(30));
  expect(await exchange(token)).toMatchObject({ status: 200 });
  await issuer.comeBack();
});

test.each([
  ['an error', DISCOVERY, 500, '{}'],
  ['no JSON', DISCOVERY, 200, 'nonsense'],
  ['the document of another', DISCOVERY, 200, '{"issuer":"https://other.example","jwks_uri":"ISSUER/keys"}'],
  ['keys by the open road', DISCOVERY, 200, '{"issuer":"ISSUER","jwks_uri":"http://0.0.0.0:PORT/keys"}'],
  ['a document without keys', DISCOVERY, 200, '{"issuer":"ISSUER"}'],
  ['an error instead of keys', KEYS, 404, '{}'],
  ['nonsense instead of keys', KEYS, 200, '[]'],
])('that cannot be had, since the issuer answers %s: 503, never 500', async (_, path, status, body) => {
  await start();
  const filled = body.replace('ISSUER', issuer.issuer).replace('PORT', new URL(issuer.issuer).port);
  issuer.instead.set(path, { status, body: filled });
  expect(await exchange(await issuer.sign())).toMatchObject(unavailable(30));
});

test.each([
  ['too short', { kty: 'RSA', n: 'AQAB', e: 'AQAB' }, 'RS256'],
  ['no point of the curve', { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }, 'ES256'],
])('that are %s make no signature good, and no 500', async (_, key, alg) => {
  await start();
  issuer.instead.set(KEYS, { status: 200, body: JSON.stringify({ keys: [{ ...key, kid: 'k' }] }) });
  const [, claims, signature] = (await issuer.sign()).split('.');
  const header = Buffer.from(JSON.stringify({ alg, kid: 'k' })).toString('base64url');
  expect(await exchange(`${header}.${claims}.${signature}`)).toMatchObject(unsigned);
});
