/** A client shows its retries, and a refusal that no wait can cure ends its loops with the code. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createClient, type Status } from '../../src/client/client.ts';
import { Refused, StreamEnded } from '../../src/client/refused.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const problem = (status: number, code: string) => ({
  type: 'x',
  title: 'x',
  status,
  detail: code,
  code,
  requestId: 'r',
});
const base = 'http://127.0.0.1:9';

test.each([undefined, '', ' '])('createClient throws a TypeError for the token %j', (token) => {
  // As a program in JavaScript would pass it.
  const options = { base, token } as { readonly base: string; readonly token: string };
  expect(() => createClient(options)).toThrow(TypeError);
  expect(() => createClient(options)).toThrow(/BOT_TOKEN/);
});

test.each([
  ['a socket', WebSocket],
  ['HTTP', null],
])('a login that has ended ends turns() over %s with its code', async (_, socket) => {
  const seen: Status[] = [];
  const token = () => Promise.reject(new Refused(problem(401, 'token_reused')));
  const client = createClient({ base, token, WebSocket: socket, onStatus: (status) => seen.push(status) });
  const next = client.turns().next();
  await expect(next).rejects.toBeInstanceOf(StreamEnded);
  await expect(next).rejects.toMatchObject({ code: 'token_reused', problem: { status: 401 } });
  expect(seen.at(-1)).toEqual({ state: 'ended', code: 'token_reused', reason: 'token_reused' });
});

test('a bot token that HTTP refuses ends the inbox with the refusal', async () => {
  const fetch = async () => Response.json(problem(401, 'token_invalid'), { status: 401 });
  const client = createClient({ base, token: 'unknown', WebSocket: null, fetch });
  await expect(client.inbox().next()).rejects.toMatchObject({ code: 'token_invalid', problem: { status: 401 } });
});

test('a service that is down is reported as retrying, with the wait and the reason', async () => {
  const seen: Status[] = [];
  const fetch = () => Promise.reject(new TypeError('fetch failed'));
  const client = createClient({ base, token: 'bot', WebSocket: null, fetch, onStatus: (status) => seen.push(status) });
  client.inbox();
  await vi.advanceTimersByTimeAsync(1000);
  client.close();
  expect(seen[0]).toEqual({ state: 'connecting' });
  expect(seen[1]).toEqual({ state: 'retrying', inMs: expect.any(Number), reason: 'fetch failed' });
  await client.ended;
  expect(seen.at(-1)).toMatchObject({ state: 'ended', code: 'closed' });
});
