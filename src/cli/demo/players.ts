/** The demo's bots: each on a socket of its own, with a policy, a little time to think, and good manners. */
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { seededChance } from '../../bots/chance.ts';
import { POLICIES } from '../../bots/levels.ts';
import type { Level } from '../../bots/policy.ts';
import type { GameView } from '../../client/game-view.ts';
import { playGame } from '../../client/play.ts';
import { openStream } from '../../client/stream.ts';
import { eventsIn } from '../../client/topics.ts';
import type { Problem } from '../../client/wire.ts';
import type { View } from '../../rules/view.ts';

export interface SeatedBot {
  readonly base: string;
  readonly gameId: string;
  readonly name: string;
  readonly token: string;
  readonly level: Level;
  readonly seed: string;
  readonly delayMs: number;
  readonly refused: (problem: Problem) => void;
  /** Called once this bot sees the table; nobody answers anything until the promise resolves. */
  readonly seated: () => Promise<void>;
  /** Ends the bot, in the middle of a game too. */
  readonly signal: AbortSignal;
}

/** @returns the game at its end */
export async function playSeat({
  base,
  gameId,
  name,
  token,
  level,
  seed,
  delayMs,
  refused,
  seated,
  signal,
}: SeatedBot): Promise<GameView> {
  const chance = seededChance(`${seed}/${name}`);
  const stream = openStream({ base, token, WebSocket });
  signal.addEventListener('abort', stream.close, { once: true });
  /** Answers to the revolution window that have been given since it opened: none before everybody is seated. */
  let given = 0;
  let everybody: Promise<void> | null = null;
  let waiting: (() => void) | null = null;
  try {
    return await playGame(stream, gameId, {
      async choose(view) {
        await everybody;
        await (view.phase === 'revolution'
          ? myTurnToAnswer(view)
          : sleep(thinking(view, delayMs), undefined, { signal }));
        return POLICIES[level](view, chance);
      },
      watch(game, change) {
        // A later snapshot does not say how many have answered.
        if (change === null && everybody !== null) given = Number.POSITIVE_INFINITY;
        everybody ??= seated();
        for (const { type } of eventsIn(change)) {
          if (type === 'handDealt') given = 0;
          if (type === 'revolutionAnswered') given += 1;
        }
        // A call has closed the window: whoever still waits has nothing left to say.
        if (game.view.phase !== 'revolution') given = Number.POSITIVE_INFINITY;
        waiting?.();
      },
      refused,
    });
  } finally {
    stream.close();
  }

  /** In the order of seats, one after another: a call that overtook other answers would make them late. */
  async function myTurnToAnswer({ order, you }: View): Promise<void> {
    const place = order.indexOf(you?.seat ?? 0);
    // The first one leaves time to look at what the hand before has brought.
    if (place === 0) await sleep(10 * delayMs, undefined, { signal });
    while (given < place) {
      await new Promise<void>((resolve) => {
        waiting = resolve;
      });
    }
    waiting = null;
  }
}

/** Passing is quick, so that one sees the plays. */
function thinking({ you }: View, delayMs: number): number {
  return you?.legal.length === 1 ? delayMs / 3 : delayMs;
}
