/** A game over plain HTTP, each answer held to the contract (PROTOCOL, Playing). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';

let node: TestApp;

beforeAll(async () => {
  node = await bootApp();
});
afterAll(async () => {
  await node.close();
});

interface Begun {
  readonly gameId: string;
  readonly tableId: string;
  readonly seats: readonly TestGuest[];
}

/** Four people whose game stands before the first answer to the revolution window. */
async function begun(wish: object = {}): Promise<Begun> {
  const seats = await Promise.all(['Ann', 'Ben', 'Cid', 'Dot'].map((name) => node.guest(name)));
  const [host] = seats;
  if (host === undefined) throw new Error('nobody came');
  const clock = { pauseSeconds: 0, revolutionSeconds: null, taxSeconds: null, turnSeconds: null };
  const made = await node.inject({
    method: 'POST',
    url: '/v1/tables',
    headers: host.headers,
    payload: { clock, ...wish },
  });
  const { id, inviteCode } = made.json();
  for (const { headers } of seats) {
    await node.inject({ method: 'POST', url: `/v1/tables/${id}/seats`, headers, payload: { invite: inviteCode } });
    await node.inject({ method: 'PUT', url: `/v1/tables/${id}/ready`, headers, payload: { ready: true } });
  }
  const started = await node.inject({ method: 'POST', url: `/v1/tables/${id}/start`, headers: host.headers });
  expect(started.statusCode).toBe(201);
  const { gameId } = started.json();
  expect(started.headers.location).toBe(`/v1/games/${gameId}`);
  const dealt = await events({ gameId, tableId: id, seats }, host, 'after=2&wait=25');
  expect(dealt.json().events[0]).toMatchObject({ version: 3, type: 'handDealt' });
  return { gameId, tableId: id, seats };
}

const view = (game: Begun, { headers }: TestGuest, more = {}) =>
  node.inject({ method: 'GET', url: `/v1/games/${game.gameId}`, headers: { ...headers, ...more } });

const events = (game: Begun, { headers }: TestGuest, query: string) =>
  node.inject({ method: 'GET', url: `/v1/games/${game.gameId}/events?${query}`, headers });

const send = (game: Begun, { headers }: TestGuest, payload: object, key: string = randomUUID(), more = {}) =>
  node.inject({
    method: 'POST',
    url: `/v1/games/${game.gameId}/commands`,
    headers: { ...headers, 'idempotency-key': key, ...more },
    payload,
  });

/** Plays first legal commands until a seat may lead or the game is over. @returns who is asked, with his view */
async function playUntil(game: Begun, enough: (asked: { view: { phase: string; trick: unknown } }) => boolean) {
  for (;;) {
    const views = await Promise.all(game.seats.map(async (seat) => ({ seat, view: (await view(game, seat)).json() })));
    const asked = views.find(({ view }) => view.you.legal.length > 0) ?? views[0];
    if (asked === undefined) throw new Error('nobody plays');
    if (asked.view.phase === 'ended' || enough(asked)) return asked;
    const [command] = asked.view.you.legal;
    if (command !== undefined) await send(game, asked.seat, command);
  }
}

const leading = (game: Begun) => playUntil(game, ({ view }) => view.phase === 'play' && view.trick === null);

describe('GET /v1/games/{id}', () => {
  it('shows each seat its own cards and nobody else’s, and tells a cache what it may do', async () => {
    const game = await begun();
    const [ann] = game.seats;
    if (ann === undefined) throw new Error('nobody plays');
    const answer = await view(game, ann);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      etag: 'W/"3.0"',
      vary: 'Authorization',
      'cache-control': 'private, no-cache',
    });
    const seen = answer.json();
    expect(seen).toMatchObject({
      gameId: game.gameId,
      tableId: game.tableId,
      phase: 'revolution',
      awaiting: [0, 1, 2, 3],
    });
    expect(seen.seats.map(({ player }: { player: { name: string } }) => player.name)).toEqual([
      'Ann',
      'Ben',
      'Cid',
      'Dot',
    ]);
    expect(seen.you.cards).toHaveLength(20);
    expect(JSON.stringify(seen).match(/"cards":\[/g)).toHaveLength(1);
    const same = await view(game, ann, { 'if-none-match': 'W/"3.0"' });
    expect(same.statusCode).toBe(304);
    expect(same.body).toBe('');
  });

  it('gives spectators a view without a seat, unless the table has none', async () => {
    const stranger = await node.guest('Stranger');
    const watched = await view(await begun(), stranger);
    expect(watched.headers.etag).toBe('W/"3.s"');
    expect(watched.json().you).toBeNull();
    const closed = await view(await begun({ spectators: false }), stranger);
    expect(closed.statusCode).toBe(404);
  });

  it('answers a game that is not for me exactly as one that does not exist', async () => {
    const stranger = await node.guest('Stranger');
    const secret = await begun({ visibility: 'private' });
    const nowhere = { ...secret, gameId: '0192f0c1-0000-7000-8000-000000000000' };
    const asks = [view, (game: Begun, who: TestGuest) => events(game, who, 'after=0')];
    asks.push((game, who) => send(game, who, { type: 'pass' }));
    for (const ask of asks) {
      const [mine, none] = await Promise.all([ask(secret, stranger), ask(nowhere, stranger)]);
      expect({ ...mine.json(), requestId: null }).toEqual({ ...none.json(), requestId: null });
      expect(mine.statusCode).toBe(404);
    }
  });
});

describe('POST /v1/games/{id}/commands', () => {
  it('carries out a command, and repeats its answer for the same key', async () => {
    const game = await begun();
    const { seat, view: before } = await leading(game);
    const key = randomUUID();
    const [command] = before.you.legal;
    const done = await send(game, seat, command, key);
    expect(done.statusCode).toBe(200);
    const result = done.json();
    expect(result).toMatchObject({ version: before.version + 1, replayed: false });
    expect(result.events[0]).toMatchObject({ type: 'setPlayed', cards: command.cards, cause: 'player' });
    expect(result.view.you.cards).toHaveLength(before.you.cards.length - command.cards.length);
    const again = await send(game, seat, command, key);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.json()).toMatchObject({ version: result.version, events: result.events, replayed: true });
    const other = await send(game, seat, before.you.legal[1], key);
    expect(other.json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  it('leaves the view out when the client prefers it so', async () => {
    const game = await begun();
    const [ann] = game.seats;
    if (ann === undefined) throw new Error('nobody plays');
    const prefer = { prefer: 'return=minimal' };
    const done = await send(game, ann, { type: 'answerRevolution', call: false }, randomUUID(), prefer);
    expect(done.headers['preference-applied']).toBe('return=minimal');
    expect(done.json().view).toBeNull();
  });

  it('names what is wrong with a command that is none', async () => {
    const game = await begun();
    const [ann] = game.seats;
    if (ann === undefined) throw new Error('nobody plays');
    const faults: [object, string][] = [
      [{ type: 'play', cards: ['14'] }, '#/cards/0'],
      [{ type: 'play', cards: '5' }, '#/cards'],
      [{ type: 'play', cards: ['5'], declared: 3 }, '#/declared'],
      [{ type: 'fly' }, '#/type'],
      [{}, '#/type'],
    ];
    for (const [payload, pointer] of faults) {
      const refused = await send(game, ann, payload);
      expect(refused.json()).toMatchObject({ status: 400, code: 'invalid_request' });
      expect(refused.json().errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
    }
    const keyless = await node.inject({
      method: 'POST',
      url: `/v1/games/${game.gameId}/commands`,
      headers: ann.headers,
      payload: { type: 'pass' },
    });
    expect(keyless.json()).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ pointer: '@idempotency-key' }],
    });
  });

  it('R-ERR-1: refuses what the rules refuse, with the code of the rule and the head of the game', async () => {
    const game = await begun({ ruleset: { end: { consent: 'off' } } });
    const { seat, view: before } = await leading(game);
    const missing = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'].find(
      (card) => !before.you.cards.includes(card),
    );
    const waiting = game.seats.find((other) => other !== seat);
    if (waiting === undefined) throw new Error('nobody else plays');
    const refusals: [TestGuest, object, string][] = [
      [waiting, { type: 'pass' }, 'rule_not_your_turn'],
      [seat, { type: 'pass' }, 'rule_lead_pass'],
      [seat, { type: 'play', cards: [] }, 'rule_empty'],
      [seat, { type: 'play', cards: Array.from({ length: 13 }, () => missing ?? '1') }, 'rule_not_owned'],
      [seat, { type: 'payTax', cards: ['12'] }, 'rule_phase'],
      [seat, { type: 'comeBack' }, 'rule_phase'],
      [seat, { type: 'placeNewcomers', above: 2 }, 'rule_phase'],
      [seat, { type: 'proposeEnd', when: 'now' }, 'rule_option_off'],
    ];
    for (const [who, command, code] of refusals) {
      const refused = await send(game, who, command);
      expect(refused.json()).toMatchObject({ status: 422, code, version: before.version });
    }
    const stranger = await send(game, await node.guest('Stranger'), { type: 'pass' });
    expect(stranger.json()).toMatchObject({ status: 422, code: 'rule_player' });
    expect((await view(game, seat)).json().version).toBe(before.version);
  });

  it('tells who is stale', async () => {
    const game = await begun();
    const { seat, view: before } = await leading(game);
    const stale = await send(game, seat, { ...before.you.legal[0], expectedVersion: 3 });
    expect(stale.json()).toMatchObject({ status: 409, code: 'version_conflict', version: before.version });
  });
});

describe('GET /v1/games/{id}/events', () => {
  it('pages through the history and tells on the last page what is to be done', async () => {
    const game = await begun();
    const [ann] = game.seats;
    if (ann === undefined) throw new Error('nobody plays');
    const first = (await events(game, ann, 'after=0&limit=2')).json();
    expect(first).toMatchObject({ after: 0, version: 2, head: 3, more: true, state: null, you: null });
    expect(first.events.map(({ type }: { type: string }) => type)).toEqual(['gameStarted', 'seatsDrawn']);
    const last = (await events(game, ann, 'after=2')).json();
    expect(last).toMatchObject({ after: 2, version: 3, head: 3, more: false, state: { phase: 'revolution' } });
    expect(last.you.legal).toContainEqual({ type: 'answerRevolution', call: false });
    expect((await events(game, ann, 'after=3')).json()).toMatchObject({ version: 3, head: 3, events: [], more: false });
  });

  it('answers a long poll as soon as something happens', async () => {
    const game = await begun();
    const [ann, ben] = game.seats;
    if (ann === undefined || ben === undefined) throw new Error('nobody plays');
    const waiting = events(game, ann, 'after=3&wait=25');
    await send(game, ben, { type: 'answerRevolution', call: false });
    const page = (await waiting).json();
    expect(page.events).toEqual([
      { version: 4, type: 'revolutionAnswered', at: expect.any(String), cause: null, seat: null, call: null },
    ]);
  });

  it('refuses a query that makes no sense', async () => {
    const game = await begun();
    const [ann] = game.seats;
    if (ann === undefined) throw new Error('nobody plays');
    for (const query of ['after=-1', 'after=x', 'limit=0', 'wait=26', 'before=3']) {
      expect((await events(game, ann, query)).json()).toMatchObject({ status: 400, code: 'invalid_request' });
    }
  });
});

describe('GET /v1/games/{id}/hands', () => {
  it('tells who finished where, as JSON and as a table', async () => {
    const game = await begun({ ruleset: { end: { hands: 1 } } });
    const [ann] = game.seats;
    if (ann === undefined) throw new Error('nobody plays');
    const url = `/v1/games/${game.gameId}/hands`;
    expect((await node.inject({ method: 'GET', url, headers: ann.headers })).json()).toEqual({ items: [], next: null });
    await playUntil(game, () => false);
    const page = (await node.inject({ method: 'GET', url, headers: ann.headers })).json();
    expect(page.items).toHaveLength(1);
    const [row] = page.items;
    expect(row).toMatchObject({
      gameId: game.gameId,
      handNumber: 1,
      void: false,
      preset: 'official-scored',
      deck: 'full',
    });
    const points = row.placings.map((placing: { points: number }) => placing.points);
    expect(points).toEqual([3, 2, 1, 0]);
    const csv = await node.inject({ method: 'GET', url, headers: { ...ann.headers, accept: 'text/csv' } });
    expect(csv.headers['content-type']).toContain('text/csv');
    const lines = csv.body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/^game_id,hand,void,started_at,/);
    const cursor = await node.inject({ method: 'GET', url: `${url}?cursor=nonsense`, headers: ann.headers });
    expect(cursor.json()).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  it('R-LEAVE-8: has a row for a void hand, which whoever left may read as well', async () => {
    const game = await begun({ ruleset: { leave: { midHand: 'void' } } });
    const [ann, ben] = game.seats;
    if (ann === undefined || ben === undefined) throw new Error('nobody plays');
    expect((await send(game, ben, { type: 'leave' })).statusCode).toBe(200);
    const url = `/v1/games/${game.gameId}/hands`;
    for (const { headers } of [ann, ben]) {
      const page = (await node.inject({ method: 'GET', url, headers })).json();
      expect(page).toMatchObject({ items: [{ handNumber: 1, void: true, placings: [], joined: [], left: [] }] });
    }
    const csv = await node.inject({ method: 'GET', url, headers: { ...ann.headers, accept: 'text/csv' } });
    expect(csv.body.trimEnd().split('\r\n')).toHaveLength(2);
  });

  it('decision 11: the table learns that its game is over', async () => {
    const game = await begun({ ruleset: { end: { hands: 1 } } });
    const [ann] = game.seats;
    if (ann === undefined) throw new Error('nobody plays');
    await playUntil(game, () => false);
    const table = async () =>
      (await node.inject({ method: 'GET', url: `/v1/tables/${game.tableId}`, headers: ann.headers })).json();
    while ((await table()).state === 'playing');
    expect(await table()).toMatchObject({ state: 'closed', gameId: null, pastGameIds: [game.gameId] });
    const inbox = await node.inject({ method: 'GET', url: '/v1/me/inbox', headers: ann.headers });
    expect(inbox.json()).toMatchObject({ games: [], tables: [] });
  });
});
