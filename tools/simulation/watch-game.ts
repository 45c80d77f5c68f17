/** Plays a planned game and holds everything that happens in it against invariants. */
import type { GameEvent } from '../../src/rules/events.ts';
import type { Fault, Invariant, Watch } from './invariant.ts';
import type { GamePlan } from './plan.ts';
import { type Sight, Stuck, sightsOf } from './play-game.ts';
import { WORLD } from './world.ts';

export interface Violation {
  /** The clause, promise or decision that does not hold. */
  readonly source: string;
  /** Of the last event before it was found. */
  readonly version: number;
  readonly what: string;
}

/**
 * @param isEnough is told everything that has been held against the invariants; `true` leaves the game there
 * @returns the first thing that does not hold, or `null`; whatever is thrown counts as such a thing
 */
export function watchGame(
  plan: GamePlan,
  invariants: readonly Invariant[],
  world = WORLD,
  isEnough: (sight: Sight) => boolean = () => false,
): Violation | null {
  const watches = invariants.map(({ source, watch }): Named => ({ source, ...watch(world.rules) }));
  const lookingAt = {
    event: watches.filter(({ event }) => event !== undefined),
    move: watches.filter(({ move }) => move !== undefined),
    end: watches.filter(({ end }) => end !== undefined),
    start: [],
  };
  const events: GameEvent[] = [];
  try {
    for (const sight of sightsOf(plan, world)) {
      if ('event' in sight) events.push(sight.event);
      for (const watch of lookingAt[sight.kind]) {
        const what = faultAt(watch, sight, events);
        if (what !== null) return { source: watch.source, version: events.length, what };
      }
      if (isEnough(sight)) return null;
    }
    return null;
  } catch (error) {
    return { ...thrown(error), version: events.length };
  }
}

type Named = Watch & Pick<Invariant, 'source'>;

function faultAt(watch: Watch, sight: Sight, events: readonly GameEvent[]): Fault {
  switch (sight.kind) {
    case 'start':
      return null;
    case 'event':
      return watch.event?.(sight) ?? null;
    case 'move':
      return watch.move?.(sight) ?? null;
    case 'end':
      return watch.end?.(events, sight.end) ?? null;
    default:
      return sight satisfies never;
  }
}

/** Rules never throw for a move that they have listed (decision 1). */
function thrown(error: unknown): Pick<Violation, 'source' | 'what'> {
  if (error instanceof Stuck) return { source: error.source, what: error.message };
  return { source: 'decision 1', what: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
