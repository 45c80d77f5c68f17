/** A table's clock: what it asks for over the defaults (docs/PROTOCOL.md). */
import type { Clock } from '../rules/clock.ts';

export const DEFAULT_CLOCK: Clock = {
  turnSeconds: 30,
  taxSeconds: 45,
  revolutionSeconds: 10,
  placementSeconds: 45,
  pauseSeconds: 8,
  graceSeconds: 60,
  bankSeconds: null,
};

export function resolveClock(wanted: { readonly [K in keyof Clock]?: Clock[K] | undefined }): Clock {
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  return { ...DEFAULT_CLOCK, ...given };
}
