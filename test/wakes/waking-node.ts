/** A node that also looks after wakes: the street, the built-in bots and a sweep on a test database. */

import { systemClock, systemEntropy } from '../../src/adapters/system.ts';
import { createWakes } from '../../src/adapters/wakes.ts';
import { createBots } from '../../src/bots/runner.ts';
import type { Bus } from '../../src/ports/bus.ts';
import type { Wake } from '../../src/ports/event-log.ts';
import { createDrive } from '../../src/wakes/drive.ts';
import { createSweep, type Sweep } from '../../src/wakes/sweep.ts';
import type { TestDatabase } from '../support/database.ts';
import { type GameNode, openGameNode, PATIENCE } from '../support/game-node.ts';
import { silentLogger } from '../support/logger.ts';

export interface WakingNode extends GameNode {
  readonly sweep: Sweep;
  readonly drive: ReturnType<typeof createDrive>;
  readonly wakes: ReturnType<typeof createWakes>;
  /** Ids of games whose end this node was told of. */
  readonly ended: readonly string[];
}

export async function openWakingNode(database: TestDatabase, bus: Bus): Promise<WakingNode> {
  const sweepOf: Sweep[] = [];
  const appended = (state: { board: { gameId: string } }, _: unknown, wake: Wake): void => {
    sweepOf[0]?.nudge(wake.delayMs, state.board.gameId);
  };
  const node = await openGameNode(database, bus, { appended });
  const wakes = createWakes(database);
  const { handle, states } = node.games;
  const logger = silentLogger();
  const playBots = createBots({ handle, level: node.directory.level, entropy: systemEntropy, logger });
  const drive = createDrive({ load: states.fresh, handle, playBots, wakes, clock: systemClock, patience: PATIENCE });
  const ended: string[] = [];
  const sweep = createSweep({
    wakes,
    clock: systemClock,
    logger,
    handlers: {
      clock: drive,
      bots: drive,
      ended: async ({ gameId, version }) => {
        ended.push(gameId);
        await wakes.remove(gameId, version);
      },
    },
  });
  sweepOf.push(sweep);
  return {
    ...node,
    sweep,
    drive,
    wakes,
    ended,
    close: async () => {
      await sweep.stop();
      await node.close();
    },
  };
}

/** Puts the time of every game forward to its next wake, as only the database's clock can. */
export async function makeDue({ pool }: TestDatabase): Promise<void> {
  await pool.query('UPDATE game_wakes SET due = now(), leased_until = NULL');
}

export interface StoredStep {
  readonly actor: string;
  readonly key: string;
  readonly version: number;
}

/** Who appended what, in order. */
export async function stepsOf({ pool }: TestDatabase, gameId: string): Promise<readonly StoredStep[]> {
  const { rows } = await pool.query<StoredStep>(
    'SELECT actor, key, version FROM game_events WHERE game_id = $1 AND actor IS NOT NULL ORDER BY version',
    [gameId],
  );
  return rows;
}
