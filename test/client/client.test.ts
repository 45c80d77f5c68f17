/** The client against a real service: bots play whole games over a socket and over HTTP alone, and everything can be broken off. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Client, createClient, loginAsGuest } from '../../src/client/client.ts';
import { Refused, StreamEnded } from '../../src/client/refused.ts';
import { bootApp, type TestApp } from '../support/app.ts';

let node: TestApp;
let base: string;
beforeAll(async () => {
  node = await bootApp();
  base = await node.listen();
});
afterAll(() => node.close());

const ONE_HAND = { ruleset: { end: { hands: 1 } }, clock: { pauseSeconds: 0 } };

async function hostOf(socket: typeof WebSocket | null): Promise<Client> {
  const login = await loginAsGuest(base, { name: 'Host' });
  return createClient({ base, token: login.token, WebSocket: socket });
}

async function botOf(host: Client, socket: typeof WebSocket | null): Promise<{ id: string; client: Client }> {
  const { id } = await host.call('createBot', { body: { name: 'Robot' } });
  const { token } = await host.call('createBotToken', { path: { botId: id } });
  return { id, client: createClient({ base, token, WebSocket: socket }) };
}

describe.each([
  ['one socket', WebSocket],
  ['HTTP and server-sent events', null],
])('over %s', (_, socket) => {
  test('a bot accepts its invitation, answers every question and sees the end', async () => {
    const host = await hostOf(socket);
    const { id, client: bot } = await botOf(host, socket);
    const seen: string[] = [];
    const stop = new AbortController();
    const playing = (async () => {
      for await (const turn of bot.turns({ signal: stop.signal })) {
        const [cheapest] = turn.legal;
        if (cheapest === undefined) throw new Error('a question without an answer');
        seen.push(turn.view.phase);
        await turn.answer(cheapest);
      }
    })();

    const table = await host.lobby.open(ONE_HAND);
    for (let seat = 0; seat < 3; seat += 1) await host.lobby.addBot(table.id, 'greedy');
    await host.lobby.invite(table.id, id);
    for await (const { seats } of host.table(table.id)) {
      if (seats.filter(({ state }) => state === 'taken').length === 4) break;
    }
    const { gameId } = await host.lobby.start(table.id);
    if (gameId === null) throw new Error('nothing began');

    const versions: number[] = [];
    let last: string = '';
    for await (const { game, change } of host.follow(gameId)) {
      if (change?.type === 'events') versions.push(...change.events.map(({ version }) => version));
      last = game.view.phase;
    }
    expect(last).toBe('ended');
    expect(versions).toEqual(Array.from(versions, (_, index) => (versions[0] ?? 0) + index));
    expect(new Set(seen)).toEqual(expect.objectContaining(new Set(['revolution', 'play'])));

    stop.abort(new Error('enough'));
    await expect(playing).rejects.toThrow('enough');
    for (const client of [host, bot]) client.close();
    expect(await bot.ended).toBe('closed by this client');
  });

  test('an answer that is no good is refused, and the question can be answered again', async () => {
    const person = await hostOf(socket);
    const table = await person.lobby.open(ONE_HAND);
    const { you } = await person.lobby.sit(table.id);
    expect(you?.entropy).toMatch(/^[0-9a-f]{32}$/);
    for (let seat = 0; seat < 3; seat += 1) await person.lobby.addBot(table.id, 'random');
    await person.lobby.start(table.id);
    for await (const turn of person.turns()) {
      await expect(turn.answer({ type: 'play', cards: ['1', '2'] })).rejects.toBeInstanceOf(Refused);
      const [cheapest] = turn.legal;
      if (cheapest !== undefined) expect(await turn.answer(cheapest)).toMatchObject({ replayed: false });
      // It has been answered: once more is of no use.
      expect(await turn.answer({ type: 'pass' })).toBe(null);
      expect(turn.signal.aborted).toBe(true);
      break;
    }
    person.close();
  });

  test('what does not exist ends its loop with the refusal, and nothing else', async () => {
    const host = await hostOf(socket);
    const nowhere = '019b8f0a-0002-7001-8001-0000000d0201';
    const reading = async (updates: AsyncIterable<unknown>) => {
      for await (const update of updates) throw new Error(`unexpected: ${JSON.stringify(update)}`);
    };
    for (const loop of [host.follow(nowhere), host.table(nowhere)]) {
      await expect(reading(loop)).rejects.toMatchObject({ problem: { code: 'not_found' } });
    }
    for await (const { games } of host.inbox()) {
      expect(games).toEqual([]);
      break;
    }
    host.close();
    await expect(host.send(nowhere, { type: 'leave' })).rejects.toBeInstanceOf(StreamEnded);
  });

  test('public tables come as a list that is kept', async () => {
    const host = await hostOf(socket);
    const name = `Table of ${socket === null ? 'HTTP' : 'a socket'}`;
    const preset = 'wikipedia';
    const ours = (tables: readonly { readonly name: string | null }[]) => tables.filter((table) => table.name === name);
    let opened: string | null = null;
    for await (const tables of host.tables({ state: 'open', preset })) {
      if (opened === null) {
        expect(ours(tables)).toEqual([]);
        opened = (await host.lobby.open({ name, visibility: 'public', ruleset: { preset } })).id;
      } else if (ours(tables).length > 0) break;
    }
    const [one] = ours((await host.call('listTables', { query: { preset } })).items);
    expect(one).toMatchObject({ id: opened });
    for await (const tables of host.tables({ preset })) {
      if (ours(tables).length === 0) break;
      await host.lobby.end(opened ?? '');
    }
    host.close();
  });

  test('a revoked token ends the stream and every loop on it', async () => {
    const host = await hostOf(socket);
    const { id, client: bot } = await botOf(host, socket);
    const turns = bot.turns();
    const first = turns.next();
    first.catch(() => undefined);
    for await (const _ of bot.inbox()) break;
    await host.call('deleteBot', { path: { botId: id } });
    await expect(first).rejects.toBeInstanceOf(StreamEnded);
    expect(await bot.ended).toMatch(/revoked/);
    host.close();
  });
});
