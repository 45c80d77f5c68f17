/** A client as the attacks use it: keeps to Retry-After, and comes from an address of its own. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import type { Method } from '../../src/client/http.ts';

export interface Caller {
  readonly token: string;
  /** One request; after 429 and 503 it waits as long as the answer says. @returns the parsed body, `{}` without one */
  call(method: Method, path: string, body?: object): Promise<Readonly<Record<string, unknown>>>;
  /** One GET whose body is read from the socket and discarded, so that the attack costs its own process little. */
  drain(path: string, encoding: 'gzip' | 'identity'): Promise<void>;
  open(base?: string): Promise<WebSocket>;
  readonly headers: Readonly<Record<string, string>>;
}

const MAX_WAIT_SECONDS = 10;

/** @param count guests, each from an address of its own, made a few at a time */
export async function newCallers(base: string, count: number): Promise<readonly Caller[]> {
  const callers: Caller[] = [];
  while (callers.length < count) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - callers.length) }, (_, at) => callers.length + at);
    callers.push(...(await Promise.all(numbers.map((number) => newCaller(base, number)))));
  }
  return callers;
}

const AT_ONCE = 10;

async function newCaller(base: string, number: number): Promise<Caller> {
  const from = { 'x-forwarded-for': `10.${process.pid % 256}.${Math.floor(number / 250)}.${(number % 250) + 1}` };
  const guest = await send(base, from, 'POST', '/v1/guests', { name: `Guest ${number}` });
  const token = String(guest.accessToken);
  const headers = { ...from, authorization: `Bearer ${token}` };
  return {
    token,
    headers,
    call: (method, path, body) => send(base, headers, method, path, body),
    drain: (path, encoding) => drain(new URL(path, base), { ...headers, 'accept-encoding': encoding }),
    open: async (at = base) => {
      const socket = new WebSocket(`${at.replace(/^http/, 'ws')}/v1/stream`, ['dalmuti.v1'], { headers });
      // A refusal is an answer too; the attack goes on.
      socket.on('error', () => undefined);
      await Promise.race([once(socket, 'open'), once(socket, 'close')]);
      return socket;
    },
  };
}

async function send(
  base: string,
  headers: Readonly<Record<string, string>>,
  method: Method,
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(new URL(path, base), {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  await pauseAfter(answer.status, answer.headers.get('retry-after'));
  try {
    return { status: answer.status, ...JSON.parse(text) };
  } catch {
    return { status: answer.status };
  }
}

async function drain(url: URL, headers: Readonly<Record<string, string>>): Promise<void> {
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'close');
  await pauseAfter(answer.statusCode ?? 0, answer.headers['retry-after'] ?? null);
}

async function pauseAfter(status: number, retryAfter: string | null): Promise<void> {
  if (status === 429 || status === 503) await sleep(Math.min(Number(retryAfter ?? 0), MAX_WAIT_SECONDS) * 1000);
}
