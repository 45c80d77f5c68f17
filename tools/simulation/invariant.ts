/** What an invariant is: something that watches one game from its beginning and says what is wrong with it, if anything. */
import { isDeepStrictEqual } from 'node:util';
import type { GameEvent } from '../../src/rules/events.ts';
import type { State } from '../../src/rules/state.ts';
import type { Moment, Move } from './play-game.ts';
import type { Rules } from './world.ts';

/** What is wrong, in words; `null` when nothing is. */
export type Fault = string | null;

/** Remembers of one game what it needs. */
export interface Watch {
  /** Sees every event but the first. */
  readonly event?: (moment: Moment) => Fault;
  /** Sees every move, before its events. */
  readonly move?: (move: Move) => Fault;
  /** Sees the whole game when it has ended. */
  readonly end?: (events: readonly GameEvent[], end: State) => Fault;
}

export interface Invariant {
  /** Where it is written: a clause of the rules, a promise of the protocol, a decision of the architecture. */
  readonly source: string;
  readonly watch: (rules: Rules) => Watch;
}

/** An invariant that looks at each event by itself. */
export function atEvents(source: string, event: (moment: Moment) => Fault): Invariant {
  return { source, watch: () => ({ event }) };
}

/** An invariant that looks at each move by itself. */
export function atMoves(source: string, move: (move: Move, rules: Rules) => Fault): Invariant {
  return { source, watch: (rules) => ({ move: (each) => move(each, rules) }) };
}

/** A fault when the two differ in their JSON. */
export function unlike(what: string, found: unknown, expected: unknown): Fault {
  const [here, there] = [JSON.stringify(found), JSON.stringify(expected)];
  return here === there ? null : `${what}: ${here} instead of ${there}`;
}

/** The same for whole states and views: tells of the first property that differs. */
export function differing(what: string, found: object, expected: object): Fault {
  if (isDeepStrictEqual(found, expected)) return null;
  const of = (side: object, key: string): unknown => Reflect.get(side, key);
  return (
    firstFault(Object.keys({ ...expected, ...found }), (key) =>
      unlike(`${key} of ${what}`, of(found, key), of(expected, key)),
    ) ?? `${what} differs in what JSON does not show`
  );
}

/** A fault unless the fact holds. */
export function unless(fact: boolean, what: string): Fault {
  return fact ? null : what;
}

/** The first fault that `look` finds in any of the items. */
export function firstFault<T>(items: Iterable<T>, look: (item: T) => Fault): Fault {
  for (const item of items) {
    const fault = look(item);
    if (fault !== null) return fault;
  }
  return null;
}
