/** What can be known of a game's chance and, when it is over, of all of it (PROTOCOL, Playing; docs/FAIRNESS.md). */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { run as verify } from '../../src/cli/verify.ts';
import { createStates } from '../../src/games/load.ts';
import { createSeeds } from '../../src/games/seeds.ts';
import { createDirectory } from '../../src/identity/directory.ts';
import { createReplays } from '../../src/replays/replays.ts';
import { createTransfer } from '../../src/replays/transfer.ts';
import { verifyReplay } from '../../src/replays/verify.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';

let node: TestApp;

beforeAll(async () => {
  node = await bootApp(null);
});
afterAll(() => node.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Who = Pick<TestGuest, 'headers'>;

async function call(who: Who, method: Method, path: string, payload?: object, at = node, more = {}) {
  const body = payload === undefined ? {} : { payload };
  const headers = { ...who.headers, ...more };
  const answer = await at.inject({ method, url: `/v1${path}`, headers, ...body });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

/** A table with a person and three built-in bots. */
async function table(wish: object = {}, entropy?: string) {
  const ann = await node.guest('Ann');
  const opened = (
    await call(ann, 'POST', '/tables', {
      ruleset: { end: { hands: 2 } },
      clock: { pauseSeconds: 0, revolutionSeconds: null, turnSeconds: null },
      visibility: 'public',
      ...wish,
    })
  ).body;
  await call(ann, 'POST', `/tables/${opened.id}/seats`, entropy === undefined ? {} : { entropy });
  for (const level of ['greedy', 'random', 'greedy']) {
    await call(ann, 'POST', `/tables/${opened.id}/bots`, { kind: 'builtIn', level });
  }
  return { ann, opened };
}

const start = async (who: Who, { id }: { id: string }): Promise<string> =>
  (await call(who, 'POST', `/tables/${id}/start`)).body.gameId;

/** Plays for one person until the game is over. */
async function playOut(who: Who, gameId: string): Promise<void> {
  for (;;) {
    const { body: view } = await call(who, 'GET', `/games/${gameId}`);
    if (view.phase === 'ended') return;
    const command = view.you?.legal[0];
    if (command === undefined) await call(who, 'GET', `/games/${gameId}/events?after=${view.version}&wait=1`);
    else await call(who, 'POST', `/games/${gameId}/commands`, command, node, { 'idempotency-key': randomUUID() });
  }
}

describe('what a player adds to the chance', () => {
  it('promise 4: is told to him at once, to all with the first event, and another one takes its place', async () => {
    const { ann, opened } = await table({}, 'dice: 3 5 2');
    const bob = await node.guest('Bob');
    const seats = `/tables/${opened.id}/seats`;
    expect((await call(ann, 'GET', `/tables/${opened.id}`)).body.you).toMatchObject({ entropy: 'dice: 3 5 2' });
    const sat = await call(bob, 'POST', seats, {});
    expect(sat.body.you).toMatchObject({ seat: 4, entropy: null });
    expect(JSON.stringify(sat.body)).not.toContain('dice');
    expect((await call(bob, 'POST', seats, { entropy: 'first' })).body.you.entropy).toBe('first');
    expect((await call(bob, 'POST', seats, { entropy: 'second' })).body.you.entropy).toBe('second');
    expect((await call(bob, 'POST', seats, {})).body.you.entropy).toBe('second');
    await call(bob, 'PUT', `/tables/${opened.id}/ready`, { ready: true });
    const gameId = await start(ann, opened);
    const [started] = (await call(ann, 'GET', `/games/${gameId}/events?limit=1`)).body.events;
    expect(started.fairness).toEqual({
      commitment: opened.next.commitment,
      contributions: [
        { seat: 0, entropy: 'dice: 3 5 2' },
        { seat: 4, entropy: 'second' },
      ],
    });
    expect(started.classesKept).toBe(false);
  });

  it('promise 4: may come with the acceptance of an invitation', async () => {
    const { ann, opened } = await table();
    const { id } = (await call(ann, 'POST', '/bots', { name: 'Robo' })).body;
    const { token } = (await call(ann, 'POST', `/bots/${id}/token`)).body;
    const robo = { headers: { authorization: `Bearer ${token}` } };
    await call(ann, 'POST', `/tables/${opened.id}/bots`, { kind: 'remote', playerId: id });
    const [invitation] = (await call(robo, 'GET', '/me/inbox')).body.invitations;
    const accepted = await call(robo, 'POST', `/invitations/${invitation.id}/accept`, { entropy: 'beep' });
    expect(accepted.body.you).toMatchObject({ seat: 4, entropy: 'beep' });
  });

  it.each(['', 'a\nb', 'ä', 'x'.repeat(129), 7])(
    'refuses %j: it must be the same bytes in every language',
    async (entropy) => {
      const { opened } = await table();
      const bob = await node.guest('Bob');
      const refused = await call(bob, 'POST', `/tables/${opened.id}/seats`, { entropy });
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', errors: [{ pointer: '#/entropy' }] },
      });
    },
  );

  it('promise 4: of a newcomer is in the event of his arrival, and counts from his first hand', async () => {
    const { ann, opened } = await table({ clock: { pauseSeconds: 0, turnSeconds: null, revolutionSeconds: null } });
    const gameId = await start(ann, opened);
    const bob = await node.guest('Bob');
    expect((await call(bob, 'POST', `/tables/${opened.id}/seats`, { entropy: 'late' })).status).toBe(200);
    const fairness = (await call(bob, 'GET', `/games/${gameId}/fairness`)).body;
    expect(fairness.contributions).toEqual([{ seat: 4, entropy: 'late', fromHand: null }]);
    const { events } = (await call(ann, 'GET', `/games/${gameId}/events`)).body;
    expect(events.find(({ type }: { type: string }) => type === 'newcomerArrived')).toMatchObject({ entropy: 'late' });
  });

  it('promise 4: is forgotten before the next game, whose seed could be chosen to fit it', async () => {
    const { ann, opened } = await table({ ruleset: { end: { hands: 1 } } }, 'used');
    const gameId = await start(ann, opened);
    await playOut(ann, gameId);
    const again = await vi.waitFor(async () => {
      const answer = await call(ann, 'POST', `/tables/${opened.id}/rematch`);
      expect(answer.status).toBe(201);
      return answer.body;
    });
    expect(again.you).toMatchObject({ seat: 0, entropy: null });
  });
});

describe('a finished game', () => {
  it('promise 4: shows seed and story when it is over and not before, and both can be verified', async () => {
    const { ann, opened } = await table({}, 'mine');
    const eve = await node.guest('Eve');
    const gameId = await start(ann, opened);
    const before = await call(eve, 'GET', `/games/${gameId}/fairness`);
    expect(before).toMatchObject({
      status: 200,
      body: {
        gameId,
        algorithm: 'dalmuti-1',
        commitment: opened.next.commitment,
        contributions: [{ seat: 0, entropy: 'mine', fromHand: 1 }],
        seed: null,
      },
    });
    expect(await call(eve, 'GET', `/games/${gameId}/replay`)).toMatchObject({
      status: 409,
      body: { code: 'game_not_over', gameId },
    });
    await playOut(ann, gameId);
    const { seed } = (await call(eve, 'GET', `/games/${gameId}/fairness`)).body;
    const hash = createHash('sha256').update(`dalmuti commitment v1\n${gameId}\n`).update(Buffer.from(seed, 'hex'));
    expect(hash.digest('hex')).toBe(opened.next.commitment);
    const replay = (await call(eve, 'GET', `/games/${gameId}/replay`)).body;
    expect(replay).toMatchObject({ format: 'dalmuti-replay', version: 1, gameId, proof: { seed } });
    expect(replay.events[0].seats[0].player).toEqual({ id: ann.id, name: 'Ann', kind: 'guest' });
    expect(verifyReplay(replay, opened.next.commitment)).toMatchObject({ ok: true, gameId });
    expect(verifyReplay(replay, before.body.commitment.replace(/./, 'g'))).toMatchObject({
      ok: false,
      reason: 'The table showed another commitment before the game.',
    });
  });

  it('promise 4: has every hidden field filled in, and every event that anybody saw', async () => {
    const { ann, opened } = await table();
    const gameId = await start(ann, opened);
    await playOut(ann, gameId);
    const { events } = (await call(ann, 'GET', `/games/${gameId}/replay`)).body;
    const seen = (await call(ann, 'GET', `/games/${gameId}/events?limit=500`)).body.events;
    expect(events.slice(0, seen.length)).toMatchObject(seen.map(shown));
    for (const event of events) {
      if (event.type === 'handDealt') for (const { cards, count } of event.hands) expect(cards).toHaveLength(count);
      if (event.type === 'handEnded') expect(event.remaining.length).toBeGreaterThan(0);
    }
  });

  it('of a private table is for those who played it, and for others as if it did not exist', async () => {
    const { ann, opened } = await table({ visibility: 'private', ruleset: { end: { hands: 1 } } });
    const eve = await node.guest('Eve');
    const gameId = await start(ann, opened);
    await playOut(ann, gameId);
    expect((await call(ann, 'GET', `/games/${gameId}/replay`)).status).toBe(200);
    for (const what of ['replay', 'fairness']) {
      const hidden = await call(eve, 'GET', `/games/${gameId}/${what}`);
      const missing = await call(eve, 'GET', `/games/${randomUUID()}/${what}`);
      expect(hidden.status).toBe(404);
      expect({ ...hidden.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
    }
  });

  it('is verified by its address, with a token, and says what is missing without', async () => {
    const { ann, opened } = await table({ ruleset: { end: { hands: 1 } } });
    const gameId = await start(ann, opened);
    await playOut(ann, gameId);
    const address = `${await node.listen()}/v1/games/${gameId}/replay`;
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      expect(await verify([address, '--token', ann.token, '--commitment', opened.next.commitment])).toBe(0);
      expect(out.mock.calls.join('')).toContain(`${address}: true.`);
      expect(await verify([address])).toBe(1);
      expect(err.mock.calls.join('')).toMatch(/answers 401: .* Here it is given with --token\./);
    } finally {
      vi.restoreAllMocks();
    }
  });
});

/** What one viewer was shown, without what was kept from him. */
function shown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => (each === null ? expect.anything() : shown(each)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, shown(each)]])),
  );
}

describe('moving a game to another server', () => {
  const tools = ({ deps }: TestApp) => ({
    states: createStates(deps.log, 10),
    replays: createReplays({ ...deps, seeds: createSeeds(deps), directory: createDirectory(deps.prisma) }),
    transfer: createTransfer({ ...deps, seeds: createSeeds(deps) }),
  });

  async function documentOf(from: TestApp, gameId: string): Promise<object> {
    const { states, replays } = tools(from);
    const state = await states.fresh(gameId);
    const document = state === null ? null : await replays.replay(state);
    if (document === null) throw new Error('The game is not over.');
    return JSON.parse(JSON.stringify(document));
  }

  it('keeps every event, the seed and the names; twice is once', async (test) => {
    const there = await bootApp(test);
    const { ann, opened } = await table({}, 'mine');
    const gameId = await start(ann, opened);
    await playOut(ann, gameId);
    const document = await documentOf(node, gameId);
    const { transfer } = tools(there);
    expect(await transfer.importGame(document)).toEqual({ outcome: 'imported', gameId });
    expect(await transfer.importGame(document)).toEqual({ outcome: 'known', gameId });
    const visitor = await there.guest('Visitor');
    const moved = await call(visitor, 'GET', `/games/${gameId}/replay`, undefined, there);
    expect(moved.body).toEqual(document);
    expect((await call(visitor, 'GET', `/games/${gameId}`, undefined, there)).body.phase).toBe('ended');
    expect((await call(visitor, 'GET', `/games/${gameId}/hands`, undefined, there)).body.items).toHaveLength(2);
    expect(await there.database.prisma.gamePlayer.count({ where: { gameId, endedAt: { not: null } } })).toBe(4);
    expect((await there.deps.log.read(gameId, 0)).map(({ event }) => event)).toEqual(
      (await node.deps.log.read(gameId, 0)).map(({ event }) => event),
    );
    const { board } = (await tools(node).states.fresh(gameId)) ?? {};
    expect((await there.deps.log.readSnapshot(gameId))?.state).toMatchObject({ board: { version: board?.version } });
  });

  it('refuses what does not verify, and another game of the same id, and changes nothing', async (test) => {
    const there = await bootApp(test);
    const { ann, opened } = await table({ ruleset: { end: { hands: 1 } } });
    const gameId = await start(ann, opened);
    await playOut(ann, gameId);
    const document = await documentOf(node, gameId);
    const { transfer } = tools(there);
    const players = () => there.database.prisma.player.count();
    const before = await players();
    const altered = JSON.parse(JSON.stringify(document));
    altered.proof.seed = altered.proof.seed.replace(/^./, (digit: string) => (digit === '0' ? '1' : '0'));
    expect(await transfer.importGame(altered)).toEqual({
      outcome: 'refused',
      reason: 'The seed is not the one that the server committed to.',
    });
    expect(await players()).toBe(before);
    expect(await there.database.prisma.gameSeed.count()).toBe(0);
    expect(await transfer.importGame({})).toMatchObject({ outcome: 'refused' });
    await transfer.importGame(document);
    const other = JSON.parse(JSON.stringify(document));
    for (const event of other.events) event.at = event.at.replace(/^20/, '30');
    expect(await transfer.importGame(other)).toMatchObject({
      outcome: 'refused',
      reason: `Another game of the id ${gameId} is here already.`,
    });
  });
});
