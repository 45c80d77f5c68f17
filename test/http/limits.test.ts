/** Limits speak: 429 with Retry-After and the limit (promise 8). */
import { describe, expect, it, test } from 'vitest';
import { address } from '../../src/http/address.ts';
import { createListen } from '../../src/http/failures.ts';
import { createLimiter } from '../../src/http/limiter.ts';
import { LIMITS } from '../../src/http/limits.ts';
import { problem, type ServiceCode } from '../../src/http/problem.ts';
import { bootApp } from '../support/app.ts';
import { spendAllBut, startLimitedServer } from './limited-server.ts';

const HERE = '192.0.2.1';
const ELSEWHERE = '198.51.100.7';

describe('PROTOCOL Limits: over HTTP', () => {
  test('the answer after the last one in a window is 429 rate_limited with limit and Retry-After', async (t) => {
    const server = await startLimitedServer(t);
    const { quota, windowSeconds } = LIMITS.reads;
    const first = await server.read('ada');
    expect(first.headers).toMatchObject({
      'ratelimit-policy': `"reads";q=${quota};w=${windowSeconds}`,
      ratelimit: `"reads";r=${quota - 1};t=${windowSeconds}`,
    });
    spendAllBut(server.limiter, 'reads', 'ada', 1);
    expect((await server.read('ada')).headers.ratelimit).toBe(`"reads";r=0;t=${windowSeconds}`);
    server.now += 1500;
    const refused = await server.read('ada');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      code: 'rate_limited',
      limit: { name: 'reads', quota, windowSeconds },
      retryAfterSeconds: windowSeconds - 1,
    });
    expect(refused.headers).toMatchObject({
      'retry-after': String(windowSeconds - 1),
      ratelimit: `"reads";r=0;t=${windowSeconds - 1}`,
      'ratelimit-policy': `"reads";q=${quota};w=${windowSeconds}`,
    });
    server.now = windowSeconds * 1000;
    expect((await server.read('ada')).headers.ratelimit).toBe(`"reads";r=${quota - 1};t=${windowSeconds}`);
  });

  test('players are counted apart, and so are limits; who sends no token is counted by address', async (t) => {
    const server = await startLimitedServer(t);
    for (const who of ['ada', HERE]) spendAllBut(server.limiter, 'reads', who, 0);
    const statuses = async (from: string) => [
      (await server.read('ada', from)).statusCode,
      (await server.read('bob', from)).statusCode,
      (await server.read(null, from)).statusCode,
      (await server.app.inject({ method: 'POST', url: '/guests', remoteAddress: from })).statusCode,
    ];
    expect(await statuses(HERE)).toEqual([429, 200, 429, 200]);
    expect(await statuses(ELSEWHERE)).toEqual([429, 200, 200, 200]);
  });

  test('an address is bounded, whoever it says that it is and whatever it asks for', async (t) => {
    const server = await startLimitedServer(t);
    spendAllBut(server.limiter, 'address', HERE, 0);
    const refused = [
      await server.read('ada'),
      await server.read('forged'),
      await server.read(null),
      await server.app.inject({ method: 'GET', url: '/nowhere', remoteAddress: HERE }),
    ];
    const { quota, windowSeconds } = LIMITS.address;
    for (const answer of refused) {
      expect(answer.json()).toMatchObject({ code: 'rate_limited', limit: { name: 'address', quota, windowSeconds } });
      expect(answer.headers['ratelimit-policy']).toBe(`"address";q=${quota};w=${windowSeconds}`);
    }
    expect((await server.read('ada', ELSEWHERE)).statusCode).toBe(200);
    expect((await server.app.inject({ method: 'GET', url: '/free', remoteAddress: HERE })).statusCode).toBe(200);
  });

  test('what an address asks for is counted once, found or not', async (t) => {
    const server = await startLimitedServer(t);
    await server.read('ada');
    await server.read('forged');
    await server.app.inject({ method: 'GET', url: '/nowhere', remoteAddress: HERE });
    await server.app.inject({ method: 'GET', url: '/free', remoteAddress: HERE });
    expect(server.limiter.look('address', HERE).left).toBe(LIMITS.address.quota - 3);
  });
});

describe('PROTOCOL Limits: tokens that are none of ours', () => {
  it('are looked at so often from one address, and then none is, good or not, until the window ends', async (t) => {
    const server = await startLimitedServer(t);
    for (let tried = 0; tried < LIMITS.failures.quota; tried += 1) {
      expect((await server.read(`forged-${tried}`)).statusCode).toBe(401);
    }
    const { name, quota, windowSeconds } = LIMITS.failures;
    const limit = { name, quota, windowSeconds };
    for (const token of ['forged-again', 'ada']) {
      const refused = await server.read(token);
      expect(refused.json()).toMatchObject({ code: 'rate_limited', limit, retryAfterSeconds: windowSeconds });
    }
    expect((await server.read(null)).statusCode).toBe(200);
    expect((await server.read('ada', ELSEWHERE)).statusCode).toBe(200);
    server.now = windowSeconds * 1000;
    expect((await server.read('ada')).statusCode).toBe(200);
  });

  it('are not those that are good, that were good once, or that are good for something else', async (t) => {
    const server = await startLimitedServer(t);
    const listen = createListen(server.limiter);
    const refuse = (code: ServiceCode) =>
      listen(HERE, async () => {
        throw problem(code, 'No.');
      }).catch(() => server.limiter.look('failures', HERE).left - LIMITS.failures.quota);
    await server.read('ada');
    for (const code of ['token_expired', 'token_revoked', 'token_audience_wrong', 'unavailable'] as const) {
      expect(await refuse(code)).toBe(0);
    }
    expect(await refuse('token_invalid')).toBe(-1);
    expect(await refuse('token_unsigned')).toBe(-2);
    expect(await refuse('token_signature_invalid')).toBe(-3);
  });
});

describe('the service', () => {
  /** Cheap, the same for everybody, and may be kept by caches. */
  const FREE = ['/health/live', '/health/ready', '/.well-known/jwks.json', '/v1/rulesets'];

  it('holds every call of the contract to a limit that it names, but for a few', async (t) => {
    const node = await bootApp(t, { env: { RATE_LIMITS: 'true', RATE_LIMIT_FACTOR: '10' } });
    const { paths } = (await node.inject({ method: 'GET', url: '/openapi.json' })).json();
    const calls = Object.entries<Record<string, { responses: object }>>(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses }]) => ({ path, method, responses })),
    );
    expect(calls.length).toBeGreaterThan(30);
    const unlimited: string[] = [];
    const { headers } = await node.guest();
    // Whoever erases himself has no token any more.
    const ends = ({ path, method }: (typeof calls)[number]) => Number(path === '/v1/me' && method === 'delete');
    for (const { path, method, responses } of calls.toSorted((one, other) => ends(one) - ends(other))) {
      const url = path.replace('{code}', 'NOCODE22').replaceAll(/\{\w+\}/g, '019b8f0a-0002-7001-8001-0000000d0201');
      // Without a token event streams ask for a ticket; with one they would go on for ever.
      const sent = path.endsWith('/stream') ? {} : headers;
      const answer = await node.app.inject({ method: method.toUpperCase() as 'GET', url, headers: sent });
      // For others to do: refused before it is counted, and the contract must say the rest.
      if (answer.statusCode === 403) {
        expect('429' in responses, `${method} ${path}`).toBe(true);
        continue;
      }
      const told = /^"(\w+)";q=(\d+)/.exec(String(answer.headers['ratelimit-policy'] ?? ''));
      if (told === null) unlimited.push(path);
      else {
        const [, name = '', quota] = told;
        const known = Object.values(LIMITS).find((rule) => rule.name === name);
        expect(Number(quota), `${method} ${path}`).toBe((known?.quota ?? 0) * 10);
      }
      expect('429' in responses, `${method} ${path}`).toBe(told !== null);
    }
    expect(unlimited.toSorted()).toEqual(FREE.toSorted());
  });

  it('lists its limits in its contract, as they are with RATE_LIMIT_FACTOR', async (t) => {
    const node = await bootApp(t, { env: { RATE_LIMITS: 'true', RATE_LIMIT_FACTOR: '3' } });
    const document = (await node.inject({ method: 'GET', url: '/openapi.json' })).json();
    const tripled = Object.values(LIMITS).map((rule) => ({ ...rule, quota: rule.quota * 3 }));
    expect(document['x-limits']).toEqual(tripled);
    const page = (await node.inject({ method: 'GET', url: '/docs/limits' })).body;
    for (const { name, quota, windowSeconds, per } of tripled) {
      expect(page).toContain(
        `<td><code>${name}</code></td><td>${quota}</td><td>${windowSeconds} s</td><td>${per}</td>`,
      );
    }
  });

  it('counts nothing and says nothing with RATE_LIMITS=false', async (t) => {
    const node = await bootApp(t);
    for (let sent = 0; sent <= LIMITS.guests.quota; sent += 1) {
      const answer = await node.inject({ method: 'POST', url: '/v1/guests', payload: { name: 'Ada' } });
      expect([answer.statusCode, answer.headers.ratelimit]).toEqual([201, undefined]);
    }
  });
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
    const clock = { now: () => 0 };
    const names = createLimiter({ clock, counts: true }).shown.map(({ name }) => name);
    expect(names).toEqual(Object.keys(LIMITS));
    expect(createLimiter({ clock, counts: false }).shown).toEqual([]);
  });
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:51234', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::6', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::6]:51234', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', null],
  ['192.0.2', null],
  ['', null],
])('the address %s counts as %s', (ip, counted) => {
  expect(address(ip)).toBe(counted);
});
