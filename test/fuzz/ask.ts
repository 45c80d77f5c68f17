/** Sends a draft to the service and waits for the answer, but not for ever: a request that nobody answers is named. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { InjectOptions } from 'fastify';
import { WebSocket } from 'ws';
import type { Draft } from './draft.ts';
import type { World } from './world.ts';

export interface Told {
  /** `null` when no answer came. */
  readonly status: number | null;
  readonly body: string;
}

/** No measure of speed: only how long a broken service is waited for. */
const PATIENCE_MS = 45_000;

export async function ask(world: World, base: string, draft: Draft): Promise<Told> {
  const patience = new AbortController();
  const silence = new Promise<Told>((resolve) => {
    const timer = setTimeout(() => resolve({ status: null, body: '' }), PATIENCE_MS);
    patience.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  try {
    return await Promise.race([answerTo(world, base, draft), silence]);
  } finally {
    patience.abort();
  }
}

function answerTo(world: World, base: string, draft: Draft): Promise<Told> {
  const { streams, opensSocket } = draft.operation;
  if (opensSocket && draft.manner === 'meant') return knock(base, draft);
  return streams ? begin(base, draft) : inject(world, draft);
}

async function inject({ node }: World, { method, url, headers, payload }: Draft): Promise<Told> {
  const request: InjectOptions = { method: method as 'GET', url, headers, ...(payload === null ? {} : { payload }) };
  const answer = await node.inject(request);
  return { status: answer.statusCode, body: answer.body };
}

/** Only the beginning of a stream is read. */
async function begin(base: string, { method, url, headers, payload }: Draft): Promise<Told> {
  const stop = new AbortController();
  // What `fetch` itself refuses never arrives.
  if (method === 'TRACE' || (payload !== null && (method === 'GET' || method === 'HEAD')))
    return { status: 405, body: '' };
  const asked = { method, headers, signal: stop.signal, ...(payload === null ? {} : { body: payload }) };
  const answer = await fetch(base + url, asked);
  const goesOn = answer.ok && answer.status !== 204 && method === 'GET';
  const body = goesOn ? '' : await answer.text();
  stop.abort();
  return { status: answer.status, body };
}

async function knock(base: string, { url, headers }: Draft): Promise<Told> {
  const socket = new WebSocket(base.replace('http', 'ws') + url, ['dalmuti.v1'], { headers });
  try {
    const [name, answer] = await Promise.race([
      once(socket, 'open').then(() => ['open', null] as const),
      once(socket, 'unexpected-response').then(([, response]) => ['refused', response as IncomingMessage] as const),
    ]);
    return { status: name === 'open' ? 101 : (answer?.statusCode ?? null), body: '' };
  } finally {
    socket.terminate();
  }
}
