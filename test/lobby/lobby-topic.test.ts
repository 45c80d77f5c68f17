/** Topic `lobby`: what is told of public tables, to whom, and how often they are read for it. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import { lobbyChannel } from '../../src/lobby/announce.ts';
import { createLobbyTopic, type Newest } from '../../src/lobby/lobby-topic.ts';
import { type Client, connect } from '../streams/client.ts';
import { manualClock } from '../streams/manual-clock.ts';
import { bootApp, type TestApp, type TestGuest } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { identity } from '../support/game-node.ts';
import { openTestBus, type TestBus } from '../support/redis.ts';

const WAIT = { timeout: 20_000, interval: 20 };

interface Summary {
  readonly id: string;
  readonly state: string;
  readonly players: { readonly seated: number };
}

interface LobbyFrame {
  readonly topic: string;
  readonly version: number;
  readonly full: boolean;
  readonly tables: readonly Summary[];
  readonly removed: readonly string[];
}

/** What a client knows that does as it is told. */
function listFrom(frames: readonly LobbyFrame[]): ReadonlyMap<string, Summary> {
  const list = new Map<string, Summary>();
  for (const { full, tables, removed } of frames) {
    if (full) list.clear();
    for (const table of tables) list.set(table.id, table);
    for (const id of removed) list.delete(id);
  }
  return list;
}

describe('topic lobby on two nodes', () => {
  let bus: TestBus;
  let database: TestDatabase;
  let node: TestApp;
  let other: TestApp;
  let url: string;
  let otherUrl: string;
  beforeAll(async () => {
    bus = openTestBus();
    database = await openTestDatabase();
    node = await bootApp(null, { database, bus: await bus.connect() });
    other = await bootApp(null, { database, bus: await bus.connect() });
    url = (await node.listen()).replace('http://', '');
    otherUrl = (await other.listen()).replace('http://', '');
  });
  afterAll(async () => {
    await other.close();
    await node.close();
    await bus.close();
    await database.close();
  });

  const call = async ({ headers }: TestGuest, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    node.inject({ method, url: `/v1${path}`, headers, ...(payload === undefined ? {} : { payload }) });

  async function follow(at: string, who: TestGuest, topic: string) {
    const client = await connect({ url: at }, { token: who.token });
    client.send({ type: 'subscribe', id: topic, topic });
    await client.wait('subscribed');
    await client.wait('lobby');
    return client;
  }

  const framesOf = (client: Client) => client.ofType('lobby') as unknown as readonly LobbyFrame[];
  const listOf = (client: Client) => listFrom(framesOf(client));

  it('tells on every node what appears, changes and leaves, in order, to everybody what his filter lets through', async () => {
    const ada = await node.guest('Ada');
    const open = await follow(url, ada, 'lobby');
    const far = await follow(otherUrl, ada, 'lobby?state=open');
    const playing = await follow(otherUrl, ada, 'lobby?preset=official&state=playing');
    const scored = await follow(otherUrl, ada, 'lobby?preset=official-scored');
    const wish = { visibility: 'public', ruleset: { preset: 'official', end: { hands: 1 } } };
    const { id } = (await call(ada, 'POST', '/tables', wish)).json();
    await call(ada, 'POST', '/tables', { ...wish, visibility: 'unlisted' });
    const shows = (client: Client, seated: number, state = 'open') =>
      vi.waitFor(() => expect(listOf(client).get(id)).toMatchObject({ state, players: { seated } }), WAIT);

    await Promise.all([shows(open, 0), shows(far, 0)]);
    for (let seated = 1; seated < 4; seated += 1) {
      await call(ada, 'POST', `/tables/${id}/bots`, { kind: 'builtIn', level: 'greedy' });
    }
    await call(ada, 'POST', `/tables/${id}/seats`);
    await Promise.all([shows(open, 4), shows(far, 4)]);
    expect((await call(ada, 'GET', '/tables')).json().items).toEqual([...listOf(far).values()]);
    expect(listOf(playing).size).toBe(0);

    expect((await call(ada, 'POST', `/tables/${id}/start`)).statusCode).toBe(201);
    await shows(playing, 4, 'playing');
    await vi.waitFor(() => expect([listOf(open).size, listOf(far).size]).toEqual([0, 0]), WAIT);

    for (const client of [open, far, playing]) {
      const frames = framesOf(client);
      expect(frames.map(({ full }) => full)).toEqual(frames.map((_, index) => index === 0));
      const first = frames[0]?.version ?? 0;
      expect(frames.map(({ version }) => version)).toEqual(frames.map((_, index) => first + index));
      expect(JSON.stringify(frames.slice(1))).toContain(id);
    }
    expect(framesOf(far)[0]?.topic).toBe('lobby?state=open');
    expect(framesOf(scored)).toHaveLength(1);
    for (const { socket } of [open, far, playing, scored]) socket.close();
  });

  it.each([
    ['lobby?state=full', 'invalid_request', '#/topic?state'],
    ['lobby?stat=open', 'invalid_request', '#/topic?stat'],
    ['lobby?state=open&state=closed', 'invalid_request', '#/topic?state'],
    ['lobby:open', 'not_found', undefined],
    ['me?state=open', 'not_found', undefined],
  ])('refuses %s', async (topic, code, pointer) => {
    const client = await connect({ url }, { token: (await node.guest()).token });
    client.send({ type: 'subscribe', id: '1', topic });
    const { problem } = (await client.wait('rejected')) as unknown as {
      problem: { code: string; errors?: { pointer: string }[] };
    };
    expect([problem.code, problem.errors?.[0]?.pointer]).toEqual([code, pointer]);
    client.socket.close();
  });
});

describe('topic lobby as server-sent events', () => {
  it('opens with a ticket, takes the filters of the list, and tells of a table that lapses though nobody touches it', async (t) => {
    const clock = manualClock(new Date().toISOString());
    const node = await bootApp(t, { clock, env: { ACCESS_TOKEN_MINUTES: '120' } });
    const base = await node.listen();
    const { headers } = await node.guest();
    const payload = { visibility: 'public' };
    const { id } = (await node.inject({ method: 'POST', url: '/v1/tables', headers, payload })).json();
    // A response ends by itself after five minutes at the earliest: the table lapses before that.
    clock.forward(26 * 60_000);
    const { ticket } = (
      await node.inject({ method: 'POST', url: '/v1/stream-tickets', headers, payload: { topic: 'lobby' } })
    ).json();
    expect((await fetch(`${base}/v1/lobby/stream?state=full&ticket=${ticket}`)).status).toBe(400);

    const abort = new AbortController();
    t.onTestFinished(() => abort.abort());
    const texts = ['open', 'closed'].map((state) => {
      const read = { text: '' };
      const reading = async () => {
        const stream = await fetch(`${base}/v1/lobby/stream?state=${state}&ticket=${ticket}`, { signal: abort.signal });
        const decoder = new TextDecoder();
        for await (const chunk of stream.body ?? []) read.text += decoder.decode(chunk, { stream: true });
      };
      reading().catch(() => undefined);
      return read;
    });
    const frames = (which: number) =>
      (texts[which]?.text ?? '')
        .split('\n')
        .flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice('data: '.length)) as LobbyFrame] : []));
    await vi.waitFor(() => expect([frames(0).length, frames(1).length]).toEqual([1, 1]), WAIT);
    expect(frames(0)[0]).toMatchObject({ topic: 'lobby?state=open', full: true, tables: [{ id }], removed: [] });
    expect(frames(1)[0]).toMatchObject({ full: true, tables: [], removed: [] });

    clock.forward(3 * 60_000);
    expect(frames(0)).toHaveLength(1);
    clock.forward(60_000);
    await vi.waitFor(() => expect([frames(0).length, frames(1).length]).toEqual([2, 2]), WAIT);
    expect(frames(0)[1]).toMatchObject({ full: false, tables: [], removed: [id] });
    expect(frames(1)[1]).toMatchObject({ full: false, tables: [{ id, state: 'closed' }], removed: [] });
  });
});

describe('topic lobby reads', () => {
  const table = (id: string, seated = 0) => ({ id, players: { seated } }) as unknown as Newest['tables'][number];

  function following() {
    const clock = manualClock('2026-01-05T19:00:00.000Z');
    const bus = createLocalBus();
    const seen = { tables: [table('one')], readings: 0 };
    const newest = async () => {
      seen.readings += 1;
      return { tables: seen.tables, lapsesAt: null };
    };
    const failed = (error: unknown): void => {
      throw error;
    };
    const topic = createLobbyTopic({ bus, clock, newest, failed });
    const open = async () => {
      const frames: LobbyFrame[] = [];
      const send = (frame: string) => frames.push(JSON.parse(frame));
      const opened = await topic.open(null, null, { topic: 'lobby', identity: identity('Ada'), send, end: failed });
      return { frames, opened };
    };
    const hints = async (count: number) => {
      for (let told = 0; told < count; told += 1) bus.publish(lobbyChannel, '');
      await new Promise(setImmediate);
    };
    return { clock, seen, open, hints };
  }

  it('once for a burst of hints and for all who follow, and again when the burst goes on', async () => {
    const { clock, seen, open, hints } = following();
    const all = await Promise.all(Array.from({ length: 10 }, open));
    for (const { opened } of all) opened.begin();
    expect(seen.readings).toBe(1);
    seen.tables = [table('two'), table('one', 1)];
    await hints(50);
    await vi.waitFor(() => expect(all[9]?.frames).toHaveLength(2));
    expect(seen.readings).toBe(2);
    seen.tables = [table('two')];
    await hints(50);
    expect(seen.readings).toBe(2);
    clock.forward(250);
    await vi.waitFor(() => expect(all[9]?.frames).toHaveLength(3));
    expect(seen.readings).toBe(3);
    expect(all[0]?.frames.map(({ tables, removed }) => [tables, removed])).toEqual([
      [[table('one')], []],
      [[table('two'), table('one', 1)], []],
      [[], ['one']],
    ]);
    for (const { opened } of all) opened.close();
    expect(clock.pending()).toBe(0);
  });

  it('what has changed between subscribing and the first frame, and nothing where nothing has changed', async () => {
    const { seen, open, hints } = following();
    const { frames, opened } = await open();
    seen.tables = [];
    await hints(1);
    await vi.waitFor(() => expect(seen.readings).toBe(2));
    await hints(1);
    expect(frames).toEqual([]);
    opened.begin();
    expect(frames.map(({ full, version, removed }) => [full, version, removed])).toEqual([
      [true, opened.version, []],
      [false, opened.version + 1, ['one']],
    ]);
    opened.close();
  });

  it('silently again when no hint has come for long', async () => {
    const { clock, seen, open } = following();
    const { frames, opened } = await open();
    opened.begin();
    seen.tables = [table('one', 3)];
    clock.forward(30_000);
    await vi.waitFor(() => expect(frames).toHaveLength(2));
    opened.close();
  });
});
