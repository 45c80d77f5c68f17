import { describe, expect, it } from 'vitest';
import { at, cards, only, table, types } from './table.ts';

const play = (text: string) => ({ type: 'play', cards: cards(text) }) as const;
const pass = { type: 'pass' } as const;
const hands = ['9 9 3', '8 7 7 5', '6 J 11', '12 2'];

describe('legal answers', () => {
  it('PROTOCOL Playing: a leader may play every set he holds, singles first and the worst first, and not pass', () => {
    const leader = table({}, ['2 4 4 8 10 11 11 12', '1', '3'], { turn: 'A' });
    expect(leader.you(0).legal).toEqual([
      play('12'),
      play('11'),
      play('10'),
      play('8'),
      play('4'),
      play('2'),
      play('11 11'),
      play('4 4'),
    ]);
    expect(leader.you(0).onTimeout).toEqual(play('12'));
  });

  it('PROTOCOL Playing: a follower may beat the set, and pass last of all', () => {
    const trick = { rank: 7, count: 2, by: 'C', pile: [7, 7] };
    const follower = table({}, ['2 4 4 5 5 8 10 11 11 12', '1 3', '6'], { turn: 'A', trick });
    expect(follower.you(0).legal).toEqual([play('5 5'), play('4 4'), pass]);
    expect(follower.you(0).onTimeout).toEqual(pass);
    expect(follower.you(1).legal).toEqual([]);
  });

  it('R-SET-3, R-SET-4: natural sets come before those with Jesters', () => {
    const leader = table({}, ['5 9 9 J J', '1', '3'], { turn: 'A' });
    expect(leader.you(0).legal).toEqual([
      play('9'),
      play('5'),
      play('J'),
      play('9 9'),
      play('9 J'),
      play('5 J'),
      play('J J'),
      play('9 9 J'),
      play('9 J J'),
      play('5 J J'),
      play('9 9 J J'),
    ]);
  });

  it('PROTOCOL legal: the longest lead of the full deck has 77 entries', () => {
    const hand = '1 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 10 11 11 11 12 12 12 J J';
    expect(cards(hand)).toHaveLength(27);
    expect(table({}, [hand, '1', '3'], { turn: 'A' }).you(0).legal.length).toBeLessThanOrEqual(77);
  });
});

describe('turns and deadlines', () => {
  it('R-PLAY-7, promise 5: each turn is a new question with its own deadline', () => {
    const led = table({}, hands, { turn: 'A' }).send(0, play('9 9'));
    expect(led.state.board).toMatchObject({
      turn: 1,
      awaiting: [1],
      deadline: '2026-01-05T19:00:40.000Z',
      asked: led.state.board.version,
    });
  });

  it('R-PLAY-12: where the table waits for ever there is no deadline', () => {
    const { state } = table({}, hands, { turn: 'A' });
    const board = { ...state.board, clock: { ...state.board.clock, turnSeconds: null } };
    expect(at({ ...state, board }, [], () => 0).send(0, play('9 9')).state.board.deadline).toBeNull();
  });

  it('R-PLAY-11, PROTOCOL Events: cards are recorded best first, with the rank of the set and what is left', () => {
    const led = table({}, ['12 3 J', '1', '2'], { turn: 'A' }).send(0, play('J 12'));
    expect(only(led.events, 'setPlayed')).toMatchObject({ cards: ['12', 'J'], rank: 12, left: 1, cause: 'player' });
  });

  it('R-PLAY-12: the clock passes for a follower and leads for a leader, in his name', () => {
    const led = table({}, hands, { turn: 'A' }).timeOut();
    expect(only(led.events, 'setPlayed')).toMatchObject({ seat: 0, cards: ['9', '9'], cause: 'clock' });
    const passed = led.timeOut();
    expect(only(passed.events, 'playerPassed')).toMatchObject({ seat: 1, barred: false, cause: 'clock' });
  });

  it('R-PLAY-12: the clock can do nothing where no time runs out, and nobody can send its command', () => {
    const led = table({}, hands, { turn: 'A' });
    const board = { ...led.state.board, deadline: null };
    const timeless = at({ ...led.state, board }, [], () => 0);
    expect(timeless.code({ kind: 'clock' }, { type: 'timeout' })).toBe('E_PHASE');
    expect(led.code(0, { type: 'timeout' })).toBe('E_PHASE');
    expect(led.code({ kind: 'stranger' }, { type: 'timeout' })).toBe('E_PHASE');
  });

  it('R-TRICK-1, R-LEAD-2: three passes after the last play end the trick, in the step of the last pass', () => {
    const trick = { rank: 9, count: 2, by: 'A', passed: ['B', 'C'], pile: [9, 9] };
    const ended = table({}, ['3 3', '8 7', '6 J', '12 2'], { turn: 'D', trick }).send(3, pass);
    expect(types(ended.events)).toEqual(['playerPassed', 'trickWon']);
    expect(only(ended.events, 'trickWon')).toMatchObject({ seat: 0, number: 1, cause: 'rule' });
    expect(ended.state.board).toMatchObject({ turn: 0, trick: null, tricksDone: 1 });
    expect(ended.state.board.history).toEqual([
      { number: 1, plays: [{ seat: 0, cards: ['9', '9'], rank: 9 }], winner: 0 },
    ]);
  });

  it('R-TERM-3, R-PLAY-7: the turn goes clockwise by position, round the end, past those who are out', () => {
    const trick = { rank: 9, count: 1, by: 'B', pile: [9] };
    const late = table({}, ['', '8', '7 6', '11'], { turn: 'C', trick, finished: ['A'] }).send(2, play('7'));
    expect(late.state.board.turn).toBe(3);
    expect(late.send(3, pass).state.board.turn).toBe(1);
  });

  it('R-TRICK-4, R-PLAY-5: a new play cancels all passes, and who passed may play again', () => {
    const trick = { rank: 9, count: 1, by: 'A', passed: ['B'], pile: [9] };
    const beaten = table({}, ['12 3', '8 5', '7 6', '11 2'], { turn: 'C', trick }).send(2, play('7'));
    expect(beaten.state.board.trick).toMatchObject({ passed: [], lead: 0, top: { seat: 2, rank: 7, count: 1 } });
    expect(beaten.send(3, pass).send(0, pass).code(1, play('5'))).toBeNull();
  });

  it('R-TRICK-5: cards that were put aside are out of the hand for good', () => {
    const trick = { rank: 9, count: 1, by: 'A', passed: ['B', 'C'], pile: [9] };
    const won = table({}, ['12 3', '8 5', '7 6', '11 2'], { turn: 'D', trick }).send(3, pass);
    expect(won.state.hands.map((hand) => hand.join(' '))).toEqual(['3 12', '5 8', '6 7', '2 11']);
  });

  it('R-PLAY-13: nobody is passed over because he holds too few cards, and no trick closes because of a 1', () => {
    const few = table({}, ['9 9 9 1', '8', '7 6', '11 2'], { turn: 'A' }).send(0, play('9 9 9'));
    expect(few.state.board.turn).toBe(1);
    const best = table({}, ['9 9 9 1', '8', '7 6', '11 2'], { turn: 'A' }).send(0, play('1'));
    expect([types(best.events), best.state.board.turn]).toEqual([['setPlayed'], 1]);
  });

  it('R-LEAD-3, R-CORP-24: when the winner is out the lead passes clockwise, in the same step', () => {
    const trick = { rank: 3, count: 1, by: 'A', passed: ['B'], pile: [3] };
    const led = table({}, ['', '8 5', '7 6', ''], { turn: 'C', trick, finished: ['D', 'A'] }).send(2, pass);
    expect(types(led.events)).toEqual(['playerPassed', 'trickWon', 'leadPassed']);
    expect(only(led.events, 'leadPassed')).toMatchObject({ from: 0, to: 1, cause: 'rule' });
    expect(led.state.board).toMatchObject({ turn: 1, awaiting: [1] });
  });

  it('R-PLAY-6: under pass lock a pass bars for the trick, and skips the player without an event', () => {
    const trick = { rank: 9, count: 1, by: 'A', pile: [9] };
    const locked = table({ 'play.passLock': true }, ['12 3', '8 5', '7 6', '11 2'], { turn: 'B', trick }).send(1, pass);
    expect(only(locked.events, 'playerPassed').barred).toBe(true);
    expect(locked.state.board.trick?.barred).toEqual([1]);
    const round = locked.send(2, play('7')).send(3, pass);
    expect(round.code(1, pass)).toBe('E_LOCKED');
    expect(round.state.board.turn).toBe(0);
    expect(types(round.send(0, pass).events).slice(-2)).toEqual(['playerPassed', 'trickWon']);
  });

  it('R-VIS-3: a closed history lists no trick that was put aside, but the running one', () => {
    const closed = table({ 'history.discards': 'closed' }, hands, { turn: 'A' }).send(0, play('9'));
    expect(closed.state.board.history).toBeNull();
    const won = closed.send(1, pass).send(2, pass).send(3, pass);
    expect([won.state.board.history, won.state.board.tricksDone]).toEqual([null, 1]);
    expect(won.send(0, play('9')).state.board.trick?.number).toBe(2);
  });
});

describe('refusals', () => {
  const trick = { rank: 9, count: 2, by: 'A', pile: [9, 9] };
  const follower = () => table({}, ['3', '8 7 7 5', '6 J 11', ''], { turn: 'B', trick, finished: ['D'] });

  it('R-ERR-1: a play is checked in the order of the clause', () => {
    expect(table({}, hands, { phase: 'tax' }).code({ kind: 'stranger' }, play('9'))).toBe('E_PHASE');
    expect(follower().code({ kind: 'stranger' }, play('9'))).toBe('E_PLAYER');
    expect(follower().code({ kind: 'clock' }, play('9'))).toBe('E_PLAYER');
    expect(follower().code(3, { type: 'play', cards: [] })).toBe('E_OUT');
    expect(follower().code(2, { type: 'play', cards: [] })).toBe('E_NOT_YOUR_TURN');
    expect(follower().code(1, { type: 'play', cards: [] })).toBe('E_EMPTY');
    expect(follower().code(1, play('8 9'))).toBe('E_NOT_OWNED');
    expect(follower().code(1, { ...play('8 7 5'), target: 1 })).toBe('E_MIXED');
    expect(follower().code(1, { ...play('8'), declare: 7, target: 0 })).toBe('E_DECLARE');
    expect(follower().code(1, { ...play('8'), target: 0 })).toBe('E_TARGET');
    expect(follower().code(1, play('5'))).toBe('E_COUNT');
    expect(follower().code(1, play('7 7'))).toBeNull();
    expect(table({}, hands, { turn: 'B', trick }).code(1, pass)).toBeNull();
  });

  it('R-ERR-1: a pass is checked in the order of the clause', () => {
    expect(follower().code(3, pass)).toBe('E_OUT');
    expect(follower().code(2, pass)).toBe('E_NOT_YOUR_TURN');
    expect(table({}, hands, { turn: 'A' }).code(0, pass)).toBe('E_LEAD_PASS');
  });

  it('R-SET-6: a declaration that says what the cards say is no lie', () => {
    expect(table({}, hands, { turn: 'A' }).code(0, { ...play('9'), declare: 9 })).toBeNull();
    expect(table({}, hands, { turn: 'C' }).code(2, { ...play('J'), declare: 13 })).toBeNull();
    expect(table({}, hands, { turn: 'C' }).code(2, { ...play('J'), declare: 11 })).toBe('E_DECLARE');
  });

  it('PROTOCOL Errors: a sentence tells whose turn it is', () => {
    expect(follower().refusal(2, pass)).toEqual({ code: 'E_NOT_YOUR_TURN', detail: 'Seat 1 has the turn.' });
  });
});
