import { describe, expect, test } from 'vitest';
import { remindersOf } from '../../src/lobby/reminders.ts';
import type { State } from '../../src/rules/state.ts';
import { party, people } from '../rules/party.ts';

const MOVED = Date.parse('2026-01-05T19:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A game whose last event was at MOVED and whose question runs out so many hours later. */
function asked(hours: number | null): State {
  const { state } = party({}, people(4));
  const deadline = hours === null ? null : new Date(MOVED + hours * HOUR).toISOString();
  return { ...state, movedAt: new Date(MOVED).toISOString(), board: { ...state.board, deadline } };
}

describe('reminders', () => {
  test('come when half of the time is gone and an hour before the end', () => {
    const state = asked(72);
    expect(remindersOf(state, MOVED)).toEqual({ last: null, next: MOVED + 36 * HOUR });
    expect(remindersOf(state, MOVED + 36 * HOUR)).toEqual({ last: MOVED + 36 * HOUR, next: MOVED + 71 * HOUR });
    expect(remindersOf(state, MOVED + 72 * HOUR)).toEqual({ last: MOVED + 71 * HOUR, next: null });
  });

  test('do not disturb a game that is played at one sitting', () => {
    for (const hours of [0.01, 2]) expect(remindersOf(asked(hours), MOVED)).toEqual({ last: null, next: null });
    expect(remindersOf(asked(2.5), MOVED).next).toBe(MOVED + 1.25 * HOUR);
  });

  test('come once a day where a game has no deadlines', () => {
    const state = asked(null);
    expect(remindersOf(state, MOVED - 1)).toEqual({ last: null, next: MOVED + DAY });
    expect(remindersOf(state, MOVED + DAY)).toEqual({ last: MOVED + DAY, next: MOVED + 2 * DAY });
    expect(remindersOf(state, MOVED + 2.5 * DAY)).toEqual({ last: MOVED + 2 * DAY, next: MOVED + 3 * DAY });
  });
});
