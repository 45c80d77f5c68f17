/** Tokens of issuers that are no good, each refused with a code of its own (PROTOCOL, Who you are). */
import { CompactSign } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootApp, type TestApp } from '../support/app.ts';
import { shiftedClock } from '../support/shifted-clock.ts';
import { type Claims, openIssuer, type TestIssuer } from '../support/test-issuer.ts';

describe('a token of an issuer', () => {
  const clock = shiftedClock();
  let issuer: TestIssuer;
  let stranger: TestIssuer;
  let node: TestApp;
  beforeAll(async () => {
    issuer = await openIssuer(clock.now);
    stranger = await openIssuer(clock.now);
    const listed = [{ issuer: issuer.issuer, audience: [issuer.audience, 'another-of-ours'] }];
    node = await bootApp(null, { clock, env: { OIDC_ISSUERS: JSON.stringify(listed) } });
  });
  afterAll(async () => {
    await node.close();
    await stranger.close();
    await issuer.close();
  });

  async function exchange(token: string) {
    const answer = await node.inject({ method: 'POST', url: '/v1/tokens/exchange', payload: { token } });
    return { status: answer.statusCode, code: answer.json().code, challenge: answer.headers['www-authenticate'] };
  }

  const refused = (code: string) => ({ status: 401, code, challenge: 'Bearer error="invalid_token"' });
  const taken = { status: 201, code: undefined, challenge: undefined };
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const seconds = () => Math.floor(clock.now() / 1000);

  test('that is good is taken', async () => {
    expect(await exchange(await issuer.sign())).toEqual(taken);
    expect(await exchange(await issuer.sign({}, { typ: 'JWT' }))).toEqual(taken);
    expect(await exchange(await issuer.sign({}, { typ: 'at+jwt' }))).toEqual(taken);
  });

  test.each(['opaque', 'a.b.c', '..', 'a.b', `drt_${'A'.repeat(43)}`])(
    'oidc_malformed: %s is no signed JWT',
    async (token) => {
      expect(await exchange(token)).toEqual(refused('oidc_malformed'));
    },
  );

  test('oidc_malformed: one that is encrypted, or whose claims are no object', async () => {
    expect(await exchange('e30.e30.e30.e30.e30')).toEqual(refused('oidc_malformed'));
    const list = await new CompactSign(Buffer.from('[1]'))
      .setProtectedHeader({ alg: 'ES256', kid: issuer.kid })
      .sign(issuer.privateKey);
    expect(await exchange(list)).toEqual(refused('oidc_malformed'));
  });

  test('oidc_issuer_unknown: of a stranger, of nobody, of our own making, or of an issuer that is spelt otherwise', async () => {
    expect(await exchange(await stranger.sign())).toEqual(refused('oidc_issuer_unknown'));
    expect(await exchange((await node.guest()).token)).toEqual(refused('oidc_issuer_unknown'));
    for (const iss of [undefined, `${issuer.issuer}/`, issuer.issuer.toUpperCase()]) {
      expect(await exchange(await issuer.sign({ iss }))).toEqual(refused('oidc_issuer_unknown'));
    }
    expect(stranger.asked).toEqual([]);
  });

  test('oidc_signature_invalid: without a signature (alg none)', async () => {
    const [, claims] = (await issuer.sign()).split('.');
    for (const alg of ['none', 'None', 'NONE']) {
      expect(await exchange(`${encode({ alg, kid: issuer.kid })}.${claims}.`)).toEqual(
        refused('oidc_signature_invalid'),
      );
    }
  });

  test('oidc_signature_invalid: signed with the public key as a secret (HS256)', async () => {
    const [, claims = ''] = (await issuer.sign()).split('.');
    const jwk = await issuer.publicJwk();
    for (const secret of [JSON.stringify(jwk), String(jwk.x), Buffer.from(String(jwk.x), 'base64url')]) {
      const forged = await new CompactSign(Buffer.from(claims, 'base64url'))
        .setProtectedHeader({ alg: 'HS256', kid: issuer.kid })
        .sign(Buffer.from(secret));
      expect(await exchange(forged)).toEqual(refused('oidc_signature_invalid'));
    }
  });

  test("oidc_signature_invalid: of a stranger's key under the issuer's name and key id, or with changed claims", async () => {
    const forged = await stranger.sign({ iss: issuer.issuer, aud: issuer.audience }, { kid: issuer.kid });
    expect(await exchange(forged)).toEqual(refused('oidc_signature_invalid'));
    const [header, claims = '', signature] = (await issuer.sign()).split('.');
    const changed = encode({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'somebody else' });
    expect(await exchange(`${header}.${changed}.${signature}`)).toEqual(refused('oidc_signature_invalid'));
  });

  test('oidc_signature_invalid: of a key that the token itself brings along', async () => {
    const jwk = await stranger.publicJwk();
    const claims = { iss: issuer.issuer, aud: issuer.audience };
    const header = { jwk, jku: `${stranger.issuer}/keys`, kid: stranger.kid };
    expect(await exchange(await stranger.sign(claims, header))).toEqual(refused('oidc_signature_invalid'));
    expect(stranger.asked).toEqual([]);
  });

  test.each<[string, Claims]>([
    ['of somebody else', { aud: 'their-game' }],
    ['of nobody', { aud: undefined }],
    ['in other letters', { aud: 'A-GAME' }],
    ['of several without azp', { aud: ['a-game', 'their-game'] }],
    ['of several, made for another (azp)', { aud: ['a-game', 'their-game'], azp: 'their-game' }],
  ])('oidc_audience_wrong: with the audience %s', async (_, changes) => {
    expect(await exchange(await issuer.sign(changes))).toEqual(refused('oidc_audience_wrong'));
  });

  test.each<[string, Claims]>([
    ['another one that is listed', { aud: 'another-of-ours' }],
    ['a list of one', { aud: ['a-game'] }],
    ['several, made for ours (azp)', { aud: ['their-game', 'a-game'], azp: 'a-game' }],
  ])('with the audience %s is taken', async (_, changes) => {
    expect(await exchange(await issuer.sign(changes))).toEqual(taken);
  });

  test.each<[string, Claims]>([
    ['without sub', { sub: undefined }],
    ['with an empty sub', { sub: '' }],
    ['with a sub of 256 characters', { sub: 'x'.repeat(256) }],
    ['with a number as sub', { sub: 7 }],
    ['with a sub that a database does not take', { sub: 'a\u0000b' }],
    ['without exp', { exp: undefined }],
    ['without iat', { iat: undefined }],
    ['with a text as exp', { exp: 'tomorrow' }],
    ['with a text as iat', { iat: 'yesterday' }],
    ['with a text as nbf', { nbf: 'now' }],
    ['that is bound to a key (cnf)', { cnf: { jkt: 'thumbprint' } }],
    ['that tells of a logout (events)', { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }],
  ])('oidc_claims_unusable: one %s', async (_, changes) => {
    expect(await exchange(await issuer.sign(changes))).toEqual(refused('oidc_claims_unusable'));
  });

  test.each(['logout+jwt', 'application/secevent+jwt', 'dpop+jwt'])(
    'oidc_claims_unusable: one of the type %s',
    async (typ) => {
      expect(await exchange(await issuer.sign({}, { typ }))).toEqual(refused('oidc_claims_unusable'));
    },
  );

  test.each<[string, unknown, string]>([
    ['a number as alg', { alg: 7 }, 'oidc_signature_invalid'],
    ['no alg', { alg: undefined }, 'oidc_signature_invalid'],
    ['a number as typ', { typ: 7 }, 'oidc_claims_unusable'],
    ['a list as typ', { typ: ['JWT'] }, 'oidc_claims_unusable'],
    ['something critical that nobody knows', { crit: ['x'], x: 1 }, 'oidc_malformed'],
    ['claims that are not encoded', { crit: ['b64'], b64: false }, 'oidc_signature_invalid'],
    ['a list as crit', { crit: [] }, 'oidc_malformed'],
    ['a number as kid', { kid: 7 }, 'oidc_signature_invalid'],
    ['an object as kid', { kid: {} }, 'oidc_signature_invalid'],
  ])('a header with %s is refused like any other', async (_, changes, code) => {
    const [header = '', claims, signature] = (await issuer.sign()).split('.');
    const changed = Object.assign(JSON.parse(Buffer.from(header, 'base64url').toString()), changes);
    expect(await exchange(`${encode(changed)}.${claims}.${signature}`)).toEqual(refused(code));
  });

  test('a sub of 255 characters is taken', async () => {
    expect(await exchange(await issuer.sign({ sub: 'x'.repeat(255) }))).toEqual(taken);
  });

  // Clocks may differ by 30 s, and the request itself takes some time.
  test.each<[string, number, () => Claims]>([
    ['exp 40 s ago', 401, () => ({ exp: seconds() - 40 })],
    ['exp 20 s ago', 201, () => ({ exp: seconds() - 20 })],
    ['iat 10 minutes and 40 s ago', 401, () => ({ iat: seconds() - 640, exp: seconds() + 3600 })],
    ['iat 10 minutes and 20 s ago', 201, () => ({ iat: seconds() - 620, exp: seconds() + 3600 })],
  ])('oidc_expired: %s gives %i', async (_, status, changes) => {
    const expected = status === 201 ? taken : refused('oidc_expired');
    expect(await exchange(await issuer.sign(changes()))).toEqual(expected);
  });

  test.each<[string, number, () => Claims]>([
    ['nbf in 40 s', 401, () => ({ nbf: seconds() + 40 })],
    ['nbf in 20 s', 201, () => ({ nbf: seconds() + 20 })],
    ['iat in 40 s', 401, () => ({ iat: seconds() + 40 })],
    ['iat in 20 s', 201, () => ({ iat: seconds() + 20 })],
  ])('oidc_not_yet_valid: %s gives %i', async (_, status, changes) => {
    const expected = status === 201 ? taken : refused('oidc_not_yet_valid');
    expect(await exchange(await issuer.sign(changes()))).toEqual(expected);
  });

  test('a token that was good ends after ten minutes, however long its issuer says', async () => {
    const token = await issuer.sign({ exp: seconds() + 86_400 });
    expect(await exchange(token)).toEqual(taken);
    clock.forward(11 * 60_000);
    expect(await exchange(token)).toEqual(refused('oidc_expired'));
  });

  test('without a list of issuers every token is of an unknown one', async (t) => {
    const alone = await bootApp(t);
    const answer = await alone.inject({
      method: 'POST',
      url: '/v1/tokens/exchange',
      payload: { token: await issuer.sign() },
    });
    expect(answer.json()).toMatchObject({ status: 401, code: 'oidc_issuer_unknown' });
  });
});

describe('the algorithms of an issuer', () => {
  const cases = [
    ['ES384', ['ES256', 'RS256'], 401],
    ['ES384', ['ES384'], 201],
    ['RS256', undefined, 201],
    ['PS256', undefined, 201],
    ['EdDSA', undefined, 201],
    ['EdDSA', ['RS256'], 401],
  ] as const;
  const issuers: TestIssuer[] = [];
  let node: TestApp;
  beforeAll(async () => {
    for (const [algorithm] of cases) issuers.push(await openIssuer(Date.now, algorithm));
    const listed = issuers.map(({ issuer, audience }, at) => ({ issuer, audience, algorithms: cases[at]?.[1] }));
    node = await bootApp(null, { env: { OIDC_ISSUERS: JSON.stringify(listed) } });
  });
  afterAll(async () => {
    await node.close();
    for (const issuer of issuers) await issuer.close();
  });

  test.each(cases.map(([algorithm, allowed, status], at) => ({ algorithm, allowed, status, at })))(
    'oidc_signature_invalid: $algorithm where $allowed are allowed gives $status',
    async ({ status, at }) => {
      const payload = { token: await issuers[at]?.sign() };
      const answer = await node.inject({ method: 'POST', url: '/v1/tokens/exchange', payload });
      expect(answer.statusCode).toBe(status);
      expect(answer.json().code).toBe(status === 401 ? 'oidc_signature_invalid' : undefined);
    },
  );
});
