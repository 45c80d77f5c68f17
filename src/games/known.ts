/** Whether somebody may know of a game at all, found out so that a hidden game costs the same look as one that does not exist. */
import type { EventLog } from '../ports/event-log.ts';
import type { SystemClock } from '../ports/system.ts';
import { viewerIn } from './access.ts';
import type { States } from './load.ts';

/** May be wider than `viewerIn` of the present state, and is never narrower. */
export type MayKnow = (gameId: string, playerId: string) => Promise<boolean>;

interface Needs {
  readonly states: States;
  readonly log: EventLog;
  readonly clock: SystemClock;
}

/** Of a game that this node holds, and that he may see, nothing is asked. */
export function createMayKnow({ states, log, clock }: Needs): MayKnow {
  return async (gameId, playerId) => {
    const held = states.held(gameId);
    if (held !== null && viewerIn(held, playerId, clock.now()) !== null) return true;
    return log.isKnownTo(gameId, playerId, clock.now());
  };
}
