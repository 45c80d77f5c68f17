/** Three ways to follow a game and to answer in it: a socket, server-sent events, plain HTTP with long poll. */
import { randomUUID } from 'node:crypto';
import WebSocket from 'ws';
import type { WireCommand } from '../../../src/client/wire.ts';
import { headersOf, type Person } from './person.ts';

export interface You {
  readonly seat: number;
  readonly cards: readonly string[];
  readonly legal: readonly WireCommand[];
}

/** Where a game stands for somebody. */
export interface News {
  readonly version: number;
  readonly phase: string;
  readonly you: You | null;
}

export interface Sent {
  readonly key: string;
  readonly command: WireCommand;
  /** `null` when it was refused. */
  readonly version: number | null;
}

export interface Line {
  send(command: WireCommand): Promise<Sent>;
  /** Resolves when the service has said that there is nothing more. */
  readonly over: Promise<void>;
}

export type Tell = (news: News) => void;
export type OpenLine = (person: Person, gameId: string, tell: Tell) => Line;

// biome-ignore lint/suspicious/noExplicitAny: frames of all kinds
type Frame = any;

/** @returns `null` for a frame that does not tell where the game stands */
function newsIn(frame: Frame): News | null {
  if (frame.type === 'snapshot') return { version: frame.version, phase: frame.view.phase, you: frame.view.you };
  if (frame.type === 'events') return { version: frame.version, phase: frame.state.phase, you: frame.you };
  return null;
}

/** Comes again on the next node whenever its socket closes, and says again what was not answered. */
export const openSocketLine: OpenLine = (person, gameId, tell) => {
  const topic = `game:${gameId}`;
  const waiting = new Map<string, { readonly frame: object; readonly settle: (version: number | null) => void }>();
  let node = person.node;
  let version: number | null = null;
  let socket: WebSocket | null = null;
  let finish = (): void => {};
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });

  async function connect(): Promise<void> {
    const url = `${(await person.house.base(node)).replace('http', 'ws')}/v1/stream`;
    node += 1;
    const next = new WebSocket(url, ['dalmuti.v1'], { headers: { authorization: `Bearer ${person.token}` } });
    socket = next;
    next.on('upgrade', ({ rawHeaders }) => person.keep('socket opened', rawHeaders.join('\n')));
    next.on('open', () => {
      say({ type: 'subscribe', id: 'of-game', topic, ...(version === null ? {} : { after: version }) });
      say({ type: 'subscribe', id: 'of-me', topic: 'me' });
      for (const { frame } of waiting.values()) say(frame);
    });
    next.on('message', (data) => {
      person.keep('socket', data as Buffer);
      receive(JSON.parse(String(data)));
    });
    // `close` follows.
    next.on('error', () => undefined);
    next.on('close', (code, reason) => {
      person.keep('socket closed', `${code} ${reason}`);
      if (!isOver) connectAgain();
    });
  }

  // Where the house is closed there is nobody to talk to any more.
  const connectAgain = () => void connect().catch(() => undefined);

  function say(frame: object): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  }

  function receive(frame: Frame): void {
    const news = frame.topic === topic ? newsIn(frame) : null;
    if (news !== null) {
      version = news.version;
      tell(news);
    }
    if (frame.type === 'ack' || frame.type === 'rejected') {
      const settle = waiting.get(frame.id)?.settle;
      waiting.delete(frame.id);
      settle?.(frame.type === 'ack' ? frame.version : null);
    }
    if (frame.type === 'unsubscribed' && frame.topic === topic) {
      isOver = true;
      finish();
      socket?.close();
    }
  }

  connectAgain();
  return {
    over,
    send: (command) =>
      new Promise((resolve) => {
        const key = randomUUID();
        const frame = { type: 'command', id: key, key, gameId, command };
        waiting.set(key, { frame, settle: (at) => resolve({ key, command, version: at }) });
        say(frame);
      }),
  };
};

/** Sends over HTTP, and comes again with `Last-Event-ID` whenever the stream ends, until it is told that nothing comes. */
export const openEventLine: OpenLine = (person, gameId, tell) => ({
  over: followEvents(person, gameId, tell),
  send: (command) => sendOverHttp(person, gameId, command),
});

async function followEvents(person: Person, gameId: string, tell: Tell): Promise<void> {
  const path = `/v1/games/${gameId}/stream`;
  for (let last = ''; ; ) {
    const headers = { authorization: `Bearer ${person.token}`, 'last-event-id': last };
    const stream = await fetch(`${await person.house.base(person.node)}${path}`, { headers }).catch(() => null);
    if (stream === null) continue;
    person.keep(`GET ${path}`, [`${stream.status}`, ...headersOf(stream)].join('\n'));
    if (stream.status === 204) return;
    last = (await readEvents(stream, last, tell, (bytes) => person.keep(`GET ${path}`, bytes))) ?? last;
  }
}

/** @returns the last id, when the stream is over */
async function readEvents(stream: Response, from: string, tell: Tell, keep: (bytes: Buffer) => void): Promise<string> {
  let last = from;
  let rest = Buffer.alloc(0);
  try {
    for await (const chunk of stream.body ?? []) {
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
        const event = rest.subarray(0, end);
        rest = Buffer.from(rest.subarray(end + 2));
        keep(event);
        last = /^id: (.*)$/m.exec(event.toString())?.[1] ?? last;
        const data = /^data: (.*)$/m.exec(event.toString())?.[1];
        const news = data === undefined ? null : newsIn(JSON.parse(data));
        if (news !== null) tell(news);
      }
    }
  } catch {
    // The node went away.
  }
  if (rest.length > 0) keep(rest);
  return last;
}

/** Asks for what is new, again and again. */
export const openPollLine: OpenLine = (person, gameId, tell) => ({
  over: poll(person, gameId, tell),
  send: (command) => sendOverHttp(person, gameId, command),
});

async function poll(person: Person, gameId: string, tell: Tell): Promise<void> {
  for (let after = 0; ; ) {
    const { status, body } = await person.call('GET', `/games/${gameId}/events?after=${after}&wait=25`);
    if (status !== 200) continue;
    after = body.version;
    if (body.state === null) continue;
    tell({ version: body.version, phase: body.state.phase, you: body.you });
    if (body.state.phase === 'ended') return;
  }
}

async function sendOverHttp(person: Person, gameId: string, command: WireCommand): Promise<Sent> {
  const key = randomUUID();
  const said = { body: command, headers: { 'idempotency-key': key } };
  const { status, body } = await person.call('POST', `/games/${gameId}/commands`, said);
  return { key, command, version: status === 200 ? body.version : null };
}
