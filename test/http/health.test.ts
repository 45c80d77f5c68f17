/** What an orchestrator is told. */
import { expect, test } from 'vitest';
import { bootApp } from '../support/app.ts';
import { openTestDatabase } from '../support/database.ts';

test('/health/live and /health/ready answer 200 while the database does', async (t) => {
  const node = await bootApp(t);
  expect((await node.inject({ method: 'GET', url: '/health/live' })).json()).toEqual({ status: 'alive' });
  const ready = await node.inject({ method: 'GET', url: '/health/ready' });
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', database: 'up', bus: 'up' }]);
});

test('a node without its bus serves on and says so', async (t) => {
  const bus = {
    publish: () => undefined,
    subscribe: async () => async () => undefined,
    onGap: () => () => undefined,
    healthy: () => false,
    close: async () => undefined,
  };
  const node = await bootApp(t, { bus });
  const ready = await node.inject({ method: 'GET', url: '/health/ready' });
  expect([ready.statusCode, ready.json().bus]).toEqual([200, 'down']);
});

test('a node without its database lives, is not ready, and tells nothing of where the database is', async (t) => {
  const away = await openTestDatabase();
  const node = await bootApp(t, { prisma: away.prisma });
  await away.close();
  expect((await node.inject({ method: 'GET', url: '/health/live' })).statusCode).toBe(200);
  const ready = await node.inject({ method: 'GET', url: '/health/ready' });
  expect(ready.statusCode).toBe(503);
  expect(ready.json()).toMatchObject({ code: 'unavailable', detail: 'The database does not answer.' });
});
