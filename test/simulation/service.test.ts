/** Whole games through the whole service: built-in bots that are woken, and bots that connect from outside. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { seededChance } from '../../src/bots/chance.ts';
import { POLICIES } from '../../src/bots/levels.ts';
import { gather } from '../../src/cli/demo/gather.ts';
import { fromSnapshot, type GameView } from '../../src/client/game-view.ts';
import { createHttp } from '../../src/client/http.ts';
import { playGame } from '../../src/client/play.ts';
import { openStream } from '../../src/client/stream.ts';
import { eventsIn } from '../../src/client/topics.ts';
import type { Problem, WireView } from '../../src/client/wire.ts';
import { bootApp, type TestApp } from '../support/app.ts';

/** Only how long a broken test takes to fail. */
const PATIENCE_MS = 120_000;
const WAIT = { timeout: PATIENCE_MS, interval: 50 };
vi.setConfig({ testTimeout: PATIENCE_MS + 5000 });

let node: TestApp;
let base: string;
beforeEach(async () => {
  node = await bootApp();
  base = await node.listen();
});
afterEach(() => node.close());

interface Table {
  readonly id: string;
  readonly state: string;
  readonly pastGameIds: readonly string[];
}

test('a table of built-in bots plays by itself, and the table learns that its game is over', async () => {
  const { token } = await node.guest();
  const host = createHttp(base, token);
  const table = await host<Table>('POST', '/v1/tables', {
    visibility: 'unlisted',
    ruleset: { players: { min: 4, max: 5 }, end: { hands: 2 } },
  });
  for (const level of ['greedy', 'random', 'greedy', 'random', 'greedy']) {
    await host('POST', `/v1/tables/${table.id}/bots`, { kind: 'builtIn', level });
  }
  const { gameId } = await host<{ gameId: string }>('POST', `/v1/tables/${table.id}/start`);
  await vi.waitFor(async () => {
    expect(await host<Table>('GET', `/v1/tables/${table.id}`)).toMatchObject({
      state: 'closed',
      pastGameIds: [gameId],
    });
  }, WAIT);
  const view = await host<WireView>('GET', `/v1/games/${gameId}`);
  expect(view).toMatchObject({ phase: 'ended', handNumber: 2, result: { reason: 'hands' } });
});

test('a person among built-in bots is waited for, and nobody else is', async () => {
  const guest = await node.guest();
  const host = createHttp(base, guest.token);
  const table = await host<Table>('POST', '/v1/tables', { ruleset: { end: { hands: 1 } }, clock: { pauseSeconds: 0 } });
  await host('POST', `/v1/tables/${table.id}/seats`, {});
  for (let bot = 0; bot < 4; bot += 1) {
    await host('POST', `/v1/tables/${table.id}/bots`, { kind: 'builtIn', level: 'greedy' });
  }
  await host('PUT', `/v1/tables/${table.id}/ready`, { ready: true });
  const { gameId } = await host<{ gameId: string }>('POST', `/v1/tables/${table.id}/start`);

  const stream = openStream({ base, token: guest.token, WebSocket });
  const waits: (readonly number[])[] = [];
  const end = await playGame(stream, gameId, {
    choose(view) {
      if (view.phase === 'play') waits.push(view.awaiting);
      return POLICIES.greedy(view, () => 0);
    },
  });
  stream.close();
  expect(end.view.phase).toBe('ended');
  expect(waits.length).toBeGreaterThan(3);
  expect(waits.every((awaiting) => awaiting.length === 1 && awaiting[0] === 0)).toBe(true);
});

test('promises 1 and 6: sockets that are cut again and again lose nothing and double nothing', async () => {
  const { gameId, bots } = await gather(base, { seed: null, players: 5, hands: 2, preset: 'official-scored' });
  const refusals: Problem[] = [];
  const versions: number[][] = bots.map(() => []);
  const ends = bots.map(async ({ token }, seat): Promise<GameView> => {
    const stream = openStream({ base, token, WebSocket });
    const chance = seededChance(`cut ${seat}`);
    try {
      return await playGame(stream, gameId, {
        choose: (view) => POLICIES[seat % 2 === 0 ? 'greedy' : 'random'](view, chance),
        watch: (_, change) => versions[seat]?.push(...eventsIn(change).map(({ version }) => version)),
        refused: (refusal) => refusals.push(refusal),
      });
    } finally {
      stream.close();
    }
  });

  let cuts = 0;
  const cutting = new AbortController();
  const cutter = (async () => {
    while (!cutting.signal.aborted) {
      await sleep(60);
      for (const socket of [...node.app.websocketServer.clients].slice(cuts % 3)) socket.terminate();
      cuts += 1;
      // Whoever is cut waits a moment before he comes back; now and then everybody plays undisturbed.
      await sleep(600);
    }
  })();
  const games = await Promise.all(ends);
  cutting.abort();
  await cutter;

  expect(cuts).toBeGreaterThan(1);
  // A call of the revolution may overtake other answers; nothing else is refused.
  expect(refusals.filter(({ code }) => code !== 'version_conflict')).toEqual([]);
  for (const [seat, seen] of versions.entries()) {
    const [from = 0] = seen;
    expect(seen, `seat ${seat}`).toEqual(Array.from({ length: seen.length }, (_, index) => from + index));
  }
  for (const [seat, { token }] of bots.entries()) {
    const wire = await createHttp(base, token)<WireView>('GET', `/v1/games/${gameId}`);
    expect({ ...games[seat]?.view, asked: 0 }).toEqual(fromSnapshot(wire).view);
  }
});
