/** Limits speak: 429 with Retry-After and the limit (promise 8). */
import { describe, expect, test } from 'vitest';
import { address } from '../../src/http/address.ts';
import { createLimiter } from '../../src/http/limiter.ts';
import { LIMITS } from '../../src/http/limits.ts';
import { bootApp } from '../support/app.ts';

const on = { env: { RATE_LIMITS: 'true' } };

test('the answer after the last one in a window is 429 rate_limited with limit and Retry-After', async (t) => {
  const node = await bootApp(t, on);
  const { quota, windowSeconds } = LIMITS.tokens;
  const ask = () => node.inject({ method: 'POST', url: '/v1/tokens/refresh', payload: { refreshToken: 'x' } });
  const first = await ask();
  expect(first.headers).toMatchObject({
    'ratelimit-policy': `"tokens";q=${quota};w=${windowSeconds}`,
    ratelimit: `"tokens";r=${quota - 1};t=${windowSeconds}`,
  });
  for (let sent = 1; sent < quota; sent += 1) expect((await ask()).statusCode).toBe(401);
  const refused = await ask();
  expect(refused.statusCode).toBe(429);
  const { code, limit, retryAfterSeconds } = refused.json();
  expect({ code, limit }).toEqual({ code: 'rate_limited', limit: { name: 'tokens', quota, windowSeconds } });
  expect(refused.headers['retry-after']).toBe(String(retryAfterSeconds));
  expect(refused.headers.ratelimit).toBe(`"tokens";r=0;t=${retryAfterSeconds}`);
});

test('players are counted apart, and one limit does not eat another', async (t) => {
  const node = await bootApp(t, on);
  const [busy, calm] = [await node.guest(), await node.guest()];
  const bots = (headers: { authorization: string }) => node.inject({ method: 'GET', url: '/v1/bots', headers });
  for (let sent = 0; sent < LIMITS.bots.quota; sent += 1) await bots(busy.headers);
  expect((await bots(busy.headers)).statusCode).toBe(429);
  expect((await bots(calm.headers)).statusCode).toBe(200);
  expect((await node.inject({ method: 'GET', url: '/v1/me', headers: busy.headers })).statusCode).toBe(200);
});

test('RATE_LIMITS=false counts nothing and says nothing', async (t) => {
  const node = await bootApp(t);
  for (let sent = 0; sent <= LIMITS.guests.quota; sent += 1) {
    const answer = await node.inject({ method: 'POST', url: '/v1/guests', payload: { name: 'Ada' } });
    expect([answer.statusCode, answer.headers.ratelimit]).toEqual([201, undefined]);
  }
});

describe('the limiter', () => {
  test('a window begins with the first request and is forgotten when it ends', () => {
    let now = 0;
    const limiter = createLimiter({ clock: { now: () => now }, counts: true });
    const { quota, windowSeconds } = LIMITS.commands;
    for (let sent = 1; sent <= quota; sent += 1) expect(limiter.spend('commands', 'ada').left).toBe(quota - sent);
    now = windowSeconds * 1000 - 1;
    expect(() => limiter.spend('commands', 'ada')).toThrow('The limit for commands is');
    expect(limiter.spend('commands', 'grace').left).toBe(quota - 1);
    now += 1;
    expect(limiter.spend('commands', 'ada').left).toBe(quota - 1);
  });

  test('shows every limit, or none where nothing is counted', () => {
    const names = createLimiter({ clock: { now: () => 0 }, counts: true }).shown.map(({ name }) => name);
    expect(names).toEqual(Object.keys(LIMITS));
    expect(createLimiter({ clock: { now: () => 0 }, counts: false }).shown).toEqual([]);
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the address %s counts as %s', (ip, counted) => {
  expect(address(ip)).toBe(counted);
});
