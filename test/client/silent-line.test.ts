/** Through a line that swallows every byte now and then, no turn of 30 seconds is left to the clock, over either carrier. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, loginAsGuest } from '../../src/client/client.ts';
import { bootApp, type TestApp } from '../support/app.ts';
import { type FaultyLine, openFaultyLine } from '../support/faulty-line.ts';

let node: TestApp;
let base: string;
beforeAll(async () => {
  node = await bootApp();
  base = await node.listen();
});
afterAll(() => node.close());

const ANSWERS: ReadonlySet<string> = new Set(['revolutionAnswered', 'taxChosen', 'setPlayed', 'playerPassed']);

/** Own turns before whose answer the line falls silent: the command, and every stream that is open, is lost. */
const SILENT_TURNS = new Set([1, 3]);

async function playOneHand(line: FaultyLine, carrier: 'websocket' | 'http') {
  const login = await loginAsGuest(base, { name: carrier });
  const host = createClient({ base, token: login.token, WebSocket: null });
  const table = await host.lobby.open({
    ruleset: { end: { hands: 1 } },
    clock: { turnSeconds: 30, taxSeconds: 30, revolutionSeconds: 30, pauseSeconds: 0, bankSeconds: null },
  });
  await host.lobby.sit(table.id);
  for (let seat = 0; seat < 3; seat += 1) await host.lobby.addBot(table.id, 'greedy');
  const { gameId } = await host.lobby.start(table.id);

  const player = createClient({
    base: line.url,
    token: login.token,
    ...(carrier === 'http' ? { WebSocket: null } : {}),
  });
  let turns = 0;
  const playing = (async () => {
    for await (const turn of player.turns()) {
      if (SILENT_TURNS.has(turns)) line.silence();
      turns += 1;
      const [cheapest] = turn.legal;
      if (cheapest !== undefined) await turn.answer(cheapest);
    }
  })().catch(() => undefined);
  for await (const { game } of host.follow(gameId ?? '')) if (game.view.phase === 'ended') break;
  player.close();
  host.close();
  await playing;
  return { gameId, turns };
}

test.concurrent.each(['websocket', 'http'] as const)('%s', { timeout: 240_000 }, async (carrier) => {
  const line = await openFaultyLine(base, 80);
  const { gameId, turns } = await playOneHand(line, carrier);
  expect(turns).toBeGreaterThan(3);
  const events = (await node.deps.log.read(gameId ?? '', 0)).map(({ event }) => event);
  expect(events.at(-1)?.type).toBe('gameEnded');
  expect(events.filter(({ type, cause }) => ANSWERS.has(type) && (cause === 'clock' || cause === 'standIn'))).toEqual(
    [],
  );
});
