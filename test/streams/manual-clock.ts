/** A clock that stands still until a test puts it forward; timers run at their time, in order. */
import type { SystemClock } from '../../src/ports/system.ts';

export interface ManualClock extends SystemClock {
  forward(ms: number): void;
  /** Timers that are still to come. */
  pending(): number;
}

interface Timer {
  due: number;
  readonly every: number | null;
  readonly run: () => void;
}

export function manualClock(start: string): ManualClock {
  let now = Date.parse(start);
  const timers = new Set<Timer>();

  function add(timer: Timer): () => void {
    timers.add(timer);
    return () => timers.delete(timer);
  }

  return {
    now: () => now,
    after: (ms, run) => add({ due: now + ms, every: null, run }),
    every: (ms, run) => add({ due: now + ms, every: ms, run }),
    pending: () => timers.size,
    forward(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ due }) => due <= end).sort((one, other) => one.due - other.due);
        if (next === undefined) break;
        now = next.due;
        if (next.every === null) timers.delete(next);
        else next.due += next.every;
        next.run();
      }
      now = end;
    },
  };
}
