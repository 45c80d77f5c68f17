/** People who want the same find each other (PROTOCOL, Finding others). */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from '../streams/client.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openTestBus, type TestBus } from '../support/redis.ts';
import { type ShiftedClock, shiftedClock } from '../support/shifted-clock.ts';

const WAIT = { timeout: 60_000, interval: 20 };
const FOUR = { preset: 'official', players: { min: 4, max: 4 } };
/** Whom nobody else in these tests takes. */
const ALONE = { preset: 'corporate', players: { min: 6, max: 6 } };

let database: TestDatabase;
let bus: TestBus;
let clock: ShiftedClock;
let node: TestApp;
let other: TestApp;

beforeAll(async () => {
  database = await openTestDatabase();
  bus = openTestBus();
  clock = shiftedClock();
  node = await bootApp(null, { database, clock, bus: await bus.connect() });
  other = await bootApp(null, { database, clock, bus: await bus.connect() });
});
afterAll(async () => {
  await other.close();
  await node.close();
  await bus.close();
  await database.close();
});

/** Whoever still waits does not get into the next test. */
afterEach(() => clock.forward(30_000));

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Who = Pick<TestGuest, 'headers'>;

async function call(who: Who, method: Method, path: string, payload?: object, at = node) {
  const body = payload === undefined ? {} : { payload };
  const answer = await at.inject({ method, url: `/v1${path}`, headers: who.headers, ...body });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.body === '' ? null : answer.json(),
  };
}

const ask = async (who: Who, wish: object = ALONE, at = node) => call(who, 'POST', '/matchmaking', wish, at);
const look = async (who: Who, id: string, at = node) =>
  (await call(who, 'GET', `/matchmaking/${id}`, undefined, at)).body;
const guests = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => node.guest(`Guest ${index}`)));

/** Asks one after the other, and waits until all are matched. */
async function matched(people: readonly TestGuest[], wish: object = FOUR) {
  const ids: string[] = [];
  for (const person of people) ids.push((await ask(person, wish)).body.id);
  return vi.waitFor(async () => {
    const tickets = await Promise.all(people.map((person, index) => look(person, ids[index] ?? '')));
    for (const { state } of tickets) expect(state).toBe('matched');
    return tickets;
  }, WAIT);
}

describe('asking', () => {
  it('gives a ticket that waits, and that its player can read', async () => {
    const ada = await node.guest();
    const before = clock.now();
    const asked = await ask(ada, { ...ALONE, botsAfterSeconds: 60, entropy: 'something that nobody can guess' });
    const { id, expiresAt } = asked.body;
    expect(asked.status).toBe(201);
    expect(asked.headers.location).toBe(`/v1/matchmaking/${id}`);
    expect(asked.body).toEqual({
      id,
      state: 'waiting',
      ...ALONE,
      botsAfterSeconds: 60,
      gameId: null,
      expiresAt,
    });
    expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(before + 30_000);
    expect(await look(ada, id, other)).toMatchObject({ id, state: 'waiting' });
  });

  it('again for the same gives the same ticket, on any node and at once; a later entropy takes the place of the first', async () => {
    const ada = await node.guest();
    const answers = await Promise.all([ask(ada), ask(ada, ALONE, other), ask(ada), ask(ada, ALONE, other)]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    const id: string = answers[0]?.body.id;
    expect((await ask(ada, { ...ALONE, entropy: 'heads' })).status).toBe(200);
    expect((await ask(ada, { ...ALONE, entropy: 'tails' })).status).toBe(200);
    expect((await ask(ada, { ...ALONE, botsAfterSeconds: null })).body.id).toBe(id);
    expect(await database.prisma.matchTicket.findMany({ where: { playerId: ada.id } })).toMatchObject([
      { id, entropy: 'tails' },
    ]);
  });

  it.each([
    [{ ...ALONE, players: { min: 5, max: 6 } }],
    [{ ...ALONE, botsAfterSeconds: 3600 }],
    [{ preset: 'dutch', players: { min: 8, max: 8 } }],
  ])('for something else, %j, gives another ticket and cancels the first', async (wish) => {
    const ada = await node.guest();
    const first = (await ask(ada)).body;
    const second = await ask(ada, wish);
    expect(second.status).toBe(201);
    expect(second.body).toMatchObject({ state: 'waiting', ...wish });
    expect(await look(ada, first.id)).toMatchObject({ state: 'cancelled', gameId: null });
    expect((await call(ada, 'GET', '/me/inbox')).body.matches).toMatchObject([{ id: second.body.id }]);
  });

  it.each([
    [{ ...FOUR, preset: 'bridge' }, '#/preset', 'invalid_value'],
    [{ ...FOUR, players: { min: 3, max: 4 } }, '#/players/min', 'invalid_value'],
    [{ ...FOUR, players: { min: 4, max: 9 } }, '#/players/max', 'invalid_value'],
    [{ preset: 'corporate', players: { min: 4, max: 7 } }, '#/players/max', 'incompatible'],
    [{ ...FOUR, players: { min: 6, max: 5 } }, '#/players/min', 'incompatible'],
    [{ ...FOUR, players: { min: 1, max: 5 } }, '#/players/min', 'invalid_value'],
  ])('%j cannot be played', async (wish, pointer, code) => {
    const ada = await node.guest();
    expect(await ask(ada, wish)).toMatchObject({
      status: 422,
      body: { code: 'ruleset_refused', errors: [{ pointer, code }] },
    });
    expect(await database.prisma.matchTicket.count({ where: { playerId: ada.id } })).toBe(0);
  });

  it.each([
    [{ preset: 'official' }, '#/players', 'missing_field'],
    [{ players: { min: 4, max: 4 } }, '#/preset', 'missing_field'],
    [{ ...FOUR, players: { min: 4.5, max: 5 } }, '#/players/min', 'wrong_type'],
    [{ ...FOUR, players: { min: 4, max: 4, most: 4 } }, '#/players/most', 'unknown_field'],
    [{ ...FOUR, botsAfterSeconds: -1 }, '#/botsAfterSeconds', 'too_small'],
    [{ ...FOUR, botsAfterSeconds: 3601 }, '#/botsAfterSeconds', 'too_big'],
    [{ ...FOUR, entropy: '' }, '#/entropy', 'invalid_format'],
    [{ ...FOUR, ruleset: {} }, '#/ruleset', 'unknown_field'],
  ])('%j is not valid', async (wish, pointer, code) => {
    const refused = await ask(await node.guest(), wish);
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ pointer, code }] } });
  });

  it('is for people: without a token it is 401, and a bot lacks the scope', async () => {
    expect((await ask({ headers: { authorization: 'Bearer nobody' } })).status).toBe(401);
    const owner = await node.guest('Owner');
    const { id } = (await call(owner, 'POST', '/bots', { name: 'Robo', acceptFrom: 'owner' })).body;
    const { token } = (await call(owner, 'POST', `/bots/${id}/token`)).body;
    const bot = { headers: { authorization: `Bearer ${token}` } };
    for (const refused of [await ask(bot), await call(bot, 'DELETE', `/matchmaking/${randomUUID()}`)]) {
      expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing', requiredScope: 'lobby' } });
    }
  });
});

describe("somebody else's ticket", () => {
  it.each(['GET', 'DELETE'] as const)('answers %s exactly as one that does not exist', async (method) => {
    const { id } = (await ask(await node.guest())).body;
    const eve = await node.guest('Eve');
    const [theirs, none] = await Promise.all([id, randomUUID()].map((one) => call(eve, method, `/matchmaking/${one}`)));
    expect(theirs?.status).toBe(404);
    const { requestId: _, ...body } = theirs?.body ?? {};
    expect(none?.body).toMatchObject(body);
    const names = [theirs, none].map((answer) => Object.keys(answer?.headers ?? {}).sort());
    expect(names[0]).toEqual(names[1]);
    expect(await database.prisma.matchTicket.findUnique({ where: { id } })).toMatchObject({ state: 'waiting' });
  });
});

describe('a match', () => {
  it('is a game that has begun, of a table whose host has waited longest, with the ruleset that was asked for', async () => {
    const people = await guests(4);
    const [host] = people;
    const wish = { preset: 'official-scored', players: { min: 4, max: 6 }, entropy: 'mine' };
    const tickets = await matched(people, wish);
    const gameId: string = tickets[0].gameId;
    expect(tickets.map((ticket) => ticket.gameId)).toEqual(Array(4).fill(gameId));
    for (const [seat, person] of people.entries()) {
      const { status, body } = await call(person, 'GET', `/games/${gameId}`, undefined, other);
      expect([status, body.you.seat]).toEqual([200, seat]);
      expect(body.ruleset).toMatchObject({
        preset: 'official-scored',
        players: { min: 4, max: 6 },
        end: { hands: 20 },
      });
    }
    const proof = (await call(people[0] ?? { headers: { authorization: '' } }, 'GET', `/games/${gameId}/fairness`))
      .body;
    expect(proof.contributions).toEqual([0, 1, 2, 3].map((seat) => ({ seat, entropy: 'mine', fromHand: 1 })));

    const eve = await node.guest('Eve');
    const row = await database.prisma.lobbyTable.findUniqueOrThrow({ where: { gameId } });
    expect((await call(eve, 'GET', `/tables/${row.id}`)).body).toMatchObject({
      state: 'playing',
      visibility: 'unlisted',
      host: { id: host?.id },
      gameId,
      next: null,
      seats: [{}, {}, {}, {}, {}, {}].map((_, seat) => ({ seat, state: seat < 4 ? 'taken' : 'empty' })),
    });
    expect((await call(eve, 'GET', '/tables?state=playing')).body.items).not.toContainEqual(
      expect.objectContaining({ id: row.id }),
    );
  });

  it('is open to those who sit at tables or play: what they have, they keep', async () => {
    const people = await guests(4);
    const [ada] = people;
    if (ada === undefined) throw new Error('nobody came');
    const table = (await call(ada, 'POST', '/tables', {})).body;
    await call(ada, 'POST', `/tables/${table.id}/seats`, {});
    const [first] = await matched(people);
    const wish = { ...FOUR, preset: 'wikipedia' };
    const [second] = await matched(people, wish);
    expect(first.gameId).not.toBe(second.gameId);
    const inbox = (await call(ada, 'GET', '/me/inbox')).body;
    expect(inbox.games.map((game: { gameId: string }) => game.gameId)).toEqual([first.gameId, second.gameId]);
    expect(inbox.tables[0]).toMatchObject({ id: table.id, state: 'open' });
    expect(inbox.matches).toMatchObject([{ gameId: first.gameId }, { gameId: second.gameId }]);
  });

  it('answers whoever repeats his wish, until he has played it or two minutes have gone by', async () => {
    const people = await guests(4);
    const [ada, bob] = people;
    if (ada === undefined || bob === undefined) throw new Error('nobody came');
    const [mine, his] = await matched(people);
    expect(await ask(ada, FOUR, other)).toMatchObject({ status: 200, body: mine });
    const { gameId } = his;
    await database.prisma.gamePlayer.updateMany({
      where: { gameId, playerId: bob.id },
      data: { endedAt: new Date(clock.now()) },
    });
    expect(await ask(bob, FOUR)).toMatchObject({ status: 201, body: { state: 'waiting' } });
    clock.forward(2 * 60_000);
    expect(await ask(ada, FOUR)).toMatchObject({ status: 201, body: { state: 'waiting' } });
    expect(await look(ada, mine.id)).toEqual(mine);
  });

  it('takes bots after the time that its player has chosen, and not before', async () => {
    const ada = await node.guest();
    const wish = { preset: 'corporate', players: { min: 4, max: 5 }, botsAfterSeconds: 20 };
    const { id } = (await ask(ada, wish)).body;
    clock.forward(19_000);
    await ask(await node.guest(), { ...wish, botsAfterSeconds: null });
    expect(await look(ada, id)).toMatchObject({ state: 'waiting' });
    clock.forward(1000);
    const { gameId } = await vi.waitFor(async () => {
      const ticket = await look(ada, id);
      expect(ticket).toMatchObject({ state: 'matched' });
      return ticket;
    }, WAIT);
    const { body } = await call(ada, 'GET', `/games/${gameId}`);
    const kinds = body.seats.map((seat: { player: { kind: string; name: string } }) => seat.player);
    expect(kinds).toMatchObject([{ id: ada.id }, { kind: 'builtIn' }, { kind: 'builtIn' }, { kind: 'builtIn' }]);
    expect(new Set(kinds.map(({ name }: { name: string }) => name)).size).toBe(4);
  });
});

describe('cancelling', () => {
  it('ends the waiting, and may be repeated', async () => {
    const people = await guests(4);
    const [ada, ...rest] = people;
    if (ada === undefined) throw new Error('nobody came');
    const wish = { preset: 'dutch', players: { min: 4, max: 4 } };
    const { id } = (await ask(ada, wish)).body;
    for (const at of [node, other]) {
      expect(await call(ada, 'DELETE', `/matchmaking/${id}`, undefined, at)).toMatchObject({ status: 204, body: null });
    }
    expect(await look(ada, id)).toMatchObject({ state: 'cancelled', gameId: null });
    const ids: string[] = [];
    for (const person of rest) ids.push((await ask(person, wish)).body.id);
    for (const [index, person] of rest.entries()) {
      expect(await look(person, ids[index] ?? '')).toMatchObject({ state: 'waiting' });
    }
    const again = (await ask(ada, wish)).body;
    expect(again.id).not.toBe(id);
    await vi.waitFor(async () => expect(await look(ada, again.id)).toMatchObject({ state: 'matched' }), WAIT);
    for (const [index, person] of rest.entries()) {
      expect(await look(person, ids[index] ?? '')).toMatchObject({ state: 'matched' });
    }
  });

  it('comes too late once the match is made: 409 with the game', async () => {
    const people = await guests(4);
    const tickets = await matched(people);
    for (const [index, person] of people.entries()) {
      const { id, gameId } = tickets[index];
      const late = await call(person, 'DELETE', `/matchmaking/${id}`, undefined, other);
      expect(late).toMatchObject({ status: 409, body: { code: 'already_matched', gameId } });
      expect((await call(person, 'GET', `/games/${gameId}`)).status).toBe(200);
    }
  });
});

describe('a ticket lapses 30 seconds after its player was last seen', () => {
  const isIn = async (who: Who) => (await call(who, 'GET', '/me/inbox')).body.matches.length;

  it('and is not matched any more, nor comes back', async () => {
    const [ada, ...rest] = await guests(4);
    if (ada === undefined) throw new Error('nobody came');
    const wish = { preset: 'wikipedia', players: { min: 4, max: 4 } };
    const { id } = (await ask(ada, wish)).body;
    clock.forward(30_000);
    for (const person of rest) await ask(person, wish);
    expect(await look(ada, id)).toMatchObject({ state: 'expired', gameId: null });
    expect(await isIn(ada)).toBe(0);
    expect((await call(ada, 'DELETE', `/matchmaking/${id}`)).status).toBe(204);
    expect(await look(ada, id)).toMatchObject({ state: 'expired' });
    const again = await ask(ada, wish);
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(id);
  });

  it('by reading it, asking for the same again or reading the inbox', async () => {
    const ada = await node.guest();
    const { id } = (await ask(ada)).body;
    for (const beSeen of [() => look(ada, id, other), () => ask(ada, ALONE), () => isIn(ada)]) {
      clock.forward(25_000);
      await beSeen();
    }
    clock.forward(25_000);
    expect(await look(ada, id)).toMatchObject({ state: 'waiting' });
    clock.forward(30_000);
    expect(await look(ada, id)).toMatchObject({ state: 'expired' });
  });

  it('or by following topic me, on any node; its inbox has the ticket and then the game', async () => {
    const people = await guests(4);
    const [ada, ...rest] = people;
    if (ada === undefined) throw new Error('nobody came');
    const client = await connect({ url: (await other.listen()).replace('http://', '') }, { token: ada.token });
    await client.wait('welcome');
    client.send({ type: 'subscribe', id: '1', topic: 'me' });
    await client.wait('inbox');
    const wish = { preset: 'official', players: { min: 4, max: 5 } };
    const { id } = (await ask(ada, wish)).body;
    const row = () => database.prisma.matchTicket.findUniqueOrThrow({ where: { id } });
    for (let times = 0; times < 3; times += 1) {
      clock.forward(12_000);
      await vi.waitFor(async () => {
        expect((await row()).expiresAt.getTime()).toBeGreaterThan(clock.now() + 20_000);
      }, WAIT);
    }
    expect(await row()).toMatchObject({ state: 'waiting' });
    for (const person of rest) await ask(person, wish);
    const frame = await vi.waitFor(() => {
      const last = client.frames.findLast(({ type }) => type === 'inbox');
      expect(last).toMatchObject({ inbox: { matches: [{ id, state: 'matched' }], games: [{}] } });
      return last;
    }, WAIT);
    expect(client.frames.filter(({ type }) => type === 'inbox')).toContainEqual(
      expect.objectContaining({
        inbox: expect.objectContaining({ matches: [expect.objectContaining({ id, state: 'waiting' })] }),
      }),
    );
    const { matches, games } = (frame as unknown as { inbox: Record<'matches' | 'games', { gameId: string }[]> }).inbox;
    expect(games[0]?.gameId).toBe(matches[0]?.gameId);
    client.socket.close();
    await ask(ada, ALONE);
    clock.forward(2 * 60_000);
    await vi.waitFor(async () => {
      const waiting = await database.prisma.matchTicket.findMany({ where: { playerId: ada.id, state: 'waiting' } });
      expect(waiting).toEqual([]);
    }, WAIT);
    expect(await isIn(ada)).toBe(0);
  });
});

describe('old tickets', () => {
  it('match tickets of an erased player are removed at once', async () => {
    const [bob] = await guests(1);
    if (bob === undefined) throw new Error('nobody came');
    await ask(bob);
    expect((await call(bob, 'DELETE', '/me')).status).toBe(204);
    expect(await database.prisma.matchTicket.count({ where: { playerId: bob.id } })).toBe(0);
  });
});
