/** Refresh tokens are followed through their rotation, also when answers are lost (PROTOCOL "Who you are"). */
import { afterEach, expect, test, vi } from 'vitest';
import type { Tokens } from '../../src/client/contract.ts';
import type { Fetch } from '../../src/client/http.ts';
import { Refused } from '../../src/client/refused.ts';
import { endOf, loginAsGuest, resumeLogin } from '../../src/client/tokens.ts';
import { bootApp } from '../support/app.ts';

afterEach(() => {
  vi.useRealTimers();
});

const pair = (number: number): Tokens => ({
  tokenType: 'Bearer',
  accessToken: `access ${number}`,
  expiresIn: 900,
  refreshToken: `refresh ${number}`,
  refreshExpiresIn: 86_400,
  scopes: ['play'],
});

/** A service that answers as it is told, and keeps what it was asked. */
function scripted(...answers: readonly (() => Response)[]): { readonly fetch: Fetch; readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const rest = [...answers];
  return {
    asked,
    fetch: async (_, { body = '{}' }) => {
      asked.push(JSON.parse(body));
      const answer = rest.shift();
      if (answer === undefined) throw new Error('asked too often');
      return answer();
    },
  };
}

const gives = (number: number) => () => Response.json(pair(number));
const isLost = (): Response => {
  throw new TypeError('fetch failed');
};

test('an exchange whose answer was lost is repeated with the same refresh token', async () => {
  vi.useFakeTimers();
  const { fetch, asked } = scripted(isLost, isLost, gives(2));
  const changes: string[] = [];
  const login = resumeLogin('http://service', 'refresh 1', {
    fetch,
    changed: ({ refreshToken }) => changes.push(refreshToken),
  });
  const token = login.token(null);
  await vi.runAllTimersAsync();
  expect(await token).toBe('access 2');
  expect(asked).toEqual(Array.from({ length: 3 }, () => ({ refreshToken: 'refresh 1' })));
  expect([login.refreshToken(), changes]).toEqual(['refresh 2', ['refresh 2']]);
});

test('who asks at the same time shares one exchange; a token that is not refused stays', async () => {
  const { fetch, asked } = scripted(gives(2), gives(3));
  const login = resumeLogin('http://service', 'refresh 1', { fetch });
  expect(await Promise.all([login.token(null), login.token(null)])).toEqual(['access 2', 'access 2']);
  expect(await login.token('access 1')).toBe('access 2');
  expect(await login.token('access 2')).toBe('access 3');
  expect(asked).toEqual([{ refreshToken: 'refresh 1' }, { refreshToken: 'refresh 2' }]);
});

test('a login that is over is told, not tried for ever', async () => {
  const problem = { type: 'x', title: 'x', status: 401, detail: 'x', code: 'token_revoked', requestId: 'r' };
  const { fetch } = scripted(() => Response.json(problem, { status: 401 }));
  await expect(resumeLogin('http://service', 'refresh 1', { fetch }).token(null)).rejects.toBeInstanceOf(Refused);
});

test('a real guest stays logged in through exchanges of which one was answered into the void', async (t) => {
  const node = await bootApp(t);
  const base = await node.listen();
  let loseNext = false;
  const losing: Fetch = async (url, request) => {
    const answer = await fetch(url, request);
    if (!loseNext) return answer;
    loseNext = false;
    throw new TypeError('the answer was lost');
  };
  const login = await loginAsGuest(base, { name: 'Ada' }, { fetch: losing });
  let token = await login.token(null);
  const refreshTokens = [login.refreshToken()];
  for (const isLossy of [false, true, false]) {
    loseNext = isLossy;
    token = await login.token(token);
    refreshTokens.push(login.refreshToken());
  }
  expect(new Set(refreshTokens).size).toBe(4);
  const me = await fetch(`${base}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(await me.json()).toMatchObject({ id: login.player.id, name: 'Ada' });
  expect(endOf(token)).toBeGreaterThan(0);
});

test('a token says when it ends, if it is one that does', () => {
  const payload = Buffer.from('{"exp":1767640000,"name":"Zoë?>"}').toString('base64url');
  expect(endOf(`head.${payload}.signature`)).toBe(1_767_640_000_000);
  expect([endOf('dbt_opaque'), endOf('a.b.c'), endOf('')]).toEqual([null, null, null]);
});
