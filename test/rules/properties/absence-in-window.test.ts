/**
 * Leaving, falling silent and returning inside the revolution window show nobody whether that seat had answered (R-REV-4).
 * Each test plays two windows in which as many seats have answered, with the seat that goes among them and not.
 */
import { describe, expect, it } from 'vitest';
import { disclose, view } from '../../../src/rules/dalmuti.ts';
import type { GameEvent } from '../../../src/rules/events.ts';
import type { Viewer } from '../../../src/rules/public-events.ts';
import { clock, type Party, party, people, standIn } from '../party.ts';

const noCall = { type: 'answerRevolution', call: false } as const;
const leave = { type: 'leave' } as const;
const comeBack = { type: 'comeBack' } as const;

/** The seat that goes, and two that look on. */
const GOES = 2;
const OBSERVERS: readonly Viewer[] = ['spectator', 4];

type Say = (story: Party) => Party;
const says =
  (...said: Parameters<Party['say']>): Say =>
  (story) =>
    story.say(...said);

/** What an observer is sent, step by step, and what they see at the end. */
function seenBy(viewer: Viewer, begin: Party, moves: readonly Say[]) {
  let story = begin;
  const steps = moves.map((move) => {
    story = move(story);
    return story.events.map((event: GameEvent) => disclose(event, viewer));
  });
  return JSON.stringify({ steps, view: view(story.state, viewer) });
}

function expectAlike(begin: Party, answered: readonly Say[], silent: readonly Say[]): void {
  for (const viewer of OBSERVERS) expect(seenBy(viewer, begin, silent)).toBe(seenBy(viewer, begin, answered));
}

/** Seat 2 has let its turn pass in the hand before, and the window of the next hand is open. */
function missedBefore(midHand: string): Party {
  let story = party({ 'leave.midHand': midHand, 'revolution.firstDeal': false }, people(5)).until('play');
  while (story.board.turn !== GOES) story = story.step();
  story = story.later(30).timeOut();
  while (story.board.phase !== 'revolution') {
    const asked = story.board.awaiting;
    story = asked.includes(GOES) ? story.timeOut() : story.step();
  }
  return story;
}

describe.each(['bot', 'fold'])('leave.midHand=%s', (midHand) => {
  const window = party({ 'leave.midHand': midHand }, people(5)).until('revolution');

  it('R-REV-4: a player who leaves shows no observer whether they had answered', () => {
    const after = [says(3, noCall), says(4, noCall)];
    expectAlike(
      window,
      [says(GOES, noCall), says(0, noCall), says(GOES, leave), says(1, noCall), ...after],
      [says(1, noCall), says(0, noCall), says(GOES, leave), says(standIn(GOES), noCall), ...after],
    );
  });

  it('R-REV-4: a player who leaves as the last one to answer does not close the window by leaving', () => {
    expectAlike(
      window,
      [says(0, noCall), says(1, noCall), says(GOES, noCall), says(4, noCall), says(GOES, leave), says(3, noCall)],
      [
        says(0, noCall),
        says(1, noCall),
        says(3, noCall),
        says(4, noCall),
        says(GOES, leave),
        says(standIn(GOES), noCall),
      ],
    );
  });

  it('R-REV-4: a player who leaves and returns shows no observer whether they had answered', () => {
    const rest = [says(3, noCall), says(4, noCall)];
    expectAlike(
      window,
      [says(GOES, noCall), says(0, noCall), says(GOES, leave), says(GOES, comeBack), says(1, noCall), ...rest],
      [says(1, noCall), says(0, noCall), says(GOES, leave), says(GOES, comeBack), says(GOES, noCall), ...rest],
    );
  });

  it('R-REV-4, R-LEAVE-2: a player whose grace period ends in the window shows no observer whether they had answered', () => {
    const begin = missedBefore(midHand);
    const absent = says(clock, { type: 'absence', seat: GOES });
    expect(absent(begin).seat(GOES).away).not.toBeNull();
    expectAlike(
      begin,
      [says(GOES, noCall), says(0, noCall), absent, says(1, noCall), says(3, noCall), says(4, noCall)],
      [says(1, noCall), says(0, noCall), absent, says(standIn(GOES), noCall), says(3, noCall), says(4, noCall)],
    );
  });
});

it('R-REV-4, R-LEAVE-3: the answer of a player who was silent does not show that they are back, a call does', () => {
  const idle = missedBefore('bot').say(clock, { type: 'absence', seat: GOES });
  const answered = idle.say(GOES, noCall);
  expect(answered.types).toEqual(['revolutionAnswered']);
  expect(answered.seat(GOES).away).toBe('idle');
  expect(answered.say(GOES, comeBack).seat(GOES).away).toBeNull();
  expectAlike(idle, [says(standIn(GOES), noCall), says(1, noCall)], [says(GOES, noCall), says(1, noCall)]);
});
