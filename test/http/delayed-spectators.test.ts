/** A table may delay those who look on: whatever they ask over HTTP, they learn of the game as it was then (decision record 0016). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { shiftedClock } from '../support/shifted-clock.ts';

const DELAY_SECONDS = 600;
const clock = shiftedClock();
let node: TestApp;

beforeAll(async () => {
  node = await bootApp(null, { clock, env: { ACCESS_TOKEN_MINUTES: '120' } });
});
afterAll(() => node.close());

async function call({ headers }: TestGuest, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const more = path.endsWith('/commands') ? { 'idempotency-key': randomUUID() } : {};
  const body = payload === undefined ? {} : { payload };
  return node.inject({ method, url: `/v1${path}`, headers: { ...headers, ...more }, ...body });
}

async function begun() {
  const seats = await Promise.all(['Ann', 'Ben', 'Cid', 'Dot'].map((name) => node.guest(name)));
  const [host] = seats;
  if (host === undefined) throw new Error('nobody came');
  const made = await call(host, 'POST', '/tables', {
    visibility: 'public',
    spectators: { delaySeconds: DELAY_SECONDS },
    ruleset: { preset: 'official-scored', end: { hands: 1 } },
    clock: { pauseSeconds: 0, revolutionSeconds: null, taxSeconds: null, turnSeconds: null },
  });
  const table = made.json();
  for (const who of seats) {
    await call(who, 'POST', `/tables/${table.id}/seats`);
    await call(who, 'PUT', `/tables/${table.id}/ready`, { ready: true });
  }
  const { gameId } = (await call(host, 'POST', `/tables/${table.id}/start`)).json();
  await call(host, 'GET', `/games/${gameId}/events?after=2&wait=25`);
  return { gameId: String(gameId), host, seats, table };
}

/** First legal commands, so many of them or until the game is over. */
async function play(gameId: string, seats: readonly TestGuest[], most = Number.POSITIVE_INFINITY): Promise<void> {
  for (let sent = 0; sent < most; sent += 1) {
    const views = await Promise.all(seats.map(async (who) => (await call(who, 'GET', `/games/${gameId}`)).json()));
    if (views[0].phase === 'ended') return;
    const asked = views.findIndex(({ you }) => you.legal.length > 0);
    const who = seats[asked];
    if (who !== undefined) await call(who, 'POST', `/games/${gameId}/commands`, views[asked].you.legal[0]);
  }
}

/** All that somebody finds out about a game, without what differs from request to request. */
async function everything(who: TestGuest, gameId: string, player: TestGuest) {
  const game = `/games/${gameId}`;
  const reads = ['', '/events?after=0', '/events?after=1&limit=3', '/hands', '/fairness', '/replay'].map(
    (path) => game + path,
  );
  const asked = [...reads, `/players/${player.id}`, `/players/${player.id}/games`];
  const answers = await Promise.all(asked.map((path) => call(who, 'GET', path)));
  answers.push(await call(who, 'POST', `${game}/commands`, { type: 'pass', expectedVersion: 1 }));
  const same = (key: string, value: unknown) => (key === 'requestId' || key === 'serverTime' ? undefined : value);
  return answers.map(({ statusCode, headers, body }) => [statusCode, headers.etag ?? null, JSON.parse(body, same)]) as [
    number,
    string | null,
    Record<string, unknown>,
  ][];
}

describe('delayed spectators', () => {
  it('learn of the beginning, of each step and of the end so much later, and players never notice', async () => {
    const looker = await node.guest('Looker');
    const { gameId, host, seats, table } = await begun();
    const nowhere = randomUUID();
    const shown = (await call(looker, 'GET', `/tables/${table.id}`)).json();
    expect(shown).toMatchObject({
      state: 'playing',
      gameId,
      spectators: { allowed: true, delaySeconds: DELAY_SECONDS },
    });

    // To them there is no such game yet.
    const atFirst = await everything(looker, gameId, host);
    expect(atFirst).toEqual(await everything(looker, nowhere, host));
    expect(atFirst.at(-2)?.[2]).toEqual({ items: [], next: null });
    expect((await everything(host, gameId, host)).at(-2)?.[2]).toMatchObject({ items: [{ gameId, endedAt: null }] });
    await play(gameId, seats, 3);
    expect(await everything(looker, gameId, host)).toEqual(atFirst);

    clock.forward(DELAY_SECONDS * 1000);
    const before = await everything(looker, gameId, host);
    const { version } = (await call(host, 'GET', `/games/${gameId}`)).json();
    expect(before[0]).toMatchObject([200, `W/"${version}.s"`, { version, you: null }]);
    expect(before[1]?.[2]).toMatchObject({ head: version, more: false, version });
    expect(before.slice(3).map(([status]) => status)).toEqual([200, 200, 409, 200, 200, 422]);
    expect(before[4]?.[2]).toMatchObject({ seed: null });
    expect(before.at(-2)?.[2]).toMatchObject({ items: [{ gameId, endedAt: null, rank: null }] });

    // Whatever is played now, to the very end: they are told the same, and players everything.
    await play(gameId, seats, 5);
    expect(await everything(looker, gameId, host)).toEqual(before);
    await play(gameId, seats);
    const state = async () => (await call(host, 'GET', `/tables/${table.id}`)).json().state;
    await expect.poll(state, { timeout: 20_000 }).toBe('closed');
    expect(await everything(looker, gameId, host)).toEqual(before);
    const players = await everything(host, gameId, host);
    expect(players[0]?.[2]).toMatchObject({ phase: 'ended' });
    expect(players[3]?.[2]).toMatchObject({ items: [{ handNumber: 1 }] });
    expect(players.slice(4, 6).map(([status]) => status)).toEqual([200, 200]);
    expect(players.at(-2)?.[2]).toMatchObject({ items: [{ gameId, rank: expect.any(Number) }] });

    clock.forward(DELAY_SECONDS * 1000);
    const after = await everything(looker, gameId, host);
    expect(after[0]?.[2]).toMatchObject({ phase: 'ended', result: { reason: 'hands' } });
    expect(after[4]?.[2]).toMatchObject({ seed: expect.any(String) });
    expect(after[5]?.[0]).toBe(200);
    expect(after[6]?.[2]).toMatchObject({ finishedGames: 1 });
    expect(after.at(-2)?.[2]).toMatchObject({ items: [{ gameId, rank: expect.any(Number) }] });
    expect(JSON.stringify(after[5]?.[2])).toContain(`"delaySeconds":${DELAY_SECONDS}`);
  });

  it.each([
    [{ delaySeconds: 3601 }, '#/spectators/delaySeconds'],
    [{ delaySeconds: 0.5 }, '#/spectators/delaySeconds'],
    [{ delay: 5 }, '#/spectators/delay'],
    ['later', '#/spectators'],
  ])('are not made of %j', async (spectators, pointer) => {
    const answer = await call(await node.guest(), 'POST', '/tables', { spectators });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
  });

  it.each([
    [undefined, { allowed: true, delaySeconds: 0 }],
    [true, { allowed: true, delaySeconds: 0 }],
    [false, { allowed: false, delaySeconds: 0 }],
    [{ delaySeconds: 0 }, { allowed: true, delaySeconds: 0 }],
    [{ delaySeconds: 3600 }, { allowed: true, delaySeconds: 3600 }],
  ])('are made of %j', async (spectators, shown) => {
    const answer = await call(await node.guest(), 'POST', '/tables', spectators === undefined ? {} : { spectators });
    expect(answer.json().spectators).toEqual({ ...shown, count: 0 });
  });
});
