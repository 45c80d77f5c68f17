/** A call that will be gone says so in the contract, and on every answer since when and until when (promise 12). */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { route } from '../../src/http/route.ts';
import { bootApp } from '../support/app.ts';

test('a deprecated call is marked in the contract and in its headers, also when it refuses', async (t) => {
  const node = await bootApp(null, {
    extend: (app) =>
      route(app, {
        method: 'GET',
        url: '/v1/old',
        id: 'getOld',
        tag: 'Operations',
        summary: 'An old way',
        auth: 'player',
        limit: null,
        deprecated: { since: '2027-01-01T00:00:00Z', sunset: '2027-12-31T00:00:00Z' },
        responses: { 200: z.object({ old: z.boolean() }) },
        handle: () => ({ status: 200, body: { old: true } }),
      }),
  });
  // Closed by hand: an address that only this test has is not in the committed contract.
  t.onTestFinished(async () => {
    await node.app.close();
    await node.deps.close();
  });
  const { headers } = await node.guest();
  const told = { deprecation: '@1798761600', sunset: 'Fri, 31 Dec 2027 00:00:00 GMT' };
  const answer = await node.inject({ method: 'GET', url: '/v1/old', headers });
  expect([answer.statusCode, answer.headers]).toEqual([200, expect.objectContaining(told)]);
  const refusal = await node.inject({ method: 'GET', url: '/v1/old' });
  expect([refusal.statusCode, refusal.headers]).toEqual([401, expect.objectContaining(told)]);

  const { paths } = (await node.inject({ method: 'GET', url: '/openapi.json' })).json();
  const { deprecated, responses } = paths['/v1/old'].get;
  expect(deprecated).toBe(true);
  for (const status of ['200', '401']) {
    expect(Object.keys(responses[status].headers)).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
  }
  const current = await node.inject({ method: 'GET', url: '/v1/me', headers });
  expect(current.headers).not.toHaveProperty('deprecation');
});
