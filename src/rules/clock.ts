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

/** The last sum: one event is put on the board of the state and on that of every viewer, and dates are dear. */
let last = { at: '', seconds: 0, time: '' };

/** The time `seconds` after `at`; `null` for a clock that waits for ever. */
export function later(at: Time, seconds: number | null): Time | null {
  if (seconds === null) return null;
  if (last.at !== at || last.seconds !== seconds) {
    last = { at, seconds, time: new Date(Date.parse(at) + seconds * 1000).toISOString() };
  }
  return last.time;
}
