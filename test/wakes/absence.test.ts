/** Players who go away, on the real log with two nodes: nothing hangs, and a stand-in moves once (R-LEAVE-2, R-LEAVE-3, R-GAME-6). */
import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import type { Command } from '../../src/rules/commands.ts';
import type { State } from '../../src/rules/state.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { playOn, type SeatedGame, startedGame } from '../support/game-node.ts';
import { makeDue, openWakingNode, stepsOf, type WakingNode } from './waking-node.ts';

/** Only how long a broken test takes to fail. */
const PATIENCE_MS = 120_000;
const WAIT = { timeout: PATIENCE_MS, interval: 20 };
vi.setConfig({ testTimeout: PATIENCE_MS + 5000 });

let database: TestDatabase;
let one: WakingNode;
let two: WakingNode;
beforeEach(async () => {
  database = await openTestDatabase();
  const bus = createLocalBus();
  one = await openWakingNode(database, bus);
  two = await openWakingNode(database, bus);
});
afterEach(async () => {
  await one.close();
  await two.close();
  await database.close();
});

async function stateOf({ gameId }: SeatedGame): Promise<State> {
  const state = await one.games.states.fresh(gameId);
  if (state === null) throw new Error('The game is there.');
  return state;
}

async function say(node: WakingNode, { gameId, players }: SeatedGame, seat: number, command: Command) {
  const id = players[seat]?.id ?? '';
  return node.games.handle({ gameId, sender: { kind: 'player', id }, key: uuid(), command, expectedVersion: null });
}

/** People answer until somebody has the turn for whom the service plays, or the game is over. */
async function playToPhase(game: SeatedGame, phase: string): Promise<void> {
  while ((await stateOf(game)).board.phase !== phase) await playOn(game, () => one);
}

describe('a stand-in', () => {
  test('R-LEAVE-3: plays a leaver’s seat to the end of the hand, each question once, however many nodes look', async () => {
    const game = await startedGame(database, one, { ruleset: { end: { hands: 1 } } });
    await playToPhase(game, 'play');
    await say(two, game, 0, { type: 'leave' });
    one.sweep.start();
    two.sweep.start();
    for (let state = await stateOf(game); state.board.phase !== 'ended'; state = await stateOf(game)) {
      if (state.board.turn === 0) {
        const { asked } = state.board;
        await vi.waitFor(async () => expect((await stateOf(game)).board.asked).toBeGreaterThan(asked), WAIT);
      } else {
        await playOn(game, () => one);
      }
    }
    const moves = (await stepsOf(database, game.gameId)).filter(({ actor }) => actor === 'standIn');
    expect(moves.length).toBeGreaterThan(0);
    expect(new Set(moves.map(({ key }) => key)).size).toBe(moves.length);
    const events = (await one.log.read(game.gameId, 0)).map(({ event }) => event);
    const played = events.filter((event) => event.type === 'setPlayed' && event.seat === 0);
    expect(played.map(({ cause }) => cause)).toEqual(played.map(() => 'standIn'));
  });

  test('R-LEAVE-3: stops when the owner is back, on another node', async () => {
    const game = await startedGame(database, one, { ruleset: { end: { hands: 1 } } });
    await playToPhase(game, 'play');
    await say(one, game, 0, { type: 'leave' });
    await say(two, game, 0, { type: 'comeBack' });
    const row = { gameId: game.gameId, version: (await stateOf(game)).board.version, reason: 'bots' } as const;
    await Promise.all([one.drive(row), two.drive(row)]);
    expect((await stateOf(game)).board.seats[0]).toMatchObject({ controlledBy: 'player', away: null });
    expect((await stepsOf(database, game.gameId)).filter(({ actor }) => actor === 'standIn')).toEqual([]);
  });

  test('R-LEAVE-2: takes over from somebody who is silent, said once by the clock', async () => {
    const game = await startedGame(database, one, { ruleset: { end: { hands: 1 } }, turnSeconds: 90 });
    await playToPhase(game, 'play');
    one.sweep.start();
    two.sweep.start();
    const [absent = 0] = (await stateOf(game)).board.awaiting;
    for (let look = 0; look < 2; look += 1) {
      const { version } = (await stateOf(game)).board;
      await makeDue(database);
      one.sweep.nudge();
      two.sweep.nudge();
      await vi.waitFor(async () => expect((await stateOf(game)).board.version).toBeGreaterThan(version), WAIT);
    }
    expect((await stateOf(game)).board.seats[absent]).toMatchObject({ controlledBy: 'standIn', away: 'idle' });
    const said = (await stepsOf(database, game.gameId)).filter(({ key }) => key.startsWith('absence'));
    expect(said).toHaveLength(1);
  });
});

describe('a game that waits for ever', () => {
  test('R-GAME-6: is abandoned once, when its time is up', async () => {
    const game = await startedGame(database, one, { turnSeconds: null });
    await playToPhase(game, 'play');
    expect((await stateOf(game)).board.deadline).toBeNull();
    one.sweep.start();
    two.sweep.start();
    await makeDue(database);
    one.sweep.nudge();
    two.sweep.nudge();
    await vi.waitFor(async () => expect((await stateOf(game)).board.result?.reason).toBe('abandoned'), WAIT);
    await vi.waitFor(() => expect([...one.ended, ...two.ended]).toEqual([game.gameId]), WAIT);
  });

  test('R-LEAVE-9: so is one that waits for players', async () => {
    const game = await startedGame(database, one, { players: 4, pauseSeconds: 8 });
    await say(one, game, 1, { type: 'leave' });
    expect((await stateOf(game)).board).toMatchObject({ phase: 'waiting', deadline: null });
    const row = { gameId: game.gameId, version: (await stateOf(game)).board.version, reason: 'clock' } as const;
    await Promise.all([one.drive(row), two.drive(row)]);
    expect((await stateOf(game)).board.result?.reason).toBe('abandoned');
  });
});
