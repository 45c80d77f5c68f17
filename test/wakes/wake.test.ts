/** When a game must be looked at again: decision 11, and promise 3 for the moments at which the server acts by itself. */
import { describe, expect, test } from 'vitest';
import { POLICIES } from '../../src/bots/levels.ts';
import { playWholeGame } from '../../src/bots/whole-game.ts';
import { awaitedBots, clockMove, wakeFor } from '../../src/games/wake.ts';
import { PRESETS } from '../../src/rules/dalmuti.ts';
import type { SeatKind } from '../../src/rules/seats.ts';
import type { State } from '../../src/rules/state.ts';
import type { Phase } from '../../src/rules/view.ts';

const NOW = Date.parse('2026-01-05T19:00:00.000Z');
const PATIENCE = { botDelayMs: 700, botGameDelayMs: 500, idleMs: 86_400_000, fraction: () => 0.5 };

/** The first state in that phase of a game on whose seats those sit; the clock began at NOW. */
function stateIn(phase: Phase, kinds: readonly SeatKind[]): State {
  let found: State | null = null;
  const official = PRESETS['official-scored'];
  playWholeGame({
    ruleset: { ...official, end: { ...official.end, hands: 1 } },
    policies: Array(kinds.length).fill(POLICIES.greedy),
    seed: 'wakes',
    watch: (_, state) => {
      if (found === null && state.board.phase === phase) found = state;
    },
  });
  if (found === null) throw new Error(`no game came to ${phase}`);
  const { board, ...secrets } = found as State;
  const seats = board.seats.map((seat) => ({ ...seat, kind: kinds[seat.seat] ?? seat.kind }));
  return { ...secrets, board: { ...board, seats } };
}

const gone = (before: State, seat: number, controlledBy: 'player' | 'standIn'): State => {
  const seats = before.board.seats.map((shown) =>
    shown.seat === seat ? { ...shown, away: 'idle', controlledBy } : shown,
  );
  return { ...before, board: { ...before.board, seats } } as State;
};

const people = Array<SeatKind>(6).fill('human');
const builtIn = Array<SeatKind>(6).fill('builtIn');
const mixed: readonly SeatKind[] = ['human', 'builtIn', 'builtIn', 'human', 'builtIn', 'bot'];

describe('the reason', () => {
  test('people are given until their deadline', () => {
    expect(wakeFor(stateIn('play', people), NOW, PATIENCE)).toMatchObject({ reason: 'clock', delayMs: 30_000 });
    expect(wakeFor(stateIn('play', people), NOW + 31_000, PATIENCE)).toMatchObject({ reason: 'clock', delayMs: 0 });
  });

  test('R-GAME-6: without a clock nothing happens by itself, until the game counts as abandoned', () => {
    const state = stateIn('play', people);
    const waiting = { ...state, board: { ...state.board, deadline: null } };
    expect(wakeFor(waiting, NOW + 1000, PATIENCE)).toMatchObject({ reason: 'clock', delayMs: 86_399_000 });
    expect(clockMove(waiting, PATIENCE).command).toEqual({ type: 'endGame', reason: 'abandoned' });
  });

  test('a game that is over is for its table', () => {
    expect(wakeFor(stateIn('ended', people), NOW, PATIENCE)).toMatchObject({ reason: 'ended', delayMs: 0 });
  });

  test('built-in bots among themselves play at the pace of games without a person', () => {
    expect(wakeFor(stateIn('play', builtIn), NOW, PATIENCE)).toMatchObject({
      reason: 'bots',
      delayMs: 500,
      botsOnly: true,
    });
  });

  test('a bot that connects from outside is given time like a person', () => {
    const remote = Array<SeatKind>(6).fill('bot');
    expect(wakeFor(stateIn('play', remote), NOW, PATIENCE)).toMatchObject({ reason: 'clock', delayMs: 30_000 });
  });
});

describe('players who are away', () => {
  const state = stateIn('play', people);
  const [first = 0, second = 0] = [
    ...state.board.awaiting,
    ...state.board.order.filter((seat) => seat !== state.board.turn),
  ];
  const missedSince = (seat: number, seconds: number): State => {
    return { ...state, missed: state.missed.with(seat, new Date(NOW - seconds * 1000).toISOString()) };
  };

  test('R-LEAVE-2: the grace period after a missed deadline may end before the next deadline does', () => {
    const missed = missedSince(second, 45);
    expect(wakeFor(missed, NOW, PATIENCE)).toMatchObject({ reason: 'clock', delayMs: 15_000 });
    expect(clockMove(missed, PATIENCE)).toMatchObject({
      command: { type: 'absence', seat: second },
      asOf: missed.board.version,
    });
    expect(clockMove(missedSince(second, 20), PATIENCE).command).toEqual({ type: 'timeout' });
    expect(wakeFor(missedSince(second, 20), NOW, PATIENCE)).toMatchObject({ reason: 'clock', delayMs: 30_000 });
  });

  test('R-LEAVE-2: who is known to be away is waited for no more', () => {
    expect(wakeFor(gone(missedSince(second, 45), second, 'standIn'), NOW, PATIENCE).delayMs).toBe(30_000);
  });

  test('R-LEAVE-3: a stand-in is awaited like a built-in bot, and somebody who folded is not', () => {
    expect(awaitedBots(gone(state, first, 'standIn'))).toEqual([first]);
    expect(wakeFor(gone(state, first, 'standIn'), NOW, PATIENCE)).toMatchObject({ reason: 'bots', delayMs: 700 });
    expect(awaitedBots(gone(state, second, 'standIn'))).toEqual([]);
    expect(awaitedBots(gone(state, first, 'player'))).toEqual([]);
  });

  test('stand-ins among themselves play at the pace of games without a person', () => {
    const all = state.board.order.reduce((before, seat) => gone(before, seat, 'standIn'), state);
    expect(wakeFor(all, NOW, PATIENCE)).toEqual({ reason: 'bots', delayMs: 500, botsOnly: true });
    expect(wakeFor(state, NOW, PATIENCE)).toMatchObject({ botsOnly: false });
  });
});

describe('the revolution window', () => {
  const state = stateIn('revolution', mixed);

  test('all built-in bots are due at one moment, counted from the question', () => {
    expect(awaitedBots(state)).toEqual([1, 2, 4]);
    expect(wakeFor(state, NOW, PATIENCE)).toMatchObject({ reason: 'bots', delayMs: 700 });
    const later = { ...state, answered: [0] };
    expect(wakeFor(later, NOW + 500, PATIENCE)).toMatchObject({ reason: 'bots', delayMs: 200 });
  });

  test('a bot that has answered is not awaited, and after the last one the clock is', () => {
    expect(awaitedBots({ ...state, answered: [1, 4] })).toEqual([2]);
    const done = { ...state, answered: [1, 2, 4] };
    expect(wakeFor(done, NOW + 700, PATIENCE)).toMatchObject({ reason: 'clock', delayMs: 9300 });
  });

  test('R-REV-4: players who are away are answered for one by one, after the bots, at random moments of the time left', () => {
    const away = [0, 3].reduce(
      (before, seat) => gone(before, seat, 'player'),
      stateIn('revolution', mixed.with(5, 'human')),
    );
    expect(awaitedBots(away)).toEqual([1, 2, 4]);
    const after = { ...away, answered: [1, 2, 4] };
    expect(awaitedBots(after)).toEqual([0]);
    expect(wakeFor(after, NOW + 2000, { ...PATIENCE, fraction: () => 0.25 })).toMatchObject({
      reason: 'bots',
      delayMs: 2000,
    });
    expect(wakeFor(after, NOW + 2000, { ...PATIENCE, fraction: () => 0.75 })).toMatchObject({
      reason: 'bots',
      delayMs: 6000,
    });
    expect(awaitedBots({ ...away, answered: [1, 2, 4, 0] })).toEqual([3]);
  });

  test('bots take at most half of the time that there is', () => {
    expect(wakeFor(state, NOW, { ...PATIENCE, botDelayMs: 60_000 })).toMatchObject({ reason: 'bots', delayMs: 5000 });
  });

  test('promise 3: the moment does not depend on anybody’s cards', () => {
    const swapped = { ...state, hands: state.hands.toReversed() };
    expect(wakeFor(swapped, NOW, PATIENCE)).toEqual(wakeFor(state, NOW, PATIENCE));
  });
});
