/** The clock of a table that asks for nothing special. */
import type { Clock } from '../../src/rules/clock.ts';

export const CLOCK: Clock = {
  turnSeconds: 30,
  taxSeconds: 45,
  revolutionSeconds: 10,
  placementSeconds: 45,
  pauseSeconds: 8,
  graceSeconds: 60,
  bankSeconds: null,
};
