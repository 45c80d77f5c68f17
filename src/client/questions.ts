/** What one game asks of one player: each question once, and what becomes of its answer. */
import type { Command } from '../rules/commands.ts';
import type { View, You } from '../rules/view.ts';
import type { Sent } from './carrier.ts';
import type { Problem } from './contract.ts';
import type { GameView } from './game-view.ts';
import { Refused } from './refused.ts';
import type { Stream } from './stream.ts';

/** A question that this player is asked. */
export interface Turn {
  readonly gameId: string;
  /** The game as it stood when it asked. */
  readonly view: View;
  /** Names and presence too. */
  readonly game: GameView;
  readonly seat: number;
  /** Cheapest first, `pass` last; never empty. */
  readonly legal: readonly Command[];
  /** What the clock would send. */
  readonly onTimeout: Command | null;
  /** Until when an answer is waited for, in server time; `null` for ever. */
  readonly deadline: string | null;
  /** Aborted as soon as an answer is of no use any more: to break off thinking. */
  readonly signal: AbortSignal;
  /**
   * Sends the answer, under one key, until it is known what became of it.
   * @returns `null` when the game has moved on meanwhile and waits for it no longer, or asks anew
   * @throws Refused when it is no good; the same turn may be answered again
   * @throws StreamEnded
   */
  answer(command: Command): Promise<Sent | null>;
}

export interface Questions {
  /** To be called with each change of the game. */
  update(game: GameView): void;
  /** Takes back the question that is open. */
  close(): void;
}

interface Open {
  /** Of the question: `you.asked`. */
  readonly id: number | null;
  readonly turn: Turn;
  readonly gone: AbortController;
  sending: boolean;
}

/** @param offer is given each question once; its `signal` takes it back */
export function questionsOf(stream: Stream, gameId: string, offer: (turn: Turn) => void): Questions {
  let newest: GameView | null = null;
  let open: Open | null = null;
  /** Own commands are in the views from this version on: until then the game is not looked at again. */
  let settled = 0;
  /** Waits until the game has come to this version. */
  let waiting: { readonly version: number; readonly resolve: () => void } | null = null;

  function tellWaiting(): void {
    if (waiting !== null && (newest === null || newest.view.version >= waiting.version)) {
      waiting.resolve();
      waiting = null;
    }
  }

  function look(): void {
    const you = newest === null ? null : askedIn(newest.view);
    if (newest === null || you === null) takeBack();
    else if (!open?.sending && newest.view.version >= settled && open?.id !== you.asked) {
      takeBack();
      open = ask(newest, you);
      offer(open.turn);
    }
  }

  function takeBack(): void {
    // An answer on its way is told by its own answer.
    if (open === null || open.sending) return;
    const { gone } = open;
    open = null;
    gone.abort();
  }

  function ask(game: GameView, you: You): Open {
    const { view } = game;
    const gone = new AbortController();
    const asked: Open = {
      id: you.asked,
      gone,
      sending: false,
      turn: {
        gameId,
        view,
        game,
        seat: you.seat,
        legal: you.legal,
        onTimeout: you.onTimeout,
        deadline: view.deadline,
        signal: gone.signal,
        answer: async (command) => {
          if (open !== asked || asked.sending) return null;
          asked.sending = true;
          try {
            const sent = await stream.send(gameId, { ...command, expectedVersion: you.asked ?? view.version });
            settled = sent.version;
            forget(asked);
            return sent;
          } catch (error) {
            const isGone = error instanceof Refused && (await wentOn(asked, error.problem));
            asked.sending = false;
            if (!isGone) {
              look();
              throw error;
            }
            forget(asked);
            return null;
          }
        },
      },
    };
    return asked;
  }

  /** Whether the game waits for this answer no longer: somebody else was quicker, the clock say, or a call of the revolution. */
  async function wentOn({ id, turn }: Open, { code, version = 0 }: Problem): Promise<boolean> {
    if (code === 'version_conflict') return true;
    if (version <= turn.view.version) return false;
    // Others may have moved without touching this question: what it is now is seen at that version.
    await new Promise<void>((resolve) => {
      waiting = { version, resolve };
      tellWaiting();
    });
    const you = newest === null ? null : askedIn(newest.view);
    return newest === null || you === null || you.asked !== id;
  }

  function forget(asked: Open): void {
    if (open === asked) open = null;
    asked.gone.abort();
    look();
  }

  return {
    update(game) {
      newest = game;
      tellWaiting();
      look();
    },
    close() {
      newest = null;
      tellWaiting();
      takeBack();
    },
  };
}

/** @returns `null` when this player is asked nothing now */
export function askedIn({ you, phase }: View): You | null {
  return phase === 'ended' || you === null || you.legal.length === 0 ? null : you;
}
