/** How long the table waits for an answer; `null` waits for ever (R-PLAY-12, R-TAX-13, R-GAME-7). */

export interface Clock {
  readonly turnSeconds: number | null;
  readonly taxSeconds: number | null;
  readonly revolutionSeconds: number | null;
  readonly placementSeconds: number | null;
  readonly pauseSeconds: number;
  readonly graceSeconds: number;
  readonly bankSeconds: number | null;
}

/** RFC 3339, UTC, milliseconds: `2026-01-05T19:00:00.000Z`. */
export type Time = string;

/** The time `seconds` after `at`; `null` for a clock that waits for ever. */
export function later(at: Time, seconds: number | null): Time | null {
  if (seconds === null) return null;
  return new Date(Date.parse(at) + seconds * 1000).toISOString();
}
