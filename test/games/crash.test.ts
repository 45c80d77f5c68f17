/** A node that dies in the middle of a hand: every acknowledged command is there, and everybody goes on (promises 1, 6, 10). */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createHttp, type Http } from '../../src/client/http.ts';
import { describeOnPostgres, openTestDatabase } from '../support/database.ts';
import { type ServiceProcess, startService } from '../support/service-process.ts';

interface Seat {
  readonly token: string;
  readonly http: Http;
}
interface View {
  readonly version: number;
  readonly phase: string;
  readonly handNumber: number;
  readonly you: { readonly seat: number; readonly legal: readonly object[]; readonly cards: readonly string[] } | null;
}
interface Result {
  readonly version: number;
  readonly replayed: boolean;
  readonly events: readonly { readonly version: number }[];
  readonly view: View;
}

const SECRET = 'a secret that only tests may know, long enough';
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function running(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const service = await startService({ DALMUTI_SECRET: SECRET, ...env });
  open.push(() => service.kill());
  return service;
}

async function guest(base: string, name: string): Promise<Seat> {
  const { accessToken } = await createHttp(base)<{ accessToken: string }>('POST', '/v1/guests', { name });
  return { token: accessToken, http: createHttp(base, accessToken) };
}

/** Four people at a table whose game has begun. */
async function begun(base: string): Promise<{ gameId: string; seats: readonly Seat[] }> {
  const seats = await Promise.all(['Ann', 'Ben', 'Cid', 'Dot'].map((name) => guest(base, name)));
  const [host] = seats;
  if (host === undefined) throw new Error('nobody came');
  const wish = {
    ruleset: { end: { hands: 1 } },
    clock: { pauseSeconds: 0, revolutionSeconds: null, turnSeconds: null },
  };
  const { id } = await host.http<{ id: string }>('POST', '/v1/tables', wish);
  for (const { http } of seats) await http('POST', `/v1/tables/${id}/seats`);
  for (const { http } of seats) await http('PUT', `/v1/tables/${id}/ready`, { ready: true });
  const { gameId } = await host.http<{ gameId: string }>('POST', `/v1/tables/${id}/start`);
  return { gameId, seats };
}

async function command(base: string, seat: Seat, gameId: string, key: string, body: object): Promise<Result> {
  const answer = await fetch(`${base}/v1/games/${gameId}/commands`, {
    method: 'POST',
    headers: { authorization: `Bearer ${seat.token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Result;
}

interface Sent {
  readonly seat: Seat;
  readonly key: string;
  readonly body: object;
  readonly result: Result;
}

/** Plays as everybody, one command at a time, until the game is over or so many commands were acknowledged. */
async function play(base: string, gameId: string, seats: readonly Seat[], most: number): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  while (sent.length < most) {
    const views = await Promise.all(
      seats.map(async (seat) => {
        const answer = await fetch(`${base}/v1/games/${gameId}`, {
          headers: { authorization: `Bearer ${seat.token}` },
        });
        return { seat, view: (await answer.json()) as View };
      }),
    );
    if (views.some(({ view }) => view.phase === 'ended')) break;
    const asked = views.find(({ view }) => (view.you?.legal.length ?? 0) > 0);
    const body = asked?.view.you?.legal[0];
    // Between the hands the next deal comes by itself.
    if (asked === undefined || body === undefined) continue;
    const key = randomUUID();
    const result = await command(base, asked.seat, gameId, key, body);
    sent.push({ seat: asked.seat, key, body, result });
  }
  return sent;
}

/** The versions that a socket brings which has `after` already. */
function resumed(base: string, { token }: Seat, gameId: string, after: number, until: number): Promise<number[]> {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/v1/stream`, ['dalmuti.v1'], {
    headers: { authorization: `Bearer ${token}` },
  });
  open.push(async () => socket.terminate());
  return new Promise((resolve, reject) => {
    const versions: number[] = [];
    socket.on('open', () =>
      socket.send(JSON.stringify({ type: 'subscribe', id: '1', topic: `game:${gameId}`, after })),
    );
    socket.on('error', reject);
    socket.on('message', (data) => {
      const frame: { type: string; events?: { version: number }[] } = JSON.parse(String(data));
      if (frame.type !== 'events') return;
      versions.push(...(frame.events ?? []).map(({ version }) => version));
      if ((versions.at(-1) ?? 0) >= until) resolve(versions);
    });
  });
}

async function diesAndComesBack(env: Readonly<Record<string, string>>): Promise<void> {
  const first = await running(env);
  const { gameId, seats } = await begun(first.base);
  const acknowledged = await play(first.base, gameId, seats, 12);
  const last = acknowledged.at(-1);
  if (last === undefined) throw new Error('nothing was played');
  await first.kill();

  const second = await running(env);
  const [ann] = seats;
  if (ann === undefined) throw new Error('nobody plays');
  // Every acknowledged command is there, under the same versions, for whoever repeats it.
  for (const { seat, key, body, result } of acknowledged) {
    const again = await command(second.base, seat, gameId, key, body);
    expect(again).toMatchObject({ version: result.version, replayed: true, events: result.events });
  }
  // Who has seen something resumes after it, on the token that it had before.
  const following = resumed(second.base, ann, gameId, 5, last.result.version);
  const versions = Array.from({ length: last.result.version - 5 }, (_, index) => index + 6);
  expect((await following).slice(0, versions.length)).toEqual(versions);
  // And the game goes on to its end.
  await play(second.base, gameId, seats, Number.POSITIVE_INFINITY);
  const answer = await fetch(`${second.base}/v1/games/${gameId}`, {
    headers: { authorization: `Bearer ${ann.token}` },
  });
  expect((await answer.json()) as View).toMatchObject({ phase: 'ended', handNumber: 1, result: { reason: 'hands' } });
}

describeOnPostgres('kill -9 in the middle of a hand, on Postgres', () => {
  it('loses no acknowledged command, resumes every client and goes on', { timeout: 90_000 }, async () => {
    const database = await openTestDatabase({ kind: 'postgres' });
    open.push(() => database.close());
    if (database.url === null) throw new Error('no url');
    await diesAndComesBack({ DATABASE_URL: database.url });
  });
});

describe('kill -9 in the middle of a hand, on the embedded database', () => {
  it('loses no acknowledged command, resumes every client and goes on', { timeout: 120_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dalmuti-crash-'));
    open.push(() => rm(folder, { recursive: true, force: true }));
    await diesAndComesBack({ DALMUTI_DATA_DIR: folder });
  });
});
