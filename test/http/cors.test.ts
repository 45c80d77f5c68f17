/** Pages of other origins can use the service from a browser: every answer may be read, and preflights cost nobody anything (CORS_ORIGINS). */
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { LIMITS } from '../../src/http/limits.ts';
import { bootApp } from '../support/app.ts';

const PAGE = 'https://play.example';
const OTHER = 'https://other.example';

interface Ending {
  onTestFinished(close: () => Promise<void>): void;
}

async function serving(test: Ending, env: Readonly<Record<string, string>> = {}) {
  const node = await bootApp(test, { env: { RATE_LIMITS: 'true', ...env } });
  const base = await node.listen();
  const preflight = (path: string, method: string, headers = 'authorization,content-type', origin = PAGE) =>
    fetch(`${base}${path}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
    });
  const ask = (path: string, init: RequestInit = {}, origin = PAGE) =>
    fetch(`${base}${path}`, { ...init, headers: { origin, ...init.headers } });
  return { node, base, preflight, ask };
}

const words = (header: string | null) => (header ?? '').split(',').map((word) => word.trim().toLowerCase());

describe('a preflight', () => {
  it('is answered without a token, for every method and header that the contract knows', async (test) => {
    const { node, preflight } = await serving(test);
    const { paths } = (await node.inject({ method: 'GET', url: '/openapi.json' })).json();
    const calls = Object.entries<Record<string, { parameters?: { in: string; name: string }[] }>>(paths).flatMap(
      ([path, operations]) => Object.entries(operations).map(([method, call]) => ({ path, method, call })),
    );
    for (const { path, method, call } of calls) {
      const answer = await preflight(path.replaceAll(/\{\w+\}/g, '1'), method.toUpperCase());
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-allow-credentials')).toBe(null);
      expect(words(answer.headers.get('access-control-allow-methods'))).toContain(method);
      const allowed = words(answer.headers.get('access-control-allow-headers'));
      const named = (call.parameters ?? []).filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase());
      // What every page may send without asking.
      const sent = named.filter((name) => name !== 'accept');
      expect(allowed, path).toEqual(expect.arrayContaining(['authorization', 'content-type', ...sent]));
    }
  });

  it('allows what clients send, and may be remembered', async (test) => {
    const { preflight } = await serving(test);
    const answer = await preflight('/v1/me', 'GET');
    expect(words(answer.headers.get('access-control-allow-headers')).toSorted()).toEqual(
      ['authorization', 'content-type', 'idempotency-key', 'if-none-match', 'last-event-id', 'prefer'].toSorted(),
    );
    expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0);
  });

  it('eats no budget', async (test) => {
    const { node, preflight, ask } = await serving(test);
    const { headers } = await node.guest();
    for (let asked = 0; asked < 5; asked += 1) await preflight('/v1/me', 'GET');
    const answer = await ask('/v1/me', { headers });
    expect(answer.headers.get('ratelimit')).toMatch(`"reads";r=${LIMITS.reads.quota - 1};`);
  });
});

describe('an answer', () => {
  it('may be read by any page, with the headers that clients need', async (test) => {
    const { node, ask } = await serving(test);
    const { headers } = await node.guest();
    const answer = await ask('/v1/tables', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const exposed = words(answer.headers.get('access-control-expose-headers'));
    const needed = ['etag', 'location', 'retry-after', 'ratelimit', 'ratelimit-policy', 'x-request-id'];
    expect(exposed).toEqual(expect.arrayContaining([...needed, 'idempotent-replayed', 'preference-applied']));
    for (const name of ['etag', 'location', 'ratelimit', 'x-request-id']) expect(answer.headers.has(name)).toBe(true);
  });

  it.each([
    [400, '/v1/guests', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
    [400, '/v1/%', {}],
    [401, '/v1/me', {}],
    [401, '/v1/me', { headers: { authorization: 'Bearer forged' } }],
    [404, '/v1/nowhere', {}],
    [405, '/v1/guests', { method: 'DELETE' }],
    [
      413,
      '/v1/guests',
      { method: 'POST', body: `"${'x'.repeat(70_000)}"`, headers: { 'content-type': 'application/json' } },
    ],
    [415, '/v1/guests', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }],
    [426, '/v1/stream', {}],
  ] as const)('of %i to %s may be read as well', async (status, path, init) => {
    await withServer({}, async ({ ask }) => {
      const answer = await ask(path, init);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(await answer.json()).toMatchObject({ status, requestId: answer.headers.get('x-request-id') });
    });
  });

  it('of 429 may be read, and how long to wait', async (test) => {
    const { node, ask } = await serving(test);
    const { headers } = await node.guest();
    const answers = [];
    for (let asked = 0; asked <= LIMITS.bots.quota; asked += 1) answers.push(await ask('/v1/bots', { headers }));
    const refused = answers.at(-1);
    expect(refused?.status).toBe(429);
    expect(refused?.headers.get('access-control-allow-origin')).toBe('*');
    expect(words(refused?.headers.get('access-control-expose-headers') ?? null)).toContain('retry-after');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('that goes on as server-sent events may be read', async (test) => {
    const { node, ask } = await serving(test);
    const { headers } = await node.guest();
    const stop = new AbortController();
    const answer = await ask('/v1/me/stream', { headers, signal: stop.signal });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(words(answer.headers.get('access-control-expose-headers'))).toContain('ratelimit');
    const { value } = (await answer.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain('retry:');
    stop.abort();
  });
});

describe('CORS_ORIGINS', () => {
  it('lets in the pages that it lists and no others, and caches are told', async (test) => {
    const { node, ask, preflight } = await serving(test, { CORS_ORIGINS: `${PAGE}, http://localhost:3000` });
    const { headers } = await node.guest();
    const [ours, local, others] = [
      await ask('/v1/me', { headers }),
      await ask('/v1/me', { headers }, 'http://localhost:3000'),
      await ask('/v1/me', { headers }, OTHER),
    ];
    const allowed = [ours, local, others].map((answer) => answer.headers.get('access-control-allow-origin'));
    expect(allowed).toEqual([PAGE, 'http://localhost:3000', null]);
    for (const answer of [ours, others])
      expect(words(answer.headers.get('vary')).toSorted()).toEqual(['authorization', 'origin']);
    expect((await preflight('/v1/me', 'GET')).headers.get('access-control-allow-origin')).toBe(PAGE);
    expect((await preflight('/v1/me', 'GET', '', OTHER)).headers.get('access-control-allow-origin')).toBe(null);
    expect((await ask('/openapi.json', {}, OTHER)).headers.get('access-control-allow-origin')).toBe(null);
  });

  it('none lets nobody in, and OPTIONS is a method like another', async (test) => {
    const { ask, preflight } = await serving(test, { CORS_ORIGINS: 'none' });
    expect((await ask('/v1/rulesets')).headers.get('access-control-allow-origin')).toBe(null);
    expect((await preflight('/v1/rulesets', 'GET')).status).toBe(405);
  });

  it.each([
    ['*', '*'],
    ['none', []],
    ['', '*'],
    [`${PAGE},http://localhost:3000`, [PAGE, 'http://localhost:3000']],
  ])('%s is read', (text, origins) => {
    expect(readConfig({ CORS_ORIGINS: text }).CORS_ORIGINS).toEqual(origins);
  });

  it.each(['play.example', `${PAGE}/`, `${PAGE}/lobby`, '*.example', 'https://*.example', 'null', `${PAGE};${OTHER}`])(
    '%s is refused',
    (text) => {
      expect(() => readConfig({ CORS_ORIGINS: text })).toThrow(ConfigError);
      expect(() => readConfig({ CORS_ORIGINS: text })).toThrow('CORS_ORIGINS: must be *, none, or a list of origins');
    },
  );
});

/** For tests with a table of cases, which have no context of their own. */
async function withServer(
  env: Readonly<Record<string, string>>,
  check: (server: Awaited<ReturnType<typeof serving>>) => Promise<void>,
): Promise<void> {
  const closes: (() => Promise<void>)[] = [];
  await check(await serving({ onTestFinished: (close) => closes.push(close) }, env));
  for (const close of closes) await close();
}
