/** Over HTTP, lost lines and silent requests are repeated in time, and a response that ends normally is no loss. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Fetch } from '../../src/client/http.ts';
import { openStream } from '../../src/client/stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const FRAME = { type: 'inbox', topic: 'me', inbox: { games: [], invitations: [] } };

/** A response that brings one frame, lives for `ms`, and then ends or fails. */
function eventStream(ms: number, error?: Error): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(FRAME)}\n\n`));
      setTimeout(() => (error === undefined ? controller.close() : controller.error(error)), ms);
    },
  });
  return new Response(body);
}

/** How long after the end of each response the next request came, in milliseconds. */
async function pausesAfter(error?: Error): Promise<readonly number[]> {
  const LIFE_MS = 5000;
  const asked: number[] = [];
  const fetch: Fetch = async () => {
    asked.push(Date.now());
    return eventStream(LIFE_MS, error);
  };
  const stream = openStream({ base: 'http://service', token: 'token', WebSocket: null, fetch });
  stream.watch('me', () => undefined);
  await vi.advanceTimersByTimeAsync(10 * LIFE_MS);
  stream.close();
  return asked.slice(1).map((at, index) => at - (asked[index] ?? 0) - LIFE_MS);
}

test('the waits between the losses of a healthy event stream do not grow', async () => {
  const pauses = await pausesAfter(new TypeError('terminated'));
  expect(pauses.length).toBeGreaterThan(7);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(200);
});

test('an event stream that ends normally is resumed at once', async () => {
  const pauses = await pausesAfter();
  expect(new Set(pauses)).toEqual(new Set([0]));
});

test('a command request without an answer for 5 seconds is repeated under the same key', async () => {
  const asked: { readonly at: number; readonly key: string | undefined }[] = [];
  const fetch: Fetch = (_, { headers }) => {
    asked.push({ at: Date.now(), key: headers['idempotency-key'] });
    // The first one is swallowed.
    return asked.length === 1 ? new Promise(() => {}) : Promise.resolve(Response.json({ version: 9, replayed: true }));
  };
  const stream = openStream({ base: 'http://service', token: 'token', WebSocket: null, fetch });
  const sent = stream.send('game', { type: 'pass' });
  await vi.advanceTimersByTimeAsync(5200);
  expect(await sent).toEqual({ version: 9, replayed: true });
  expect(asked.map(({ key }) => key)).toEqual([asked[0]?.key, asked[0]?.key]);
  stream.close();
});
