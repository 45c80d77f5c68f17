/** Plays one seat: the whole of what a bot is, apart from how it chooses. */
import type { Command } from '../rules/commands.ts';
import type { View } from '../rules/view.ts';
import type { GameView } from './game-view.ts';
import { Refused, StreamEnded } from './refused.ts';
import type { Stream } from './stream.ts';
import type { EventsFrame, Problem } from './wire.ts';

export interface Player {
  /** Picks one of `view.you.legal`, which is not empty; may take its time. */
  readonly choose: (view: View) => Command | Promise<Command>;
  /** Told of everything, whether or not this seat is asked. */
  readonly watch?: (game: GameView, frame: EventsFrame | null) => void;
  /** Told of each refusal; the bot then looks at the game again. */
  readonly refused?: (problem: Problem, command: Command) => void;
}

/**
 * Answers whenever the game asks this stream's player something, until the game is over.
 * @returns the game at its end
 * @throws StreamEnded
 */
export function playGame(stream: Stream, gameId: string, { choose, watch, refused }: Player): Promise<GameView> {
  return new Promise((resolve, reject) => {
    let newest: GameView | null = null;
    /** Own commands are in the views from this version on: until then the game is not looked at again. */
    let settled = 0;
    let busy = false;

    stream.ended.then((reason) => reject(new StreamEnded(reason)));
    const stop = stream.follow(gameId, (game, frame) => {
      newest = game;
      watch?.(game, frame);
      if (game.view.phase === 'ended') {
        stop();
        resolve(game);
      } else {
        act().catch(reject);
      }
    });

    async function act(): Promise<void> {
      while (newest !== null && !busy && isAsked(newest.view) && newest.view.version >= settled) {
        busy = true;
        const { view } = newest;
        try {
          const command = await choose(view);
          // Whoever took his time may find that the question is gone.
          if (isAsked(newest.view)) settled = await send(command, view.version);
        } finally {
          busy = false;
        }
      }
    }

    /** @returns the version to wait for: after a refusal any later one, for at this one it would be refused again */
    async function send(command: Command, expectedVersion: number): Promise<number> {
      try {
        return (await stream.send(gameId, { ...command, expectedVersion })).version;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refused?.(error.problem, command);
        return expectedVersion + 1;
      }
    }
  });
}

function isAsked({ you, phase }: View): boolean {
  return phase !== 'ended' && you !== null && you.legal.length > 0;
}
