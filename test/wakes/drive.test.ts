/** Clocks and built-in bots on the real log, with several nodes at once (decision 11, promise 5). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLocalBus } from '../../src/adapters/local-bus.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type SeatedGame, startedGame } from '../support/game-node.ts';
import { makeDue, openWakingNode, stepsOf, type WakingNode } from './waking-node.ts';

const HANDS = { end: { hands: 1 } };
/** Only how long a broken test takes to fail. */
const PATIENCE_MS = 120_000;
const WAIT = { timeout: PATIENCE_MS, interval: 20 };
vi.setConfig({ testTimeout: PATIENCE_MS + 5000 });

describe('two nodes on one database', () => {
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

  async function builtInGame(): Promise<SeatedGame> {
    const game = await startedGame(database, one, { kind: 'builtIn', ruleset: HANDS });
    const ids = game.players.map(({ id }) => id);
    await database.prisma.player.updateMany({ where: { id: { in: ids } }, data: { kind: 'builtIn', level: 'greedy' } });
    return game;
  }

  const phase = async ({ gameId }: SeatedGame) => (await one.games.states.fresh(gameId))?.board.phase;
  const version = async ({ gameId }: SeatedGame): Promise<number> =>
    (await one.games.states.fresh(gameId))?.board.version ?? 0;

  test('a game of built-in bots is played to its end, and its end is told once', async () => {
    const game = await builtInGame();
    one.sweep.start();
    two.sweep.start();
    await vi.waitFor(async () => expect(await phase(game)).toBe('ended'), WAIT);
    await vi.waitFor(() => expect([...one.ended, ...two.ended]).toEqual([game.gameId]), WAIT);
    const { rows } = await database.pool.query('SELECT * FROM game_wakes');
    expect(rows).toEqual([]);
  });

  test('R-PLAY-12, R-TAX-13: whatever is overdue gets its default move exactly once, however many nodes look', async () => {
    const game = await startedGame(database, one, { ruleset: HANDS, pauseSeconds: 8 });
    one.sweep.start();
    two.sweep.start();
    const rounds = 25;
    for (let round = 0; round < rounds; round += 1) {
      const before = await version(game);
      await makeDue(database);
      one.sweep.nudge();
      two.sweep.nudge();
      await vi.waitFor(async () => expect(await version(game)).toBeGreaterThan(before), WAIT);
    }
    const clock = (await stepsOf(database, game.gameId)).filter(({ actor }) => actor === 'clock');
    expect(clock).toHaveLength(rounds);
    expect(new Set(clock.map(({ key }) => key)).size).toBe(rounds);
  });

  test('both nodes at the same row at the same moment append one step', async () => {
    const game = await startedGame(database, one, { ruleset: HANDS, pauseSeconds: 8 });
    for (let round = 0; round < 10; round += 1) {
      const row = { gameId: game.gameId, version: await version(game), reason: 'clock' } as const;
      await Promise.all([one.drive(row), two.drive(row)]);
    }
    expect((await stepsOf(database, game.gameId)).filter(({ actor }) => actor === 'clock')).toHaveLength(10);
  });

  test('both nodes playing the bots of one game double nothing', async () => {
    const game = await builtInGame();
    await vi.waitFor(async () => {
      const row = { gameId: game.gameId, version: await version(game), reason: 'bots' } as const;
      await Promise.all([one.drive(row), two.drive(row)]);
      expect(await phase(game)).toBe('ended');
    }, WAIT);
    const steps = await stepsOf(database, game.gameId);
    const answers = steps.map(({ actor, key }) => `${actor} ${key}`);
    expect(new Set(answers).size).toBe(answers.length);
  });

  test('a node that dies with rows in its hands holds nothing up: the lease ends by itself', async () => {
    const game = await builtInGame();
    const dead = await one.wakes.claim({ people: 10, botsOnly: 10 }, 300);
    expect(dead.map(({ gameId }) => gameId)).toEqual([game.gameId]);
    expect(await two.wakes.claim({ people: 10, botsOnly: 10 }, 300)).toEqual([]);
    two.sweep.start();
    await vi.waitFor(async () => expect(await phase(game)).toBe('ended'), WAIT);
  });

  test('a node that dies in the middle of a game leaves it to the other, which goes on where it was', async () => {
    const game = await builtInGame();
    one.sweep.start();
    await vi.waitFor(async () => expect(await version(game)).toBeGreaterThan(10), { ...WAIT, interval: 1 });
    await one.sweep.stop();
    two.sweep.start();
    await vi.waitFor(async () => expect(await phase(game)).toBe('ended'), WAIT);
    const steps = await stepsOf(database, game.gameId);
    expect(new Set(steps.map(({ actor, key }) => `${actor} ${key}`)).size).toBe(steps.length);
  });

  test('a row that a later step has replaced is left alone', async () => {
    const game = await startedGame(database, one, { ruleset: HANDS, pauseSeconds: 8 });
    const old = { gameId: game.gameId, version: (await version(game)) - 1, reason: 'clock' } as const;
    const before = await version(game);
    await one.drive(old);
    expect(await version(game)).toBe(before);
  });

  test('a row of a game that is not there is taken away', async () => {
    const game = await startedGame(database, one, { ruleset: HANDS });
    const stranger = '019b8f0a-0002-7001-8001-0000000d0201';
    await database.pool.query('UPDATE game_wakes SET game_id = $1 WHERE game_id = $2', [stranger, game.gameId]);
    await one.drive({ gameId: stranger, version: await version(game) });
    const { rows } = await database.pool.query('SELECT * FROM game_wakes');
    expect(rows).toEqual([]);
  });
});
