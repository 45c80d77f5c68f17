/** A request that was answered with 503 because it took too long leaves no document behind that is never read. */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ANSWER_MS } from '../../src/http/answer-in-time.ts';
import { type Answer, route } from '../../src/http/route.ts';
import { startLimitedServer } from './limited-server.ts';

afterEach(() => vi.useRealTimers());

it('a route closes a stream that its handler returns after the request was answered', async (test) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let answerLate: (answer: Answer) => void = () => undefined;
  let begun: () => void = () => undefined;
  const handling = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const { app } = await startLimitedServer(test, {
    extend: (server) =>
      route(server, {
        method: 'GET',
        url: '/late',
        id: 'getLate',
        tag: 'Test',
        summary: '',
        auth: 'none',
        limit: null,
        responses: { 200: z.object({}) },
        handle: () =>
          new Promise<Answer>((resolve) => {
            answerLate = resolve;
            begun();
          }),
      }),
  });
  const answer = app.inject({ url: '/late' }).then(({ statusCode }) => statusCode);
  await handling;
  vi.advanceTimersByTime(ANSWER_MS);
  expect(await answer).toBe(503);
  const body = Readable.from(['{', '}']);
  const closed = once(body, 'close');
  answerLate({ status: 200, stream: { type: 'application/json', encoding: 'identity', body } });
  await closed;
  expect(body.destroyed).toBe(true);
});
