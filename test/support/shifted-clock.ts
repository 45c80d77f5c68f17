/** The real clock, which a test may put forward: timers run as always, only `now` differs. */
import { systemClock } from '../../src/adapters/system.ts';
import type { SystemClock } from '../../src/ports/system.ts';

export interface ShiftedClock extends SystemClock {
  forward(ms: number): void;
}

export function shiftedClock(): ShiftedClock {
  let shift = 0;
  return {
    ...systemClock,
    now: () => systemClock.now() + shift,
    forward(ms) {
      shift += ms;
    },
  };
}
