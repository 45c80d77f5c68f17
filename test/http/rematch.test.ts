/** Tables after their games: closed, opened again once for each, or ended for good (PROTOCOL, Tables). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import { connect } from '../streams/client.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { shiftedClock } from '../support/shifted-clock.ts';

const clock = shiftedClock();
const bus = createLocalBus();
let node: TestApp;
let other: TestApp;

beforeAll(async () => {
  // Tokens outlive the half-hours that these tests let go by.
  const env = { ACCESS_TOKEN_MINUTES: '120' };
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

async function call(who: Who, method: Method, path: string, payload?: object, at = node, more = {}) {
  const headers = { ...who.headers, ...more };
  const body = payload === undefined ? {} : { payload };
  const answer = await at.inject({ method, url: `/v1${path}`, headers, ...body });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body === '' ? null : answer.json() };
}

interface SeatRow {
  readonly state: string;
  readonly ready: boolean;
  readonly player: { readonly id: string; readonly name: string } | null;
}

const read = async (who: Who, { id }: { id: string }) => (await call(who, 'GET', `/tables/${id}`)).body;
const rematch = (who: Who, { id }: { id: string }, at = node) =>
  call(who, 'POST', `/tables/${id}/rematch`, undefined, at);
const end = (who: Who, { id }: { id: string }) => call(who, 'POST', `/tables/${id}/end`);
const start = (who: Who, { id }: { id: string }) => call(who, 'POST', `/tables/${id}/start`);
const sit = (who: Who, { id, inviteCode }: { id: string; inviteCode: string }) =>
  call(who, 'POST', `/tables/${id}/seats`, { invite: inviteCode });
const sayReady = (who: Who, { id }: { id: string }) => call(who, 'PUT', `/tables/${id}/ready`, { ready: true });
const taken = (table: { seats: SeatRow[] }) => table.seats.filter(({ state }) => state === 'taken');
const names = (table: { seats: SeatRow[] }) => taken(table).map(({ player }) => player?.name);

/** A table of one hand, with these people and so many built-in bots; the first of the people is its host. */
async function gathered(people: readonly Who[], bots: number, wish: object = {}, host = people[0]) {
  if (host === undefined) throw new Error('nobody hosts');
  const game = {
    ruleset: { end: { hands: 1 } },
    clock: { pauseSeconds: 0, revolutionSeconds: null, turnSeconds: null },
  };
  const table = (await call(host, 'POST', '/tables', { ...game, ...wish })).body;
  for (const person of people) {
    await sit(person, table);
    await sayReady(person, table);
  }
  for (let bot = 0; bot < bots; bot++) {
    await call(host, 'POST', `/tables/${table.id}/bots`, { kind: 'builtIn', level: 'greedy' });
  }
  return table;
}

interface Asked {
  readonly phase: string;
  readonly version: number;
  readonly you: { readonly legal: readonly { readonly cards?: readonly string[] }[] } | null;
}

/** The legal command with the most cards: hands are soon over. */
const boldest = (view: Asked) =>
  view.you?.legal.toSorted((a, b) => (b.cards?.length ?? 0) - (a.cards?.length ?? 0)).at(0);

/** Plays for those people until the game is over. @returns its last view */
async function playOut(people: readonly Who[], gameId: string) {
  const commands = `/games/${gameId}/commands`;
  for (;;) {
    let version = 0;
    let acted = false;
    for (const person of people) {
      const look = async () => (await call(person, 'GET', `/games/${gameId}`)).body;
      let view = await look();
      for (let command = boldest(view); command !== undefined; command = boldest(view)) {
        const sent = await call(person, 'POST', commands, command, node, { 'idempotency-key': randomUUID() });
        // Somebody may have taken the question away meanwhile.
        view = sent.status === 200 ? sent.body.view : await look();
        acted = true;
      }
      if (view.phase === 'ended') return view;
      version = view.version;
    }
    const [watcher] = people;
    if (watcher === undefined) throw new Error('nobody plays');
    if (!acted) await call(watcher, 'GET', `/games/${gameId}/events?after=${version}&wait=1`);
  }
}

/** A table whose first game, of built-in bots alone, is over; Ann only hosts it. */
async function finished(wish: object = {}) {
  const ann = await node.guest('Ann');
  const opened = await gathered([], 4, wish, ann);
  const gameId = (await start(ann, opened)).body.gameId as string;
  await playOut([ann], gameId);
  const table = await whenClosed(ann, opened);
  return { ann, opened, gameId, table };
}

async function whenClosed(who: Who, table: { id: string }) {
  for (;;) {
    const now = await read(who, table);
    if (now.state !== 'playing') return now;
  }
}

async function seatsDrawn(who: Who, gameId: string) {
  const { events } = (await call(who, 'GET', `/games/${gameId}/events?after=0&limit=2`)).body;
  return events.find(({ type }: { type: string }) => type === 'seatsDrawn');
}

describe('a table whose game is over', () => {
  it('is closed, and offers its host a rematch for half an hour', async () => {
    const { ann, gameId, table } = await finished();
    expect(table).toMatchObject({
      state: 'closed',
      gameId: null,
      next: null,
      pastGameIds: [gameId],
      you: { host: true, seat: null, available: ['rematch', 'end'] },
    });
    const left = Date.parse(table.expiresAt) - clock.now();
    expect(left).toBeGreaterThan(25 * 60_000);
    expect(left).toBeLessThanOrEqual(30 * 60_000);
    expect((await sit(await node.guest('Eve'), table)).body.code).toBe('table_closed');
    expect((await start(ann, table)).body.code).toBe('table_closed');
    expect((await call(ann, 'GET', '/me/inbox')).body.tables).toEqual([]);
  });

  it('opens again with a fresh game and a fresh commitment, once however often it is asked, and plays again', async () => {
    const { ann, opened, gameId, table } = await finished();
    const eve = await node.guest('Eve');
    expect((await rematch(eve, table)).body.code).toBe('forbidden');
    const first = await rematch(ann, table);
    expect(first.status).toBe(201);
    expect(first.headers.location).toBe(`/v1/tables/${table.id}`);
    expect(first.body).toMatchObject({
      state: 'open',
      gameId: null,
      pastGameIds: [gameId],
      inviteCode: opened.inviteCode,
    });
    expect(first.body.next.gameId).not.toBe(gameId);
    expect(first.body.next.commitment).toMatch(/^[0-9a-f]{64}$/);
    expect(first.body.next.commitment).not.toBe(opened.next.commitment);
    expect(taken(first.body).map(({ ready }) => ready)).toEqual([true, true, true, true]);
    expect(names(first.body)).toEqual(names(table));
    expect((await call(ann, 'GET', '/me/inbox')).body.tables).toMatchObject([{ id: table.id, state: 'open' }]);
    const again = await rematch(ann, table);
    expect(again).toMatchObject({ status: 200, body: first.body });

    const begun = await start(ann, table);
    expect(begun).toMatchObject({ status: 201, body: { state: 'playing', gameId: first.body.next.gameId } });
    const view = await playOut([ann], begun.body.gameId);
    expect(view.fairness.commitment).toBe(first.body.next.commitment);
    expect((await seatsDrawn(ann, begun.body.gameId)).rounds.length).toBeGreaterThan(0);
    expect(await whenClosed(ann, table)).toMatchObject({ pastGameIds: [gameId, begun.body.gameId] });
    expect((await rematch(ann, table)).status).toBe(201);
  });

  it('promise 7: of two nodes that are asked at once, one opens it, and both tell the same', async () => {
    const { ann, table } = await finished();
    const answers = await Promise.all([node, other, node, other].map((at) => rematch(ann, table, at)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.next.gameId)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.next.commitment)).size).toBe(1);
    expect((await read(ann, table)).version).toBe(table.version + 1);
  });

  it('is closed for good after half an hour, before the rematch and after it', async (test) => {
    const [{ ann, table }, second] = [await finished(), await finished()];
    await rematch(second.ann, second.table);
    clock.forward(30 * 60_000);
    test.onTestFinished(() => clock.forward(-30 * 60_000));
    for (const [host, one] of [
      [ann, table],
      [second.ann, second.table],
    ] as const) {
      expect(await read(host, one)).toMatchObject({ state: 'closed', expiresAt: null, you: { available: [] } });
      expect(await rematch(host, one)).toMatchObject({ status: 409, body: { code: 'table_closed' } });
    }
  });

  it('has no seat any more for a bot account that was given up', async () => {
    const ann = await node.guest('Ann');
    const { id } = (await call(ann, 'POST', '/bots', { name: 'Robo' })).body;
    const robo = { headers: { authorization: `Bearer ${(await call(ann, 'POST', `/bots/${id}/token`)).body.token}` } };
    const opened = await gathered([], 3, {}, ann);
    await call(ann, 'POST', `/tables/${opened.id}/bots`, { kind: 'remote', playerId: id });
    const [invitation] = (await call(robo, 'GET', '/me/inbox')).body.invitations;
    await call(robo, 'POST', `/invitations/${invitation.id}/accept`);
    await playOut([robo], (await start(ann, opened)).body.gameId);
    const table = await whenClosed(ann, opened);
    expect(table.seats[3]).toMatchObject({ state: 'taken', ready: true, player: { id } });
    await call(ann, 'DELETE', `/bots/${id}`);
    expect((await rematch(ann, table)).body.seats[3]).toMatchObject({ state: 'empty', player: null });
  });
});

describe('people at a table whose game is over', () => {
  it('keep their seats, say again that they are ready, and are told on their topics', async () => {
    const [ann, ben] = [await node.guest('Ann'), await node.guest('Ben')];
    const opened = await gathered([ann, ben], 2);
    const { gameId } = (await start(ann, opened)).body;
    for (const early of [await rematch(ann, opened), await end(ann, opened)]) {
      expect(early).toMatchObject({ status: 409, body: { code: 'table_playing', gameId } });
    }
    const url = (await node.listen()).replace('http://', '');
    const client = await connect({ url }, { token: ben.token });
    client.send({ type: 'subscribe', id: '1', topic: 'me' });
    client.send({ type: 'subscribe', id: '2', topic: `table:${opened.id}` });
    await client.wait('inbox', ({ inbox }) => JSON.stringify(inbox).includes(gameId));

    await playOut([ann, ben], gameId);
    // At once: the table's row may not know yet that the game is over.
    const { status, body: table } = await rematch(ann, opened);
    expect(status).toBe(201);
    expect(table.seats.slice(0, 4)).toMatchObject([
      { state: 'taken', ready: false, player: { id: ann.id } },
      { state: 'taken', ready: false, player: { id: ben.id } },
      { state: 'taken', ready: true, player: { kind: 'builtIn' } },
      { state: 'taken', ready: true, player: { kind: 'builtIn' } },
    ]);
    await client.wait('table', (frame) => {
      const { state, next } = frame.table as { state: string; next: { gameId: string } | null };
      return state === 'open' && next?.gameId === table.next.gameId;
    });
    await client.wait('inbox', (frame) => {
      const { games, tables } = frame.inbox as { games: unknown[]; tables: { id: string; state: string }[] };
      return games.length === 0 && tables[0]?.id === table.id && tables[0]?.state === 'open';
    });
    client.socket.close();

    expect((await start(ann, table)).body.code).toBe('not_ready');
    await sayReady(ben, table);
    expect(await start(ann, table)).toMatchObject({ status: 201, body: { gameId: table.next.gameId } });
    const game = (await call(ben, 'GET', `/games/${table.next.gameId}`)).body;
    expect(game).toMatchObject({ tableId: table.id, handNumber: expect.any(Number), you: { seat: 1 } });
    expect((await call(ben, 'GET', '/me/inbox')).body.games).toMatchObject([{ gameId: table.next.gameId, seat: 1 }]);
  });

  it('have no seat any more when they have left the game, and whoever left it is not its host', async () => {
    const [ann, ben] = [await node.guest('Ann'), await node.guest('Ben')];
    const opened = await gathered([ann, ben], 3, { visibility: 'private' });
    const { gameId } = (await start(ann, opened)).body;
    const left = { 'idempotency-key': randomUUID() };
    expect((await call(ann, 'POST', `/games/${gameId}/commands`, { type: 'leave' }, node, left)).status).toBe(200);
    await playOut([ben], gameId);
    const table = await whenClosed(ben, opened);
    expect(table).toMatchObject({ host: { id: ben.id }, you: { seat: 0, available: ['stand', 'rematch', 'end'] } });
    expect(taken(table).map(({ player, ready }) => [player?.id === ben.id, ready])).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [false, true],
    ]);
    expect((await call(ann, 'GET', `/tables/${opened.id}`)).status).toBe(404);
    expect((await call(ann, 'GET', '/me/inbox')).body).toMatchObject({ games: [], tables: [] });
    expect((await rematch(ben, table)).status).toBe(201);
  });

  it('R-JOIN-10: have no seat any more where somebody came back into a place that had been given away', async () => {
    const [ann, ben, eve] = [await node.guest('Ann'), await node.guest('Ben'), await node.guest('Eve')];
    const game = { players: { max: 4 }, end: { hands: 1 } };
    const opened = await gathered([ann, ben], 2, { ruleset: game });
    const { gameId } = (await start(ann, opened)).body;
    const say = (who: Who, type: string) =>
      call(who, 'POST', `/games/${gameId}/commands`, { type }, node, { 'idempotency-key': randomUUID() });
    while ((await call(ann, 'GET', `/games/${gameId}`)).body.phase === 'seating');
    for (const [who, what] of [[ben, 'leave'] as const, [eve, 'sit'] as const, [ben, 'comeBack'] as const]) {
      expect((await (what === 'sit' ? sit(who, opened) : say(who, what))).status).toBe(200);
    }
    expect((await playOut([ann, ben], gameId)).seats).toHaveLength(5);
    const { body: table } = await rematch(ann, opened);
    expect(names(table).slice(0, 2)).toEqual(['Ann', 'Ben']);
    expect(taken(table)).toHaveLength(4);
    expect((await sit(eve, opened)).body.code).toBe('table_full');
    await sayReady(ben, opened);
    expect((await start(ann, opened)).status).toBe(201);
  });

  it('close it for good when the last of them stands up', async () => {
    const ann = await node.guest('Ann');
    const opened = await gathered([ann], 3);
    await playOut([ann], (await start(ann, opened)).body.gameId);
    expect((await whenClosed(ann, opened)).you.available).toEqual(['stand', 'rematch', 'end']);
    await call(ann, 'DELETE', `/tables/${opened.id}/seats/me`);
    expect(await read(ann, opened)).toMatchObject({ state: 'closed', expiresAt: null, you: { available: [] } });
    expect((await rematch(ann, opened)).body.code).toBe('table_closed');
  });
});

describe('keepClasses, and a host who does not stay', () => {
  it('R-SEAT-8, R-JOIN-2, R-JOIN-7: the order of the last game without him, newcomers halfway', async () => {
    const [ann, ben] = [await node.guest('Ann'), await node.guest('Ben')];
    const opened = await gathered([ann, ben], 3, { keepClasses: true });
    expect(opened.keepClasses).toBe(true);
    const { gameId } = (await start(ann, opened)).body;
    const last = await playOut([ann, ben], gameId);
    await whenClosed(ann, opened);
    // There were no classes to be kept before.
    expect((await seatsDrawn(ann, gameId)).rounds.length).toBeGreaterThan(0);

    expect((await read(ben, opened)).you.available).toEqual(['stand']);
    expect((await call(ann, 'DELETE', `/tables/${opened.id}/seats/me`)).status).toBe(204);
    expect(await read(ben, opened)).toMatchObject({
      state: 'closed',
      host: { id: ben.id },
      you: { host: true, available: ['stand', 'rematch', 'end'] },
    });
    expect((await rematch(ann, opened)).body.code).toBe('forbidden');
    expect((await rematch(ben, opened)).status).toBe(201);
    const [eve, fay] = [await node.guest('Eve'), await node.guest('Fay')];
    for (const newcomer of [eve, fay]) {
      await sit(newcomer, opened);
      await sayReady(newcomer, opened);
    }

    const begun = await start(ben, opened);
    expect(begun.status).toBe(201);
    expect((await start(ben, opened)).status).toBe(200);
    const view = (await call(ben, 'GET', `/games/${begun.body.gameId}`)).body;
    const playerOf = (of: typeof view) => (seat: number) => of.seats[seat].player.id;
    const kept = last.order.map(playerOf(last)).filter((id: string) => id !== ann.id);
    const { rounds, order } = await seatsDrawn(ben, begun.body.gameId);
    expect(rounds).toEqual([]);
    expect(order.map(playerOf(view))).toEqual([kept[0], kept[1], eve.id, fay.id, kept[2], kept[3]]);
  });
});

describe('ending a table', () => {
  it('closes an open one for good, uninvites whoever was invited, and tells it however often it is asked', async () => {
    const ann = await node.guest('Ann');
    const robo = (await call(ann, 'POST', '/bots', { name: 'Robo' })).body;
    const { token } = (await call(ann, 'POST', `/bots/${robo.id}/token`)).body;
    const asRobo = { headers: { authorization: `Bearer ${token}` } };
    const table = (await call(ann, 'POST', '/tables', {})).body;
    const ben = await node.guest('Ben');
    await sit(ben, table);
    await call(ann, 'POST', `/tables/${table.id}/bots`, { kind: 'remote', playerId: robo.id });
    expect((await call(asRobo, 'GET', '/me/inbox')).body.invitations).toHaveLength(1);
    expect((await end(ben, table)).body.code).toBe('forbidden');

    const ended = await end(ann, table);
    expect(ended).toMatchObject({
      status: 200,
      body: { state: 'closed', expiresAt: null, next: null, you: { host: true, available: [] } },
    });
    expect(names(ended.body)).toEqual(['Ben']);
    expect((await call(asRobo, 'GET', '/me/inbox')).body.invitations).toEqual([]);
    expect((await call(ben, 'GET', '/me/inbox')).body.tables).toEqual([]);
    expect(await end(ann, table)).toMatchObject({ status: 200, body: { version: ended.body.version } });
    expect((await rematch(ann, table)).body.code).toBe('table_closed');
    expect((await sit(await node.guest('Eve'), table)).body.code).toBe('table_closed');
  });

  it('gives up the rematch', async () => {
    const { ann, table } = await finished();
    expect((await end(ann, table)).body).toMatchObject({ state: 'closed', expiresAt: null, you: { available: [] } });
    expect((await rematch(ann, table)).body.code).toBe('table_closed');
  });

  it('is, like a rematch, nothing that a stranger learns of a private table', async () => {
    const ann = await node.guest('Ann');
    const eve = await node.guest('Eve');
    const { id } = (await call(ann, 'POST', '/tables', { visibility: 'private' })).body;
    const nowhere = { id: '0192f0c1-0000-7000-8000-000000000000' };
    for (const ask of [rematch, end]) {
      const [mine, none] = [await ask(eve, { id }), await ask(eve, nowhere)];
      expect(mine.status).toBe(404);
      expect({ ...mine.body, requestId: null }).toEqual({ ...none.body, requestId: null });
    }
  });

  it('has nothing to open again before the first game: the table is open already', async () => {
    const ann = await node.guest('Ann');
    const table = (await call(ann, 'POST', '/tables', {})).body;
    expect(await rematch(ann, table)).toMatchObject({ status: 200, body: table });
  });
});
