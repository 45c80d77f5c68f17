/** Counts what has happened at simulated tables, so that a run can say what it has met. */
import type { GameEvent } from '../../../src/rules/events.ts';

export interface Figures {
  /** Once more. */
  add(what: string, more?: number): void;
  /** Everything that a game's events tell. */
  count(events: readonly GameEvent[]): void;
  of(what: string): number;
  all(): Readonly<Record<string, number>>;
}

export function createFigures(): Figures {
  const counts = new Map<string, number>();
  const add = (what: string, more = 1) => void counts.set(what, (counts.get(what) ?? 0) + more);
  return {
    add,
    count(events) {
      for (const event of events) {
        const what = nameOf(event);
        if (what !== null) add(what);
      }
    },
    of: (what) => counts.get(what) ?? 0,
    all: () => Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b))),
  };
}

function nameOf(event: GameEvent): string | null {
  switch (event.type) {
    case 'handEnded':
      return 'hands';
    case 'handVoided':
      return `void hands (${event.reason})`;
    case 'newcomerArrived':
      return event.kind === 'human' ? 'joined' : 'bots joined';
    case 'playerLeft':
      return event.cause === 'clock' ? 'silent for too long' : 'left';
    case 'standInStarted':
      return event.reason === 'idle' ? 'silent for too long' : null;
    case 'standInEnded':
    case 'playerReturned':
      return 'returned';
    case 'playerFolded':
      return 'folded';
    case 'placementOpened':
      return 'places chosen';
    case 'endProposed':
      return 'ends proposed';
    case 'endVoted':
      return 'votes';
    case 'endVoteClosed':
      return event.agreed ? 'votes that agreed' : 'votes that failed';
    case 'gameEnded':
      return `games ended (${event.reason})`;
    default:
      return null;
  }
}
