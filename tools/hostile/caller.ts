/** A client as the attacks use it: keeps to Retry-After, and comes from an address of its own. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import type { Method } from '../../src/client/http.ts';

export interface Caller {
  readonly token: string;
  /** One request; after 429 and 503 it waits as long as the answer says. @returns the parsed body, `{}` without one */
  call(method: Method, path: string, body?: object): Promise<Readonly<Record<string, unknown>>>;
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
  const seconds = Number(answer.headers.get('retry-after') ?? 0);
  if (answer.status === 429 || answer.status === 503) await sleep(Math.min(seconds, MAX_WAIT_SECONDS) * 1000);
  try {
    return { status: answer.status, ...JSON.parse(text) };
  } catch {
    return { status: answer.status };
  }
}
