/** Bad input has its documented answer, and a fault of ours shows nothing but a request id (ARCHITECTURE, Errors). */
import net from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LogUnavailable } from '../../src/ports/event-log.ts';
import { bootApp, type TestApp } from '../support/app.ts';

const json = { 'content-type': 'application/json' };
const guests = { method: 'POST', url: '/v1/guests', headers: json } as const;

function failing(app: FastifyInstance): void {
  const failures: Record<string, () => Error> = {
    bug: () => new Error('the password is hunter2', { cause: new Error('deeper') }),
    log: () => new LogUnavailable('no database', 3),
    prisma: () => Object.assign(new Error("Can't reach database server at 10.0.0.1"), { code: 'P1001' }),
    socket: () => new Error('outer', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }),
  };
  app.get<{ Params: { kind: string } }>('/fail/:kind', async ({ params }) => {
    throw failures[params.kind]?.() ?? new Error('unknown');
  });
}

describe('problems', () => {
  let node: TestApp;
  beforeAll(async () => {
    node = await bootApp(null, { extend: failing });
  });
  afterAll(() => node.close());

  test('an unknown address is 404 not_found, with the request id of the header', async () => {
    const answer = await node.inject({ method: 'GET', url: '/v1/nowhere?token=secret' });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.json()).toEqual({
      type: 'urn:dalmuti:problem:not_found',
      title: 'There is nothing here',
      status: 404,
      detail: 'Nothing has this address. All calls are under /v1 and listed at /docs.',
      code: 'not_found',
      requestId: answer.headers['x-request-id'],
    });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  test('an id that cannot exist does not exist: 404 and not 400', async () => {
    const { headers } = await node.guest();
    const answer = await node.inject({ method: 'GET', url: '/v1/games/not-an-id', headers });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  });

  test('a known address with another method is 405 and says which methods it takes', async () => {
    const answer = await node.inject({ method: 'DELETE', url: '/v1/guests' });
    expect([answer.statusCode, answer.json().code, answer.headers.allow]).toEqual([405, 'method_not_allowed', 'POST']);
    const withParameter = await node.inject({
      method: 'GET',
      url: '/v1/games/01a22ade-8538-74fb-b759-58c13d99a0c8/commands',
    });
    expect([withParameter.statusCode, withParameter.headers.allow]).toEqual([405, 'POST']);
  });

  test.each(['{"name":', 'name=Ada', '[1,', '{"name":"A"}}', '{"__proto__":{"name":"A"}}'])(
    'malformed JSON is 400 invalid_request: %s',
    async (payload) => {
      const answer = await node.inject({ ...guests, payload });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        code: 'invalid_request',
        errors: [{ pointer: '#', code: 'malformed_json' }],
      });
    },
  );

  test('a missing body is 400 and names the fields that it lacks', async () => {
    const answer = await node.inject({ ...guests, payload: '' });
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ pointer: '#/name', code: 'missing_field' }] });
  });

  test('unknown fields are refused with the field that was meant', async () => {
    const answer = await node.inject({ ...guests, payload: { name: 'Ada', lcoale: 'en' } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([
      { pointer: '#/lcoale', code: 'unknown_field', detail: 'Did you mean "locale"?' },
    ]);
  });

  test('each fault has its own entry, and nothing is coerced', async () => {
    const answer = await node.inject({ ...guests, payload: { name: 5, locale: null, zzz: 1 } });
    expect(answer.json()).toMatchObject({
      code: 'invalid_request',
      detail: '3 validation errors. The first: #/zzz: There is no such field; there are: name, locale, code.',
    });
    expect(answer.json().errors).toEqual(
      expect.arrayContaining([
        { pointer: '#/name', code: 'wrong_type', detail: 'Must be a string, not a number.' },
        { pointer: '#/locale', code: 'wrong_type', detail: 'Must be a string, not null.' },
        { pointer: '#/zzz', code: 'unknown_field', detail: 'There is no such field; there are: name, locale, code.' },
      ]),
    );
  });

  test('a body of another type than JSON is 415', async () => {
    const answer = await node.inject({ ...guests, headers: { 'content-type': 'text/plain' }, payload: 'Ada' });
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type']);
    const xml = await node.inject({ ...guests, headers: { 'content-type': 'application/xml' }, payload: '<a/>' });
    expect(xml.statusCode).toBe(415);
  });

  test('a huge body is 413', async () => {
    const answer = await node.inject({ ...guests, payload: { name: 'A'.repeat(1024 * 1024) } });
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'payload_too_large']);
  });

  test('a broken escape in the address is 400', async () => {
    const answer = await node.inject({ method: 'GET', url: '/v1/games/%zz' });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
  });

  test('faults of a query are told by its names', async () => {
    const { headers } = await node.guest();
    const url = '/v1/games/01a22ade-8538-74fb-b759-58c13d99a0c8/events?after=minus&wiat=5';
    const answer = await node.inject({ method: 'GET', url, headers });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual(
      expect.arrayContaining([
        { pointer: '?after', code: 'wrong_type', detail: 'Must be a whole number, not a string.' },
        { pointer: '?wiat', code: 'unknown_field', detail: 'Did you mean "wait"?' },
      ]),
    );
  });

  test('a missing Idempotency-Key is 400 invalid_request (PROTOCOL, Playing)', async () => {
    const { headers } = await node.guest();
    const url = '/v1/games/01a22ade-8538-74fb-b759-58c13d99a0c8/commands';
    const answer = await node.inject({ method: 'POST', url, headers, payload: { type: 'pass' } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([
      {
        pointer: '@idempotency-key',
        code: 'missing_field',
        detail: expect.stringMatching(/^"idempotency-key" is missing\. A new value for each command/),
      },
    ]);
  });

  test('an unknown command names the commands, and a misspelt one the command that was meant', async () => {
    const { headers } = await node.guest();
    const request = {
      method: 'POST',
      url: '/v1/games/01a22ade-8538-74fb-b759-58c13d99a0c8/commands',
      headers: { ...headers, 'idempotency-key': '0123456789abcdef' },
    } as const;
    const misspelt = await node.inject({ ...request, payload: { type: 'paas' } });
    expect(misspelt.json().errors).toEqual([
      { pointer: '#/type', code: 'invalid_enum', detail: 'Did you mean "pass"?' },
    ]);
    const wrong = await node.inject({ ...request, payload: { type: 'play', cards: ['14'], declared: 3 } });
    expect(wrong.json().errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ pointer: '#/cards/0', code: 'invalid_enum' }),
        { pointer: '#/declared', code: 'unknown_field', detail: 'Did you mean "declare"?' },
      ]),
    );
  });

  test('a bug is 500 internal and shows nothing but a request id', async () => {
    const answer = await node.inject({ method: 'GET', url: '/fail/bug' });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      type: 'urn:dalmuti:problem:internal',
      title: 'Something went wrong here',
      status: 500,
      detail: 'The operator finds it in the log under the request id.',
      code: 'internal',
      requestId: answer.headers['x-request-id'],
    });
  });

  test.each([
    ['log', 3],
    ['prisma', 2],
    ['socket', 2],
  ])('a database that cannot be reached (%s) is 503 with Retry-After', async (kind, seconds) => {
    const answer = await node.inject({ method: 'GET', url: `/fail/${kind}` });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe(String(seconds));
    expect(answer.json()).toMatchObject({ code: 'unavailable', retryAfterSeconds: seconds });
    expect(answer.body).not.toMatch(/10\.0\.0\.1|connect|P1001/);
  });

  test('what is not HTTP is answered as a problem, and the next request is served', async () => {
    const address = new URL(await node.listen());
    const raw = await new Promise<string>((resolve, reject) => {
      const socket = net.connect(Number(address.port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      let text = '';
      socket.on('data', (data) => {
        text += data;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(raw).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(raw.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'invalid_request', status: 400 });
    expect((await fetch(new URL('/health/live', address))).status).toBe(200);
  });
});
