/** What a game leaves behind, read from the log: for whoever may see it, and for operators who keep or move it. */
import type { Seeds } from '../games/seeds.ts';
import { playersIn } from '../games/wire.ts';
import type { Directory } from '../identity/directory.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { View } from '../rules/view.ts';
import { fairnessOf, replayOf } from './document.ts';
import type { WireFairness } from './schemas.ts';

export interface Replays {
  /** Both as of the version of a view, beyond which its viewer is told nothing. */
  fairness(state: AsOf): Promise<WireFairness>;
  /** The document of `ReplaySchema`, with the names that its players have now; `null` while the game is not over. */
  replay(state: AsOf): Promise<object | null>;
}

type AsOf = { readonly board: Pick<View, 'gameId' | 'phase' | 'version'> };

export interface ReplaysNeeds {
  readonly seeds: Seeds;
  readonly log: EventLog;
  readonly directory: Directory;
}

export function createReplays({ seeds, log, directory }: ReplaysNeeds): Replays {
  const eventsOf = async ({ board }: AsOf) =>
    (await log.read(board.gameId, 0, board.version)).map(({ event }) => event);

  return {
    fairness: async (state) => fairnessOf(await eventsOf(state), await seeds.reveal(state)),

    async replay(state) {
      const seed = await seeds.reveal(state);
      if (seed === null) return null;
      const events = await eventsOf(state);
      return replayOf(events, await directory.players(playersIn(events)), seed);
    },
  };
}
