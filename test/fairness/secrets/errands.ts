/** What a nosy or clumsy client tries while a game goes on; each of them is done while the game waits for him. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import WebSocket from 'ws';
import { CARD_ORDER } from '../../../src/rules/cards.ts';
import type { Sent, You } from './lines.ts';
import type { Answer, Person, Said } from './person.ts';
import type { Errand } from './play.ts';

export interface Surroundings {
  readonly gameId: string;
  readonly tableId: string;
  /** A game that he may not see. */
  readonly foreignId: string;
}

/** @returns the statuses, each with the code where there is one */
async function asks(
  person: Person,
  requests: readonly (readonly [string, string, Said?])[],
): Promise<readonly string[]> {
  const told: string[] = [];
  for (const [method, path, said] of requests) told.push(toldBy(await person.call(method, path, said)));
  return told;
}

const toldBy = ({ status, body }: Answer): string => (status < 400 ? `${status}` : `${status} ${body.code}`);

/** The proof and the whole story are asked for too early. */
export async function tooEarly(person: Person, { gameId }: Pick<Surroundings, 'gameId'>): Promise<void> {
  for (let node = 0; node < person.house.nodes; node += 1) {
    const fairness = await person.call('GET', `/games/${gameId}/fairness`, { node });
    expect(fairness).toMatchObject({ status: 200, body: { gameId, seed: null } });
    const replay = await person.call('GET', `/games/${gameId}/replay`, { node });
    expect(replay).toMatchObject({ status: 409, body: { code: 'game_not_over' } });
  }
}

/** All that can be read. */
export async function readsAll(
  person: Person,
  { gameId, tableId }: Pick<Surroundings, 'gameId' | 'tableId'>,
): Promise<void> {
  const csv = { headers: { accept: 'text/csv' } };
  const told = await asks(person, [
    ['GET', `/games/${gameId}`],
    ['GET', `/games/${gameId}/events`],
    ['GET', `/games/${gameId}/events?after=3&limit=4`],
    ['GET', `/games/${gameId}/hands`],
    ['GET', `/games/${gameId}/hands`, csv],
    ['GET', `/tables/${tableId}`],
    ['GET', '/tables'],
    ['GET', '/me'],
    ['GET', '/me/inbox'],
    ['GET', '/rulesets'],
  ]);
  expect(told).toEqual(Array(10).fill('200'));
}

/** Cards that he does not hold, questions that are over, keys that were used. */
export async function playsWrong(
  person: Person,
  { gameId }: Surroundings,
  you: You | null,
  last: Sent | null,
): Promise<void> {
  const path = `/games/${gameId}/commands`;
  const notHeld = CARD_ORDER.filter((card) => !you?.cards.includes(card));
  for (const card of notHeld.slice(0, 6)) {
    const answer = await person.call('POST', path, { body: { type: 'play', cards: [card] } });
    expect(answer.body.code).toMatch(/^rule_/);
  }
  for (const command of [
    { type: 'payTax', cards: ['1', '2'] },
    { type: 'returnMerchant', card: '1' },
  ]) {
    expect((await person.call('POST', path, { body: command })).body.code).toMatch(/^rule_/);
  }
  const stale = await person.call('POST', path, { body: { type: 'pass', expectedVersion: 0 } });
  expect(toldBy(stale)).toBe('409 version_conflict');
  if (last === null) return;
  const headers = { 'idempotency-key': last.key };
  const reused = await person.call('POST', path, { body: { type: 'voteEnd', agree: true }, headers });
  expect(toldBy(reused)).toBe('422 idempotency_key_reused');
}

/** What he has sent already, once more. */
export async function repeats(person: Person, { gameId }: Surroundings, last: Sent | null): Promise<void> {
  if (last === null) return;
  const said = { body: last.command, headers: { 'idempotency-key': last.key } };
  const again = await person.call('POST', `/games/${gameId}/commands`, said);
  expect(again).toMatchObject({ status: 200, body: { replayed: true, version: last.version } });
}

/** Bodies, keys, queries and addresses that are wrong. */
export async function misspells(person: Person, { gameId, tableId }: Surroundings): Promise<void> {
  const path = `/games/${gameId}/commands`;
  const bad = await asks(person, [
    ['POST', path, { body: '{"type":"play","cards":["7"' }],
    ['POST', path, { body: { type: 'play', cards: ['seed'] } }],
    ['POST', path, { body: { type: 'pass', seed: true } }],
    ['POST', path, { body: { type: 'reveal' } }],
    ['POST', path, { body: { type: 'pass' }, headers: { 'idempotency-key': '' } }],
    ['GET', `/games/${gameId}/events?seed=1`],
    ['GET', `/games/${gameId}/stream`, { headers: { 'last-event-id': 'seed' } }],
  ]);
  expect(bad.map((told) => told.slice(0, 3))).toEqual(Array(7).fill('400'));
  // A bot may not sit down by itself at all.
  for (const body of [{ entropy: 'é' }, { seed: '00' }]) {
    expect(toldBy(await person.call('POST', `/tables/${tableId}/seats`, { body }))).toMatch(/^40[03] /);
  }
  const nowhere = await asks(person, [
    ['GET', '/games/seed/fairness'],
    ['GET', `/games/${gameId}/seed`],
    ['GET', `/games/${gameId}/state`],
    ['GET', `/games/${gameId}/snapshot`],
  ]);
  expect(nowhere).toEqual(Array(4).fill('404 not_found'));
  const administrators = await asks(person, [
    ['GET', `/admin/games/${gameId}`],
    ['GET', `/admin/games/${gameId}?secrets=true`],
  ]);
  expect(administrators).toEqual(Array(2).fill('403 scope_missing'));
  expect((await person.call('POST', `/games/${gameId}/replay`)).status).toBe(405);
}

/** Tokens that are none. */
export async function comesAsSomebodyElse(person: Person, { gameId }: Surroundings): Promise<void> {
  const token = `${person.token.slice(0, -6)}forged`;
  for (const of of ['', '/fairness', '/replay', '/events', '/stream', '/hands']) {
    expect((await person.call('GET', `/games/${gameId}${of}`, { token })).status).toBe(401);
    expect((await person.call('GET', `/games/${gameId}${of}`, { token: '' })).status).toBe(401);
  }
}

/** A game that is not his, and one that does not exist, are told alike. */
export async function looksInto(person: Person, foreignId: string): Promise<void> {
  for (const of of ['', '/fairness', '/replay', '/events', '/stream', '/hands']) {
    const [foreign, missing] = await Promise.all(
      [foreignId, randomUUID()].map((id) => person.call('GET', `/games/${id}${of}`)),
    );
    expect(foreign?.status).toBe(404);
    expect({ ...foreign?.body, requestId: '' }).toEqual({ ...missing?.body, requestId: '' });
  }
  const command = await person.call('POST', `/games/${foreignId}/commands`, { body: { type: 'pass' } });
  expect(toldBy(command)).toBe('404 not_found');
}

/** A socket of its own for frames that no client should send, until the service ends it. */
export async function talksNonsense(person: Person, { gameId, foreignId, tableId }: Surroundings): Promise<void> {
  const frames = [
    { type: 'subscribe', id: 'of-foreign', topic: `game:${foreignId}` },
    { type: 'subscribe', id: 'of-nothing', topic: 'seeds' },
    { type: 'subscribe', id: 'of-table', topic: `table:${tableId}` },
    { type: 'subscribe', id: 'from-start', topic: `game:${gameId}`, after: 0 },
    { type: 'subscribe', id: 'of-seat', topic: `game:${gameId}:0` },
    { type: 'command', id: 'odd', key: randomUUID(), gameId, command: { type: 'play', cards: ['99'] } },
    { type: 'command', id: 'unknown', key: randomUUID(), gameId, command: { type: 'pass', seed: 1 } },
    { type: 'command', id: 'not-held', key: randomUUID(), gameId, command: { type: 'play', cards: ['1', '1'] } },
    { type: 'command', id: 'foreign', key: randomUUID(), gameId: foreignId, command: { type: 'pass' } },
  ];
  const heard = await socketOf(person, person.token, frames);
  const refused = heard.filter(({ type }) => type === 'rejected').map(({ id }) => id);
  expect(refused).toEqual(
    expect.arrayContaining(['of-foreign', 'of-nothing', 'odd', 'unknown', 'not-held', 'foreign']),
  );
  const forged = await socketOf(person, `${person.token.slice(0, -6)}forged`, []);
  expect(forged.at(-1)).toMatchObject({ type: 'closing', code: 4001 });
}

interface Heard {
  readonly type: string;
  readonly id?: string;
}

/** Sends `frames`, and once all are answered something that is no frame, which ends the socket. @returns all that it heard */
async function socketOf(person: Person, token: string, frames: readonly { id: string }[]): Promise<readonly Heard[]> {
  const url = `${(await person.house.base(person.node)).replace('http', 'ws')}/v1/stream`;
  const socket = new WebSocket(url, ['dalmuti.v1'], { headers: { authorization: `Bearer ${token}` } });
  const heard: Heard[] = [];
  const left = new Set(frames.map(({ id }) => id));
  socket.on('upgrade', ({ rawHeaders }) => person.keep('socket opened', rawHeaders.join('\n')));
  socket.on('open', () => {
    for (const frame of frames) socket.send(JSON.stringify(frame));
  });
  socket.on('message', (data) => {
    person.keep('socket', data as Buffer);
    const frame: Heard = JSON.parse(String(data));
    heard.push(frame);
    if (frame.id !== undefined && left.delete(frame.id) && left.size === 0) socket.send('seed?');
  });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', (code, reason) => {
      person.keep('socket closed', `${code} ${reason}`);
      resolve(heard);
    });
  });
}

/** All of them, spread over the turns of one seat. */
export function errandsOf(person: Person, around: Surroundings): readonly Errand[] {
  return [
    () => tooEarly(person, around),
    (you, last) => playsWrong(person, around, you, last),
    (_, last) => repeats(person, around, last),
    async () => {
      await misspells(person, around);
      await readsAll(person, around);
    },
    async () => {
      await comesAsSomebodyElse(person, around);
      await looksInto(person, around.foreignId);
    },
    () => talksNonsense(person, around),
  ];
}
