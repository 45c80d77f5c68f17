/** A table's clock: what it asks for over the defaults, as far as it is played yet (docs/PROTOCOL.md). */
import { problem } from '../http/problem.ts';
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

/** Belong to joining, leaving and time banks, which are not played yet. */
const NOT_BUILT = ['placementSeconds', 'graceSeconds', 'bankSeconds'] as const satisfies readonly (keyof Clock)[];

/** @throws Problem `ruleset_refused`, naming each key that cannot be set yet */
export function resolveClock(wanted: { readonly [K in keyof Clock]?: Clock[K] | undefined }): Clock {
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const clock: Clock = { ...DEFAULT_CLOCK, ...given };
  const errors = NOT_BUILT.filter((key) => clock[key] !== DEFAULT_CLOCK[key]).map((key) => ({
    pointer: `#/clock/${key}`,
    code: 'not_built',
    detail: `${key} can only be ${DEFAULT_CLOCK[key]} yet.`,
  }));
  if (errors.length > 0) throw problem('ruleset_refused', 'The clock asks for what is not played yet.', { errors });
  return clock;
}
