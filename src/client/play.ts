/** Plays one seat of one game: the whole of what a bot is, apart from how it chooses. */
import type { Command } from '../rules/commands.ts';
import type { View } from '../rules/view.ts';
import type { GameView } from './game-view.ts';
import { questionsOf, type Turn } from './questions.ts';
import { Refused, StreamEnded } from './refused.ts';
import type { Stream } from './stream.ts';
import type { GameChange } from './topics.ts';
import type { Problem } from './wire.ts';

export interface Player {
  /** Picks one of `view.you.legal`, which is not empty; may take its time. */
  readonly choose: (view: View) => Command | Promise<Command>;
  /** Told of everything, whether or not this seat is asked. */
  readonly watch?: (game: GameView, change: GameChange) => void;
  /** Told of each refusal; the seat then waits for another question. */
  readonly refused?: (problem: Problem, command: Command) => void;
}

/**
 * Answers whenever the game asks this stream's player something, until the game is over.
 * @returns the game at its end
 * @throws StreamEnded, Refused when the game may not be followed
 */
export function playGame(stream: Stream, gameId: string, { choose, watch, refused }: Player): Promise<GameView> {
  return new Promise((resolve, reject) => {
    const questions = questionsOf(stream, gameId, (turn) => {
      answer(turn).catch(reject);
    });
    const stop = stream.follow(
      gameId,
      (game, change) => {
        watch?.(game, change);
        questions.update(game);
        if (game.view.phase !== 'ended') return;
        stop();
        resolve(game);
      },
      (error) => reject(error ?? new StreamEnded('the game is over')),
    );
  });

  async function answer(turn: Turn): Promise<void> {
    const command = await choose(turn.view);
    // Whoever took his time may find that the question is gone.
    if (turn.signal.aborted) return;
    try {
      await turn.answer(command);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused?.(error.problem, command);
    }
  }
}
