/** Calls wait as they are told, repeat only what does no harm twice, and replace a token that has ended. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCall } from '../../src/client/call.ts';
import type { Fetch } from '../../src/client/http.ts';

const problem = (status: number, code: string, more: object = {}) =>
  Response.json({ type: 'x', title: 'x', status, detail: 'x', code, requestId: 'r', ...more }, { status });

interface Asked {
  readonly url: string;
  readonly method: string;
  readonly token: string | undefined;
}

function service(...answers: readonly (Response | Error)[]): { readonly fetch: Fetch; readonly asked: Asked[] } {
  const asked: Asked[] = [];
  const rest = [...answers];
  return {
    asked,
    fetch: async (url, { method, headers }) => {
      asked.push({ url: `${url.pathname}${url.search}`, method, token: headers.authorization });
      const answer = rest.shift() ?? Response.json({ done: true });
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** With all waiting done. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  await vi.runAllTimersAsync();
  return promise;
}

test('an address is made of the pattern, its parts and what is asked', async () => {
  const { fetch, asked } = service();
  const call = createCall('http://service', 'token', { fetch });
  await call('listTables', { query: { state: 'open', limit: 5 } });
  await call('removeFromSeat', { path: { tableId: 'a/b', seat: 3 } });
  expect(asked).toEqual([
    { url: '/v1/tables?state=open&limit=5', method: 'GET', token: 'Bearer token' },
    { url: '/v1/tables/a%2Fb/seats/3', method: 'DELETE', token: 'Bearer token' },
  ]);
});

test('too often: it waits as long as it is told and asks again, whatever the call does', async () => {
  const { fetch, asked } = service(problem(429, 'rate_limited', { retryAfterSeconds: 40 }));
  const begun = Date.now();
  await settled(createCall('http://service', 'token', { fetch })('createTable', { body: {} }));
  expect(asked).toHaveLength(2);
  expect(Date.now() - begun).toBeGreaterThanOrEqual(40_000);
});

test('not just now, or no answer: only what does no harm twice is asked again', async () => {
  for (const trouble of [() => problem(503, 'unavailable', { retryAfterSeconds: 1 }), () => new TypeError('lost')]) {
    const safe = service(trouble(), trouble());
    await settled(
      createCall('http://service', 'token', { fetch: safe.fetch })('startTable', { path: { tableId: 't' } }),
    );
    expect(safe.asked).toHaveLength(3);
    const once = service(trouble());
    const opening = createCall('http://service', 'token', { fetch: once.fetch })('createTable', { body: {} });
    await expect(settled(opening)).rejects.toThrow();
    expect(once.asked).toHaveLength(1);
  }
});

test('a token that has ended is replaced once; where there is no other, the refusal is told', async () => {
  const { fetch, asked } = service(problem(401, 'token_expired'));
  const tokens = ['one', 'two'];
  const refused: (string | null)[] = [];
  const source = (old: string | null): string => {
    refused.push(old);
    return tokens.shift() ?? 'none';
  };
  await settled(createCall('http://service', source, { fetch })('getMe'));
  expect(asked.map(({ token }) => token)).toEqual(['Bearer one', 'Bearer two']);
  expect(refused).toEqual([null, 'one']);

  const stays = service(problem(401, 'token_expired'));
  const asking = createCall('http://service', 'bot token', { fetch: stays.fetch })('getMe');
  await expect(settled(asking)).rejects.toMatchObject({ problem: { code: 'token_expired' } });
  expect(stays.asked).toHaveLength(1);
});

test('waiting ends with the signal, and tells its reason', async () => {
  const { fetch } = service(problem(429, 'rate_limited', { retryAfterSeconds: 40 }));
  const stop = new AbortController();
  const calling = createCall('http://service', 'token', { fetch })('getMe', { signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(settled(calling)).rejects.toThrow('enough');
});
