import { describe, expect, it } from 'vitest';
import { clock, type Party, party, people, standIn } from './party.ts';
import { only } from './table.ts';

const absence = (seat: number) => ({ type: 'absence', seat }) as const;
const pass = { type: 'pass' } as const;

/** Five people; seat 0 has led, and seat 1 has let his time run out. */
function overdue(options: Readonly<Record<string, unknown>> = {}): Party {
  return party(options, people(5)).until('play').step().later(30).timeOut();
}

describe('absence', () => {
  it('R-LEAVE-2: is a missed deadline and then silence for the whole grace period', () => {
    const missed = overdue();
    expect(missed.events[0]).toMatchObject({ type: 'playerPassed', seat: 1, cause: 'clock' });
    expect(missed.state.missed).toEqual([null, missed.time(missed.seconds), null, null, null]);
    const away = missed.later(60).say(clock, absence(1));
    expect(away.types).toEqual(['standInStarted']);
    expect(only(away.events, 'standInStarted')).toMatchObject({ seat: 1, reason: 'idle', cause: 'clock' });
    expect(away.seat(1).controlledBy).toBe('standIn');
    expect(away.later(60).code(clock, absence(1))).toBe('E_PHASE');
  });

  it('R-LEAVE-2: who has missed nothing is not absent, and only the clock says it', () => {
    const missed = overdue().later(60);
    expect(missed.code(clock, absence(2))).toBe('E_PHASE');
    expect(missed.code(clock, absence(17))).toBe('E_PHASE');
    expect(missed.code(2, absence(1))).toBe('E_PHASE');
  });

  it('R-LEAVE-2: nobody is absent from a game that is over', () => {
    const over = overdue().say(clock, { type: 'endGame', reason: 'abandoned' });
    expect(over.state.missed[1]).not.toBeNull();
    expect(over.later(60).code(clock, absence(1))).toBe('E_PHASE');
  });

  it('R-LEAVE-2: any accepted command in between is a sign of life', () => {
    const voted = overdue().later(10).say(1, { type: 'proposeEnd', when: 'afterHand' });
    expect(voted.state.missed[1]).toBeNull();
    expect(voted.later(100).code(clock, absence(1))).toBe('E_PHASE');
  });

  it('R-LEAVE-2: a second missed deadline does not begin the grace period anew', () => {
    const missed = overdue();
    let story = missed;
    while (story.board.turn !== 1) story = story.step();
    const again = story.later(30).timeOut();
    expect(again.state.missed[1]).toBe(missed.time(missed.seconds));
  });

  it('R-REV-4: silence in the revolution window is no sign of absence, and an answer none of life', () => {
    const window = party({}, people(5)).until('revolution').later(10).timeOut();
    expect(window.state.missed).toEqual([null, null, null, null, null]);
    const next = overdue().until('handEnd').until('revolution');
    const answered = next.say(1, { type: 'answerRevolution', call: false });
    expect(answered.state.missed[1]).not.toBeUndefined();
    expect(answered.state.missed).toEqual(next.state.missed);
  });

  it('R-TAX-13: a silent Dalmuti has missed a deadline', () => {
    const taxed = party({}, people(5)).until('tax').later(45).timeOut();
    expect(taxed.state.missed[0]).toBe(taxed.time(taxed.seconds));
    expect(taxed.state.missed[1]).toBe(taxed.time(taxed.seconds));
    expect(taxed.state.missed[2]).toBeNull();
  });

  it('R-LEAVE-3: the owner takes the seat back by whatever he sends, or says so', () => {
    const away = overdue().later(60).say(clock, absence(1));
    expect(away.you(1).available).toEqual(['comeBack', 'leave', 'proposeEnd'].slice(0, 2));
    expect(away.say(1, { type: 'comeBack' }).types).toEqual(['standInEnded']);
    let story = away;
    while (story.board.turn !== 1 || story.board.trick === null) story = story.step();
    const back = story.say(1, pass);
    expect(back.types.slice(0, 2)).toEqual(['standInEnded', 'playerPassed']);
    expect(only(back.events, 'playerPassed').cause).toBe('player');
    expect(back.seat(1).controlledBy).toBe('player');
    expect(back.state.missed[1]).toBeNull();
  });

  it("R-LEAVE-3: a seat that has closed is nobody's any more, whatever its player sends", () => {
    const ended = overdue().later(60).say(clock, absence(1)).until('handEnd');
    expect(ended.seat(1)).toMatchObject({ state: 'left', away: 'idle' });
    expect(ended.code(1, { type: 'leave' })).toBe('E_PLAYER');
    expect(ended.code(1, { type: 'comeBack' })).toBe('E_PLAYER');
    expect(ended.code(1, { type: 'proposeEnd', when: 'now' })).toBe('E_PLAYER');
  });

  it('R-ERR-3: a refused command takes nothing back', () => {
    const away = overdue().later(60).say(clock, absence(1));
    expect(away.board.turn).not.toBe(1);
    expect(away.code(1, pass)).toBe('E_NOT_YOUR_TURN');
    expect(away.seat(1).controlledBy).toBe('standIn');
  });

  it('R-LEAVE-2: who is absent may also leave for good', () => {
    const left = overdue().later(60).say(clock, absence(1)).say(1, { type: 'leave' });
    expect(left.types).toEqual(['playerLeft']);
    expect(left.seat(1)).toMatchObject({ controlledBy: 'standIn', away: 'left' });
    expect(left.you(1).available).toEqual(['comeBack']);
    expect(left.code(1, pass)).toBe('E_PLAYER');
  });

  it('R-LEAVE-3: what a stand-in does is no sign of the player, and his seat closes with the hand', () => {
    const away = overdue().later(60).say(clock, absence(1));
    let story = away;
    while (story.board.turn !== 1) story = story.step();
    const moved = story.say(standIn(1), pass);
    expect(moved.seat(1).controlledBy).toBe('standIn');
    const ended = moved.until('handEnd');
    expect(only(ended.events, 'seatClosed').seat).toBe(1);
  });

  it('R-LEAVE-2: leave.midHand=fold folds the absent player', () => {
    const away = overdue({ 'leave.midHand': 'fold' }).later(60).say(clock, absence(1));
    expect(away.types.slice(0, 2)).toEqual(['playerLeft', 'playerFolded']);
    expect(only(away.events, 'playerLeft')).toMatchObject({ seat: 1, cause: 'clock' });
    expect(away.you(1).available).toEqual(['comeBack', 'leave']);
    expect(away.say(1, { type: 'comeBack' }).types).toEqual(['playerReturned']);
  });

  it('R-LEAVE-2: leave.midHand=void deals again without him', () => {
    const away = overdue({ 'leave.midHand': 'void' }).later(60).say(clock, absence(1));
    expect(away.types).toEqual(['playerLeft', 'handVoided', 'seatClosed']);
    expect(away.board.order).toEqual([0, 2, 3, 4]);
  });

  it('R-LEAVE-1: between two hands the seat of an absent player closes', () => {
    let story = overdue();
    while (story.board.phase === 'play') story = story.board.turn === 1 ? story.timeOut() : story.step();
    const ended = story.later(60);
    const away = ended.say(clock, absence(1));
    expect(away.types).toEqual(['playerLeft', 'seatClosed']);
    expect(away.board.order).toEqual(ended.board.order.filter((seat) => seat !== 1));
  });

  it('R-LEAVE-2: built-in bots are never absent', () => {
    const missed = party({}, ['human', 'builtIn', 'human', 'human']).until('play').step().later(30).timeOut();
    expect(missed.events[0]).toMatchObject({ seat: 1, cause: 'clock' });
    expect(missed.later(60).code(clock, absence(1))).toBe('E_PHASE');
  });
});

describe('the time bank', () => {
  const rich = (bankSeconds: number | null) => party({}, people(5), { bankSeconds }).until('play').step();

  it('R-PLAY-12: lengthens a turn, and what a player needs beyond the turn is taken from it, by the second', () => {
    const story = rich(100);
    expect(story.board.deadline).toBe(story.time(story.seconds + 130));
    expect(story.later(30).say(1, pass).seat(1).bankSeconds).toBe(100);
    expect(story.later(30.2).say(1, pass).seat(1).bankSeconds).toBe(99);
    const slow = story.later(80).say(1, pass);
    expect(slow.seat(1).bankSeconds).toBe(50);
    expect(slow.board.deadline).toBe(slow.time(slow.seconds + 130));
    expect(slow.seat(0).bankSeconds).toBe(100);
  });

  it('R-PLAY-12: is empty after a missed deadline, and then a turn has its own time', () => {
    let story = rich(100).later(130).timeOut();
    expect(story.seat(1).bankSeconds).toBe(0);
    while (story.board.turn !== 1) story = story.step();
    expect(story.board.deadline).toBe(story.time(story.seconds + 30));
  });

  it('R-PLAY-12: a move that comes late counts, and takes the rest of the bank', () => {
    expect(rich(10).later(300).say(1, pass).seat(1).bankSeconds).toBe(0);
  });

  it('R-PLAY-12: where there is none, nothing is shown of it', () => {
    const story = rich(null);
    expect(story.board.deadline).toBe(story.time(story.seconds + 30));
    expect(story.later(40).say(1, pass).seat(1).bankSeconds).toBeNull();
  });

  it('R-LEAVE-3: a stand-in does not spend it', () => {
    const left = rich(100).later(20).say(1, { type: 'leave' }).later(90).say(standIn(1), pass);
    expect(left.seat(1).bankSeconds).toBe(100);
    let story = left;
    while (story.board.turn !== 1) story = story.step();
    expect(story.board.deadline).toBe(story.time(story.seconds + 30));
  });

  it('R-PLAY-12: without a clock for turns it is not needed', () => {
    const story = party({}, people(5), { bankSeconds: 10, turnSeconds: null }).until('play').step();
    expect(story.board.deadline).toBeNull();
    expect(story.later(1000).say(1, pass).seat(1).bankSeconds).toBe(10);
  });
});
