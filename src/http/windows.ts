/** Counts callers in windows that begin with the first request: at once by what this node knows, and in the tally for all nodes. */
import { LRUCache } from 'lru-cache';
import type { Tally } from '../ports/tally.ts';

export interface Counted {
  readonly used: number;
  /** Until the window ends. */
  readonly msLeft: number;
}

export interface Windows {
  /** Counts one, and answers at once: the other nodes' part is as the tally told it last. */
  count(caller: string, windowSeconds: number): Counted;
  /** Counts one, and answers with what all nodes have counted before it; while the tally is away as `count` does. */
  agree(caller: string, windowSeconds: number): Promise<Counted>;
  /** Counts nothing. */
  look(caller: string, windowSeconds: number): Counted;
}

interface Heard {
  /** What the tally said that all nodes had counted, */
  readonly used: number;
  /** when it had been told so many of ours. */
  readonly ours: number;
}

interface Window {
  ends: number;
  /** Counted on this node. */
  ours: number;
  /** Of these, how many the tally has been told. A message that is lost is not told again: better too few than too many. */
  told: number;
  heard: Heard;
  /** What is about to be told, with all that comes until then. */
  asking: Promise<Heard | null> | null;
}

/** So many callers are remembered; whoever called longest ago is forgotten first. */
const MOST_CALLERS = 100_000;

/** @param tally `null` where there is one node only */
export function createWindows(clock: { now(): number }, tally: Tally | null): Windows {
  const windows = new LRUCache<string, Window>({ max: MOST_CALLERS });

  function open(caller: string, windowSeconds: number): Window {
    const known = windows.get(caller);
    if (known !== undefined && known.ends > clock.now()) return known;
    const ends = clock.now() + windowSeconds * 1000;
    const begun: Window = { ends, ours: 0, told: 0, heard: { used: 0, ours: 0 }, asking: null };
    windows.set(caller, begun);
    return begun;
  }

  /** What comes within one turn of the event loop is told together. */
  async function tell(window: Window, caller: string, windowSeconds: number): Promise<Heard | null> {
    if (tally === null || !tally.healthy()) return null;
    window.asking ??= new Promise((resolve) => {
      setImmediate(async () => {
        window.asking = null;
        const { ours } = window;
        const by = ours - window.told;
        window.told = ours;
        const told = await tally.add(caller, by, windowSeconds);
        if (told === null) return resolve(null);
        window.heard = { used: told.used, ours };
        window.ends = clock.now() + told.msLeft;
        resolve(window.heard);
      });
    });
    return window.asking;
  }

  /** @param nth which of this node's own it is */
  function counted(window: Window, nth: number, heard = window.heard): Counted {
    return { used: heard.used + nth - heard.ours, msLeft: Math.max(0, window.ends - clock.now()) };
  }

  return {
    count(caller, windowSeconds) {
      const window = open(caller, windowSeconds);
      window.ours += 1;
      void tell(window, caller, windowSeconds);
      return counted(window, window.ours);
    },
    async agree(caller, windowSeconds) {
      const window = open(caller, windowSeconds);
      window.ours += 1;
      const nth = window.ours;
      const heard = await tell(window, caller, windowSeconds);
      return counted(window, nth, heard ?? undefined);
    },
    look(caller, windowSeconds) {
      const known = windows.get(caller);
      if (known === undefined || known.ends <= clock.now()) return { used: 0, msLeft: windowSeconds * 1000 };
      return counted(known, known.ours);
    },
  };
}
