/** People come and go while a game runs, over the API: joining, leaving, coming back, bots that fill, the host's end (RULES 14, 15, 17). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { shiftedClock } from '../support/shifted-clock.ts';

const HOUR_MS = 3_600_000;
const clock = shiftedClock();
const bus = createLocalBus();
let node: TestApp;
let other: TestApp;

beforeAll(async () => {
  const env = { ACCESS_TOKEN_MINUTES: '1440', IDLE_DAYS: '30' };
  node = await bootApp(null, { clock, bus, env });
  other = await bootApp(null, { clock, bus, env, database: node.database });
});
afterAll(async () => {
  await other.close();
  await node.close();
  await bus.close();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Who = Pick<TestGuest, 'headers'>;

async function call(who: Who, method: Method, path: string, payload?: object, at = node) {
  const headers = { ...who.headers, 'idempotency-key': randomUUID() };
  const body = payload === undefined ? {} : { payload };
  const answer = await at.inject({ method, url: `/v1${path}`, headers, ...body });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

const say = (who: Who, gameId: string, command: object, at = node) =>
  call(who, 'POST', `/games/${gameId}/commands`, command, at);
const sit = (who: Who, table: { id: string; inviteCode: string }, at = node) =>
  call(who, 'POST', `/tables/${table.id}/seats`, { invite: table.inviteCode }, at);
const see = async (who: Who, gameId: string) => (await call(who, 'GET', `/games/${gameId}`)).body;
const read = async (who: Who, { id }: { id: string }) => (await call(who, 'GET', `/tables/${id}`)).body;

/** A running game of people who have all the time in the world, the first of them being the host. */
async function playing(count: number, wish: { ruleset?: object; clock?: object; visibility?: string } = {}) {
  const people = await Promise.all(Array.from({ length: count }, (_, index) => node.guest(`Person ${index}`)));
  const [host] = people;
  if (host === undefined) throw new Error('nobody hosts');
  const slow = { turnSeconds: null, taxSeconds: null, revolutionSeconds: null, placementSeconds: null };
  const table = (await call(host, 'POST', '/tables', { ...wish, clock: { ...slow, pauseSeconds: 0, ...wish.clock } }))
    .body;
  for (const person of people) {
    await sit(person, table);
    await call(person, 'PUT', `/tables/${table.id}/ready`, { ready: true });
  }
  const started = await call(host, 'POST', `/tables/${table.id}/start`);
  expect(started.status).toBe(201);
  return { people, host, table, gameId: started.body.gameId as string };
}

/** Everybody answers until the game has come to a phase, or to another hand. */
async function playTo(
  people: readonly Who[],
  gameId: string,
  wanted: (view: { phase: string; handNumber: number }) => boolean,
) {
  for (;;) {
    let acted = false;
    for (const person of people) {
      const view = await see(person, gameId);
      if (wanted(view)) return view;
      const command = view.you?.legal.toSorted(
        (a: Cards, b: Cards) => (b.cards?.length ?? 0) - (a.cards?.length ?? 0),
      )[0];
      if (command === undefined) continue;
      const answer = await say(person, gameId, command);
      // A stand-in or the clock may have been quicker.
      acted = answer.status === 200 || acted;
    }
    if (!acted) await vi.waitFor(async () => expect(await isAsked(people, gameId, wanted)).toBe(true), WAIT);
  }
}

type Cards = { readonly cards?: readonly string[] };
const WAIT = { timeout: 20_000, interval: 10 };

async function isAsked(
  people: readonly Who[],
  gameId: string,
  wanted: (view: { phase: string; handNumber: number }) => boolean,
): Promise<boolean> {
  const views = await Promise.all(people.map((person) => see(person, gameId)));
  return views.some((view) => wanted(view) || (view.you?.legal.length ?? 0) > 0);
}

const inPlay = ({ phase }: { phase: string }) => phase === 'play';

describe('joining a running game', () => {
  it('R-JOIN-1, R-JOIN-2: whoever sits down waits, and plays the next hand in the halfway place', async () => {
    const { people, host, table, gameId } = await playing(4, { ruleset: { end: { hands: 2 } } });
    await playTo(people, gameId, inPlay);
    const late = await node.guest('Late');
    expect((await read(late, table)).you).toMatchObject({ seat: null, available: ['sit'] });
    const seated = await sit(late, table, other);
    expect(seated).toMatchObject({
      status: 200,
      body: { state: 'playing', waiting: [{ name: 'Late' }], you: { seat: null, host: false, available: ['stand'] } },
    });
    expect((await sit(late, table)).body.waiting).toHaveLength(1);
    expect(await see(late, gameId)).toMatchObject({
      seats: [{}, {}, {}, {}, { seat: 4, state: 'waiting', player: { name: 'Late' } }],
      you: { seat: 4, cards: [], legal: [], available: ['leave'] },
    });
    const inbox = (await call(late, 'GET', '/me/inbox')).body;
    expect(inbox.games).toMatchObject([{ gameId, seat: 4, awaited: false }]);
    await playTo(people, gameId, ({ handNumber }) => handNumber === 2);
    const view = await see(late, gameId);
    expect(view.order).toHaveLength(5);
    expect(view.seats[4]).toMatchObject({ state: 'active', position: 2, title: 'M', cardCount: 16 });
    expect(view.you.cards).toHaveLength(16);
    await vi.waitFor(async () => expect((await read(host, table)).waiting).toEqual([]), WAIT);
    expect((await read(late, table)).you).toMatchObject({ seat: 4, available: ['stand'] });
    await playTo([...people, late], gameId, ({ phase }) => phase === 'ended');
    const { items } = (await call(late, 'GET', `/games/${gameId}/hands`)).body;
    expect(items.at(-1).placings.map(({ name }: { name: string }) => name)).toContain('Late');
  });

  it('R-JOIN-1, R-JOIN-10: a full table and one that lets nobody in say so', async () => {
    const full = await playing(4, { ruleset: { players: { max: 4 } } });
    const late = await node.guest('Late');
    expect((await read(late, full.table)).you).toBeNull();
    expect(await sit(late, full.table)).toMatchObject({ status: 409, body: { code: 'table_full' } });
    await playTo(full.people, full.gameId, inPlay);
    await say(full.host, full.gameId, { type: 'leave' });
    expect((await read(late, full.table)).you).toMatchObject({ available: ['sit'] });
    expect((await sit(late, full.table)).status).toBe(200);
    const closed = await playing(4, { ruleset: { join: { allowed: false } } });
    expect(await sit(late, closed.table)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await read(late, closed.table)).you).toBeNull();
  });

  it('private tables take those who have the code, and they belong to it from then on', async () => {
    const { host, table, gameId } = await playing(4, { visibility: 'private' });
    const late = await node.guest('Late');
    const wrong = await sit(late, { id: table.id, inviteCode: 'AAAA-BBBB' });
    expect(wrong.status).toBe(404);
    expect((await call(late, 'GET', `/games/${gameId}`)).status).toBe(404);
    const { inviteCode } = await read(host, table);
    expect((await sit(late, { id: table.id, inviteCode })).status).toBe(200);
    expect((await call(late, 'GET', `/tables/${table.id}`)).status).toBe(200);
    expect((await see(late, gameId)).you.seat).toBe(4);
  });

  it('two requests of one newcomer at once, on two nodes, are one seat', async () => {
    const { table, gameId } = await playing(4);
    const late = await node.guest('Late');
    const answers = await Promise.all([sit(late, table), sit(late, table, other), sit(late, table)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await see(late, gameId)).seats).toHaveLength(5);
  });
});

describe('leaving a running game', () => {
  it('R-LEAVE-3: standing up is leaving; a stand-in plays on, and the owner may come back on another node', async () => {
    const { people, table, gameId } = await playing(5, { ruleset: { end: { hands: 1 } } });
    const [, leaver] = people;
    if (leaver === undefined) throw new Error('nobody leaves');
    await playTo(people, gameId, inPlay);
    expect((await call(leaver, 'DELETE', `/tables/${table.id}/seats/me`)).status).toBe(204);
    expect(await see(leaver, gameId)).toMatchObject({
      seats: [{}, { controlledBy: 'standIn' }, {}, {}, {}],
      you: { seat: 1, available: ['comeBack'] },
    });
    const others = people.filter((person) => person !== leaver);
    for (let round = 0; round < 3; round += 1) {
      const { version } = await see(others[0] ?? leaver, gameId);
      await playTo(others, gameId, (view) => (view as unknown as { version: number }).version > version);
    }
    const back = await say(leaver, gameId, { type: 'comeBack' }, other);
    expect(back.body.events.map(({ type }: { type: string }) => type)).toEqual(['standInEnded']);
    expect(back.body.view.seats[1].controlledBy).toBe('player');
    await say(leaver, gameId, { type: 'leave' });
    expect((await read(leaver, table)).you).toMatchObject({ seat: 1, available: ['sit'] });
    expect((await sit(leaver, table)).body.you).toMatchObject({ seat: 1, available: ['stand'] });
    expect((await see(leaver, gameId)).seats[1]).toMatchObject({ controlledBy: 'player', away: null });
    const ended = await playTo(people, gameId, ({ phase }) => phase === 'ended');
    expect((ended as unknown as { order: number[] }).order).toHaveLength(5);
  });

  it('R-LEAVE-1: after the hand the seat is gone, from the table and from the inbox', async () => {
    const { people, host, table, gameId } = await playing(5);
    const [, leaver] = people;
    if (leaver === undefined) throw new Error('nobody leaves');
    await playTo(people, gameId, inPlay);
    await say(leaver, gameId, { type: 'leave' });
    const others = people.filter((person) => person !== leaver);
    await playTo(others, gameId, ({ handNumber }) => handNumber === 2);
    await vi.waitFor(async () => {
      const taken = (await read(host, table)).seats.filter(({ state }: { state: string }) => state === 'taken');
      expect(taken).toHaveLength(4);
    }, WAIT);
    expect((await call(leaver, 'GET', '/me/inbox')).body.games).toEqual([]);
    expect((await see(leaver, gameId)).you).toBeNull();
    expect(await call(leaver, 'DELETE', `/tables/${table.id}/seats/me`)).toMatchObject({
      status: 409,
      body: { code: 'not_seated' },
    });
    const again = await sit(leaver, table);
    expect(again.body.waiting).toMatchObject([{ name: 'Person 1' }]);
    expect((await call(leaver, 'GET', '/me/inbox')).body.games).toMatchObject([{ gameId, seat: 5 }]);
  });

  it('a host who leaves hands the table over to the person on the lowest seat', async () => {
    const { people, host, table, gameId } = await playing(5);
    await playTo(people, gameId, inPlay);
    await say(host, gameId, { type: 'leave' });
    const [, next] = people;
    if (next === undefined) throw new Error('nobody is left');
    await vi.waitFor(async () => expect((await read(next, table)).host.name).toBe('Person 1'), WAIT);
    expect((await read(next, table)).you.host).toBe(true);
  });

  it('R-LEAVE-9: too few are left: the game waits, the host fills it with bots, and it goes on', async () => {
    const { people, host, table, gameId } = await playing(4, { clock: { pauseSeconds: 600 } });
    const [, , , leaver] = people;
    if (leaver === undefined) throw new Error('nobody leaves');
    await say(leaver, gameId, { type: 'leave' });
    expect(await see(host, gameId)).toMatchObject({ phase: 'waiting', deadline: null, awaiting: [] });
    expect((await read(host, table)).you.available).toEqual(['stand', 'invite', 'end']);
    const filled = await call(host, 'POST', `/tables/${table.id}/bots`, { kind: 'builtIn', level: 'greedy' });
    expect(filled.body.waiting).toMatchObject([{ kind: 'builtIn' }]);
    expect(await see(host, gameId)).toMatchObject({ phase: 'seating', seats: [{}, {}, {}, {}, { state: 'waiting' }] });
    const [, guest] = people;
    if (guest === undefined) throw new Error('nobody else plays');
    expect((await call(guest, 'POST', `/tables/${table.id}/bots`, { kind: 'builtIn', level: 'greedy' })).status).toBe(
      403,
    );
  });

  it('R-LEAVE-9: the host may end a game that waits, and only that', async () => {
    const { people, host, table, gameId } = await playing(4, { clock: { pauseSeconds: 600 } });
    const [, guest, , leaver] = people;
    if (leaver === undefined || guest === undefined) throw new Error('nobody leaves');
    const end = (who: Who) => call(who, 'POST', `/tables/${table.id}/end`);
    expect(await end(host)).toMatchObject({ status: 409, body: { code: 'table_playing', gameId } });
    await say(leaver, gameId, { type: 'leave' });
    expect((await end(guest)).body.code).toBe('forbidden');
    const ended = await end(host);
    expect(ended).toMatchObject({ status: 200, body: { state: 'closed', pastGameIds: [gameId] } });
    expect((await see(host, gameId)).result).toMatchObject({ reason: 'host' });
    expect((await end(host)).status).toBe(200);
  });

  it('R-GAME-6: the last person leaves, and the game is over', async () => {
    const host = await node.guest('Alone');
    const table = (await call(host, 'POST', '/tables', { clock: { pauseSeconds: 600 } })).body;
    await sit(host, table);
    for (let bot = 0; bot < 3; bot += 1) {
      await call(host, 'POST', `/tables/${table.id}/bots`, { kind: 'builtIn', level: 'greedy' });
    }
    const { gameId } = (await call(host, 'POST', `/tables/${table.id}/start`)).body;
    await say(host, gameId, { type: 'leave' });
    expect((await see(host, gameId)).result).toMatchObject({ reason: 'abandoned' });
  });
});

describe('agreeing to end', () => {
  it('R-GAME-4: all agree to stop at once, and the table may play again', async () => {
    const { people, host, table, gameId } = await playing(4);
    await playTo(people, gameId, inPlay);
    const [, ...others] = people;
    const proposed = await say(host, gameId, { type: 'proposeEnd', when: 'now' });
    expect(proposed.body.view.ending).toEqual({ proposedBy: 0, when: 'now', agreed: [0], refused: [] });
    for (const person of others) await say(person, gameId, { type: 'voteEnd', agree: true }, other);
    const over = await see(host, gameId);
    expect(over).toMatchObject({ phase: 'ended', result: { reason: 'consent' }, lastHand: { void: true } });
    expect((await call(host, 'POST', `/tables/${table.id}/rematch`)).status).toBe(201);
  });
});

describe('the inbox', () => {
  it('tells that somebody was reminded of a question that is long open', async () => {
    const { people, gameId } = await playing(4, { clock: { turnSeconds: 10 * 3600 } });
    await playTo(people, gameId, inPlay);
    const [first] = people;
    if (first === undefined) throw new Error('nobody plays');
    const [greater] = (await see(first, gameId)).order;
    const asked = people[greater];
    if (asked === undefined) throw new Error('nobody leads');
    const games = async () => (await call(asked, 'GET', '/me/inbox')).body.games;
    expect(await games()).toMatchObject([{ gameId, awaited: true, remindedAt: null }]);
    const [{ deadline }] = await games();
    clock.forward(6 * HOUR_MS);
    const [{ remindedAt }] = await games();
    expect(Date.parse(deadline) - Date.parse(remindedAt)).toBe(5 * HOUR_MS);
  });
});
