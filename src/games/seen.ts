/** A game as one player may see it now: the present from a seat, and for who only looks on as late as its table wants it. */
import { Problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';
import { view as viewOf } from '../rules/dalmuti.ts';
import type { Viewer } from '../rules/public-events.ts';
import type { State } from '../rules/state.ts';
import type { View } from '../rules/view.ts';
import { delayMsOf, noSuchGame, viewerIn } from './access.ts';
import type { MayKnow } from './known.ts';
import type { States } from './load.ts';
import type { Past } from './past.ts';

/** A game as one player may see it. */
export interface Seen {
  readonly viewer: Viewer;
  /** As of now, and for a delayed spectator as of then. */
  readonly view: View;
  readonly delayed: boolean;
  /** The present, which a delayed spectator must not learn. */
  readonly state: State;
}

export interface Eyes {
  /** @throws Problem `not_found`, exactly as for a game that does not exist */
  seenBy(gameId: string, playerId: string): Promise<Seen>;
  /** @returns `null` where he may see nothing of it, or nothing yet */
  seenAs(state: State, playerId: string): Promise<Seen | null>;
}

interface EyesNeeds {
  readonly states: States;
  readonly past: Past;
  readonly mayKnow: MayKnow;
  readonly clock: SystemClock;
}

export function createEyes({ states, past, mayKnow, clock }: EyesNeeds): Eyes {
  async function seen(state: State | null, playerId: string): Promise<Seen> {
    const viewer = state === null ? null : viewerIn(state, playerId, clock.now());
    if (state === null || viewer === null) throw noSuchGame();
    if (viewer !== 'spectator') return { state, viewer, view: viewOf(state, viewer), delayed: false };
    const view = await past.board(state);
    if (view === null) throw noSuchGame();
    return { state, viewer, view, delayed: delayMsOf(state) > 0 };
  }

  return {
    async seenBy(gameId, playerId) {
      if (!(await mayKnow(gameId, playerId))) throw noSuchGame();
      return seen(await states.fresh(gameId), playerId);
    },
    async seenAs(state, playerId) {
      try {
        return await seen(state, playerId);
      } catch (error) {
        if (error instanceof Problem && error.code === 'not_found') return null;
        throw error;
      }
    },
  };
}
