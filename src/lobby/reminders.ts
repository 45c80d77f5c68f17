/** When somebody who is awaited is reminded over topic `me`, so that a game at a move a day is not forgotten. */
import type { State } from '../rules/state.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface Reminders {
  /** The last moment at which a reminder was due, milliseconds since 1970; `null` while there was none. */
  readonly last: number | null;
  /** When the next one is due; `null` when no more follows. */
  readonly next: number | null;
}

/**
 * A question is told of when it is put. After that: with a deadline, when half of the time is gone and an hour before the
 * end, if so much time is given at all; without one, once a day.
 *
 * @param now milliseconds since 1970
 */
export function remindersOf({ board, movedAt }: Pick<State, 'board' | 'movedAt'>, now: number): Reminders {
  const asked = Date.parse(movedAt);
  if (board.deadline === null) {
    const days = Math.floor(Math.max(0, now - asked) / DAY_MS);
    return { last: days === 0 ? null : asked + days * DAY_MS, next: asked + (days + 1) * DAY_MS };
  }
  const end = Date.parse(board.deadline);
  const half = asked + (end - asked) / 2;
  const moments = end - asked > 2 * HOUR_MS ? [half, end - HOUR_MS] : [];
  return {
    last: moments.findLast((moment) => moment <= now) ?? null,
    next: moments.find((moment) => moment > now) ?? null,
  };
}
