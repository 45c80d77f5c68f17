/** A table's clock: what it asks for over the defaults (docs/PROTOCOL.md). */
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

/** @throws Problem `ruleset_refused` for a time bank that nothing could ever be taken from */
export function resolveClock(wanted: { readonly [K in keyof Clock]?: Clock[K] | undefined }): Clock {
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const clock: Clock = { ...DEFAULT_CLOCK, ...given };
  if (clock.bankSeconds === null || clock.turnSeconds !== null) return clock;
  const detail = 'bankSeconds lengthens turns, which have no end where turnSeconds is null.';
  throw problem('ruleset_refused', detail, {
    errors: [{ pointer: '#/clock/bankSeconds', code: 'incompatible', detail }],
  });
}
