/** Matchmaking on three nodes at once: nobody is matched twice, nobody is forgotten, and who has waited longest is first. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BATCH_TIMEOUTS, openPostgres } from '../../../src/adapters/postgres.ts';
import { systemClock } from '../../../src/adapters/system.ts';
import type { MatchTicket } from '../../../src/generated/prisma/client.ts';
import { queued } from '../../../src/lobby/matchmaking/pair-now.ts';
import { pair } from '../../../src/lobby/matchmaking/pairing.ts';
import type { SystemClock } from '../../../src/ports/system.ts';
import { bootApp, type TestApp, type TestGuest } from '../../support/app.ts';
import { describeOnPostgres, openTestDatabase, type TestDatabase } from '../../support/database.ts';
import { openTestBus, type TestBus } from '../../support/redis.ts';

/** All people of a test are at one address. */
const ROOMY = { MAX_TABLES_PER_ADDRESS: '1000', MAX_GAMES_PER_ADDRESS: '1000', MAX_BOT_GAMES_PER_ADDRESS: '1000' };

/** Hundreds of requests on three nodes. */
const LONG = 300_000;
const WAIT = { timeout: LONG, interval: 200 };

/** Time stands still until the test puts it forward, for all nodes; timers run as always. */
function standingClock(): SystemClock & { forward(ms: number): void } {
  let now = Date.now();
  return {
    ...systemClock,
    now: () => now,
    forward(ms) {
      now += ms;
    },
  };
}

describeOnPostgres('matchmaking on three nodes', () => {
  const clock = standingClock();
  let database: TestDatabase;
  let bus: TestBus;
  let pools: readonly TestDatabase[];
  let nodes: readonly TestApp[];

  beforeAll(async () => {
    database = await openTestDatabase({ kind: 'postgres' });
    bus = openTestBus();
    pools = [1, 2, 3].map(() => {
      const url = database.url ?? '';
      return { ...openPostgres({ url, poolSize: 4 }), url };
    });
    nodes = await Promise.all(
      pools.map(async (own) => bootApp(null, { database: own, clock, bus: await bus.connect(), env: ROOMY })),
    );
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await bus.close();
    for (const own of pools) await own.close();
    await database.close();
  });

  const nodeAt = (index: number): TestApp => {
    const node = nodes[index % nodes.length];
    if (node === undefined) throw new Error('there are no nodes');
    return node;
  };

  /** A few at a time, as many as the pools of connections take. */
  async function guests(count: number): Promise<readonly TestGuest[]> {
    const come: TestGuest[] = [];
    while (come.length < count) {
      const some = Array.from({ length: Math.min(12, count - come.length) }, (_, index) =>
        nodeAt(index).guest('Guest'),
      );
      come.push(...(await Promise.all(some)));
    }
    return come;
  }

  async function ask(person: TestGuest, wish: object, at: number) {
    const { headers } = person;
    const answer = await nodeAt(at).inject({ method: 'POST', url: '/v1/matchmaking', headers, payload: wish });
    return { status: answer.statusCode, body: answer.json() };
  }

  const ticketsOf = (people: readonly TestGuest[]) =>
    database.prisma.matchTicket.findMany({
      where: { playerId: { in: people.map(({ id }) => id) } },
      orderBy: { id: 'asc' },
    });

  /** Members of each game, by the tickets. */
  function games(tickets: readonly MatchTicket[]): ReadonlyMap<string, readonly MatchTicket[]> {
    const byGame = new Map<string, MatchTicket[]>();
    for (const ticket of tickets) {
      if (ticket.gameId !== null) byGame.set(ticket.gameId, [...(byGame.get(ticket.gameId) ?? []), ticket]);
    }
    return byGame;
  }

  /** Each is in exactly one game, of a size that everybody in it takes, and that game has begun with those players. */
  async function expectSeatedOnce(people: readonly TestGuest[]): Promise<void> {
    const { prisma, pool } = database;
    const byGame = games(await ticketsOf(people));
    const seats = await prisma.gamePlayer.findMany({ where: { gameId: { in: [...byGame.keys()] } } });
    const seated = seats.map(({ playerId }) => playerId);
    for (const { id } of people) expect(seated.filter((playerId) => playerId === id)).toEqual([id]);
    for (const [gameId, members] of byGame) {
      const inGame = seats.filter((seat) => seat.gameId === gameId);
      expect(
        members.map(({ playerId }) => playerId).filter((id) => !inGame.some((seat) => seat.playerId === id)),
      ).toEqual([]);
      for (const { minPlayers, maxPlayers, preset } of members) {
        expect(inGame.length).toBeGreaterThanOrEqual(minPlayers);
        expect(inGame.length).toBeLessThanOrEqual(maxPlayers);
        expect(inGame[0]?.preset).toBe(preset);
      }
    }
    const { rows } = await pool.query<{ gameId: string; players: string[] }>(
      `SELECT game_id AS "gameId", ARRAY(SELECT seat->>'player' FROM json_array_elements(body->'seats') AS seat) AS players
         FROM game_events WHERE version = 1 AND game_id = ANY($1::uuid[])`,
      [[...byGame.keys()]],
    );
    expect(rows.length).toBe(byGame.size);
    const begun = rows.flatMap(({ players }) => players).filter((id) => people.some((person) => person.id === id));
    expect(begun.toSorted()).toEqual(people.map(({ id }) => id).toSorted());
  }

  describe('with 200 people in the queue at once', () => {
    const WISHES = [
      { preset: 'official', players: { min: 4, max: 8 } },
      { preset: 'official', players: { min: 5, max: 5 } },
      { preset: 'official', players: { min: 4, max: 6 } },
      { preset: 'dutch', players: { min: 6, max: 8 } },
      { preset: 'official', players: { min: 7, max: 8 } },
      { preset: 'dutch', players: { min: 4, max: 4 } },
      { preset: 'corporate', players: { min: 4, max: 6 } },
    ].map((wish) => ({ ...wish, botsAfterSeconds: 20 }));

    it('makes of them just what pairing says of the whole queue, and fills the last ones with bots', {
      timeout: LONG,
    }, async () => {
      const people = await guests(200);
      // While the test has the locks of all presets, the queue only grows.
      // For longer than a connection that serves may be silent.
      const patient = openPostgres({ url: database.url ?? '', poolSize: 1, timeouts: BATCH_TIMEOUTS });
      const holder = await patient.pool.connect();
      const locks = ['official', 'dutch', 'corporate'].map((preset) => `matchmaking ${preset}`);
      for (const lock of locks) await holder.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [lock]);
      for (let wave = 0; wave < 10; wave += 1) {
        const wish = (index: number) => WISHES[index % WISHES.length] ?? {};
        const asked = await Promise.all(
          people.slice(wave * 20, wave * 20 + 20).flatMap((person, index) => [
            ask(person, wish(index + wave), index),
            // An impatient client, whose second request comes to another node.
            ...(index % 5 === 0 ? [ask(person, wish(index + wave), index + 1)] : []),
          ]),
        );
        expect(asked.filter(({ status }) => status === 201)).toHaveLength(20);
        expect(asked.filter(({ status }) => status === 200)).toHaveLength(4);
        clock.forward(1);
      }
      const waiting = await ticketsOf(people);
      expect(waiting.map(({ state }) => state)).toEqual(Array(200).fill('waiting'));
      for (const lock of locks) await holder.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lock]);
      holder.release();
      await patient.close();

      const presets = ['official', 'dutch', 'corporate'];
      const groupsOf = (tickets: readonly MatchTicket[]) =>
        presets.flatMap((preset) =>
          pair(
            queued(
              tickets.filter((ticket) => ticket.preset === preset),
              clock.now(),
            ),
            clock.now(),
          ),
        );
      const idsIn = (groups: Iterable<readonly { readonly id: string }[]>) =>
        [...groups]
          .map((members) =>
            members
              .map(({ id }) => id)
              .toSorted()
              .join(' '),
          )
          .toSorted();

      const first = groupsOf(waiting);
      expect(first.every(({ bots }) => bots === 0)).toBe(true);
      const placed = first.flatMap(({ members }) => members).length;
      const afterFirst = await vi.waitFor(async () => {
        const tickets = await ticketsOf(people);
        expect(tickets.filter(({ state }) => state === 'matched')).toHaveLength(placed);
        return tickets;
      }, WAIT);
      expect(idsIn(games(afterFirst).values())).toEqual(idsIn(first.map(({ members }) => members)));
      const left = afterFirst.filter(({ state }) => state === 'waiting');
      expect(left.length).toBe(200 - placed);
      expect(left.length).toBeGreaterThan(0);

      clock.forward(20_000);
      const second = groupsOf(left);
      expect(second.some(({ bots }) => bots > 0)).toBe(true);
      const all = await vi.waitFor(async () => {
        const tickets = await ticketsOf(people);
        expect(tickets.filter(({ state, begun }) => state === 'matched' && begun)).toHaveLength(200);
        return tickets;
      }, WAIT);
      expect(idsIn(games(all).values())).toEqual(idsIn([...first, ...second].map(({ members }) => members)));
      expect(all).toHaveLength(200);
      await expectSeatedOnce(people);

      // Of those who wanted the same, nobody was matched before somebody who had waited longer.
      for (const { preset, players } of WISHES) {
        const same = all.filter(
          (ticket) =>
            ticket.preset === preset && ticket.minPlayers === players.min && ticket.maxPlayers === players.max,
        );
        expect(same.length).toBeGreaterThan(20);
        const inOrder = same.toSorted(
          (one, other) => one.waitingSince.getTime() - other.waitingSince.getTime() || (one.id < other.id ? -1 : 1),
        );
        const turns = inOrder.map(({ id }) =>
          [...first, ...second].findIndex(({ members }) => members.some((member) => member.id === id)),
        );
        expect(turns).toEqual(turns.toSorted((one, other) => one - other));
      }
    });
  });

  describe('with people who come and go at the same time', () => {
    it('matches whoever has not cancelled, and tells everybody else in time which it was', {
      timeout: LONG,
    }, async () => {
      const people = await guests(42);
      const wish = { preset: 'wikipedia', players: { min: 4, max: 4 } };
      const outcomes = await Promise.all(
        people.map(async (person, index) => {
          const { body } = await ask(person, wish, index);
          if (index % 3 > 0) return { person, cancelled: null };
          const { headers } = person;
          const url = `/v1/matchmaking/${body.id}`;
          const gone = await nodeAt(index + 1).inject({ method: 'DELETE', url, headers });
          return {
            person,
            cancelled: gone.statusCode === 204,
            gameId: gone.statusCode === 204 ? null : gone.json().gameId,
          };
        }),
      );
      const stayed = outcomes.filter(({ cancelled }) => cancelled !== true).map(({ person }) => person);
      const tickets = await vi.waitFor(async () => {
        const rows = await ticketsOf(people);
        const waiting = rows.filter(({ state }) => state === 'waiting');
        expect(waiting.length).toBe(stayed.length % 4);
        expect(rows.filter(({ state, begun }) => state === 'matched' && !begun)).toEqual([]);
        return rows;
      }, WAIT);
      for (const { person, cancelled, gameId } of outcomes) {
        const ticket = tickets.find(({ playerId }) => playerId === person.id);
        if (cancelled === true) expect(ticket).toMatchObject({ state: 'cancelled', gameId: null });
        if (cancelled === false) expect(ticket).toMatchObject({ state: 'matched', gameId });
      }
      const matched = stayed.filter(({ id }) =>
        tickets.some(({ playerId, state }) => playerId === id && state === 'matched'),
      );
      expect(matched.length).toBe(stayed.length - (stayed.length % 4));
      for (const members of games(tickets).values()) expect(members).toHaveLength(4);
      await expectSeatedOnce(matched);
    });
  });
});
