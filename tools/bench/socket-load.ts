/** Moves over WebSocket: a move counts when every socket that follows the game has it. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import WebSocket from 'ws';
import type { PublicEvent } from '../../src/rules/public-events.ts';
import { asked, type LoadedGame, learn, look, WARM_UP_MS } from './players.ts';

export interface SocketFigures {
  readonly movesPerSecond: number;
  /** From sending a command until the last follower has its frame, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

interface Frame {
  readonly type: string;
  readonly version: number;
  readonly events: readonly PublicEvent[];
}

/** @param followers how many of the six follow the game; commands come from all of them */
export async function measureSockets(
  base: string,
  games: readonly LoadedGame[],
  followers: number,
  seconds: number,
): Promise<SocketFigures> {
  // Everybody is there before the first move is counted.
  const tables = await Promise.all(games.map((game) => gather(base, game, followers)));
  const latencies: number[] = [];
  const from = performance.now() + WARM_UP_MS;
  await Promise.all(tables.map((table) => drive(base, table, from, from + seconds * 1000, latencies)));
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  return { movesPerSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99) };
}

interface Table {
  readonly game: LoadedGame;
  readonly sockets: readonly WebSocket[];
  readonly heard: readonly ReturnType<typeof listen>[];
  readonly failure: Promise<never>;
}

async function gather(base: string, game: LoadedGame, followers: number): Promise<Table> {
  const sockets = await Promise.all(game.tokens.map((token) => opened(base, token)));
  const heard = sockets.slice(0, followers).map((socket) => listen(socket, game.gameId));
  const failure = Promise.race(sockets.map(failureOf));
  failure.catch(() => undefined);
  await Promise.race([Promise.all(heard.map(({ subscribed }) => subscribed)), failure]);
  return { game, sockets, heard, failure };
}

async function drive(
  base: string,
  { game, sockets, heard, failure }: Table,
  from: number,
  until: number,
  latencies: number[],
): Promise<void> {
  let knowledge = await look(base, game);
  while (performance.now() < until) {
    const next = asked(knowledge);
    if (next === null) {
      knowledge = await look(base, game);
      continue;
    }
    const { version } = knowledge.views[next.seat] ?? { version: 0 };
    const sentAt = performance.now();
    const frames = heard.map((one) => one.beyond(version));
    const frame = { type: 'command', id: '1', key: randomUUID(), gameId: game.gameId, command: next.command };
    sockets[next.seat]?.send(JSON.stringify(frame));
    const [first] = await Promise.race([Promise.all(frames), failure]);
    const now = performance.now();
    if (sentAt >= from && now < until) latencies.push(now - sentAt);
    if (first === undefined || !learn(knowledge, first.events, next.seat)) knowledge = await look(base, game);
  }
  for (const socket of sockets) socket.close();
}

async function opened(base: string, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/v1/stream`, ['dalmuti.v1'], {
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
  });
  await once(socket, 'open');
  return socket;
}

/** Rejects when a command is refused or the connection ends: the frames that the load waits for would never come. */
function failureOf(socket: WebSocket): Promise<never> {
  const failure = new Promise<never>((_resolve, reject) => {
    socket.on('message', (data) => {
      if (String(data).startsWith('{"type":"rejected"')) reject(new Error(String(data)));
    });
    socket.on('close', (code) => reject(new Error(`The service closed a socket of the load with code ${code}.`)));
    socket.on('error', reject);
  });
  // Sockets of a game that has been measured close too.
  failure.catch(() => undefined);
  return failure;
}

/** Follows a game on one socket. */
function listen(socket: WebSocket, gameId: string) {
  let newest: Frame = { type: 'events', version: 0, events: [] };
  let waiting: { readonly version: number; readonly resolve: (frame: Frame) => void } | null = null;
  let follows: () => void = () => undefined;
  const subscribed = new Promise<void>((resolve) => {
    follows = resolve;
  });
  socket.on('message', (data) => {
    const frame: Frame = JSON.parse(String(data));
    if (frame.type === 'snapshot') follows();
    if (frame.type !== 'events') return;
    newest = frame;
    if (waiting === null || frame.version <= waiting.version) return;
    const { resolve } = waiting;
    waiting = null;
    resolve(frame);
  });
  socket.send(JSON.stringify({ type: 'subscribe', id: '0', topic: `game:${gameId}` }));
  return {
    subscribed,
    beyond: (version: number) =>
      new Promise<Frame>((resolve) => {
        if (newest.version > version) resolve(newest);
        else waiting = { version, resolve };
      }),
  };
}
