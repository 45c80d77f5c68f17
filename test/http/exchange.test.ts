/** Logging in through an issuer that the operator lists, and guests who become accounts (PROTOCOL, Who you are). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootApp, type TestApp } from '../support/app.ts';
import { API, CLIENT, type OpenIdProvider, openProvider } from '../support/openid-provider.ts';

describe('a real OpenID provider', () => {
  let provider: OpenIdProvider;
  let node: TestApp;
  beforeAll(async () => {
    provider = await openProvider();
    const listed = [{ issuer: provider.issuer, audience: [CLIENT, API], name: 'The provider' }];
    node = await bootApp(null, { env: { OIDC_ISSUERS: JSON.stringify(listed) } });
  });
  afterAll(async () => {
    await node.close();
    await provider.close();
  });

  async function exchange(token: string, headers: Record<string, string> = {}) {
    const answer = await node.inject({ method: 'POST', url: '/v1/tokens/exchange', payload: { token }, headers });
    return { status: answer.statusCode, cache: answer.headers['cache-control'], ...answer.json() };
  }

  const me = async (token: string) =>
    (await node.inject({ method: 'GET', url: '/v1/me', headers: { authorization: `Bearer ${token}` } })).json();

  test('on first sight its ID token makes an account, with the name that it says, and tokens as a guest has', async () => {
    const { idToken } = await provider.logIn('ada');
    const first = await exchange(idToken);
    expect(first).toMatchObject({
      status: 201,
      cache: 'no-store',
      player: { name: 'Ada', kind: 'account' },
      tokenType: 'Bearer',
      expiresIn: 15 * 60,
      scopes: ['play', 'lobby', 'bots'],
    });
    expect(await me(first.accessToken)).toMatchObject({ id: first.player.id, name: 'Ada', kind: 'account' });
    const refresh = {
      method: 'POST',
      url: '/v1/tokens/refresh',
      payload: { refreshToken: first.refreshToken },
    } as const;
    const refreshed = (await node.inject(refresh)).json();
    expect(await me(refreshed.accessToken)).toMatchObject({ id: first.player.id, kind: 'account' });
  });

  test('the same token, a later log-in and an access token lead to the same player; somebody else is somebody else', async () => {
    const { idToken, accessToken } = await provider.logIn('grace');
    const first = await exchange(idToken);
    expect(first.status).toBe(201);
    const later = await provider.logIn('grace');
    for (const token of [idToken, accessToken, later.idToken]) {
      expect(await exchange(token)).toMatchObject({ status: 200, player: first.player });
    }
    const other = await exchange((await provider.logIn('barbara')).idToken);
    expect(other.status).toBe(201);
    expect(other.player.id).not.toBe(first.player.id);
  });

  test('a guest who sends his own token along becomes an account: id and name stay', async () => {
    const guest = await node.guest('Nobody yet');
    const { idToken } = await provider.logIn('hedy');
    const player = { id: guest.id, name: 'Nobody yet', kind: 'account' };
    expect(await exchange(idToken, guest.headers)).toMatchObject({ status: 200, player });
    expect(await exchange(idToken)).toMatchObject({ status: 200, player });
    expect(await me(guest.token)).toMatchObject(player);
  });
});
