import { describe, expect, it } from 'vitest';
import { clock, lobby, newcomer, party, people } from './party.ts';
import { only } from './table.ts';

const propose = (when: 'afterHand' | 'now') => ({ type: 'proposeEnd', when }) as const;
const agree = { type: 'voteEnd', agree: true } as const;
const refuse = { type: 'voteEnd', agree: false } as const;
const leave = { type: 'leave' } as const;

const playing = (options: Readonly<Record<string, unknown>> = {}, players = 4) =>
  party(options, people(players)).until('play');

describe('end.consent', () => {
  it('R-GAME-4: all people agree, and the game ends after the running hand', () => {
    const proposed = playing().say(2, propose('afterHand'));
    expect(proposed.types).toEqual(['endProposed']);
    expect(proposed.board.ending).toEqual({ proposedBy: 2, when: 'afterHand', agreed: [2], refused: [] });
    const almost = proposed.say(0, agree).say(1, agree);
    expect(almost.board.ending?.agreed).toEqual([2, 0, 1]);
    const agreed = almost.say(3, agree);
    expect(agreed.types).toEqual(['endVoted', 'endVoteClosed']);
    expect(only(agreed.events, 'endVoteClosed')).toMatchObject({ agreed: true, when: 'afterHand', cause: 'rule' });
    expect(agreed.board).toMatchObject({ phase: 'play', ending: null });
    const ended = agreed.until('ended');
    expect(ended.types.slice(-2)).toEqual(['handEnded', 'gameEnded']);
    expect(ended.board.result?.reason).toBe('consent');
    expect(ended.board.lastHand?.placings.map(({ points }) => points)).toEqual([3, 2, 1, 0]);
  });

  it('R-GAME-4: agreed to stop at once, the running hand is void', () => {
    const ended = [0, 1, 3].reduce((story, seat) => story.say(seat, agree), playing().say(2, propose('now')));
    expect(ended.types).toEqual(['endVoted', 'endVoteClosed', 'handVoided', 'gameEnded']);
    expect(only(ended.events, 'handVoided').reason).toBe('consent');
    expect(ended.board).toMatchObject({ phase: 'ended', lastHand: { void: true }, result: { reason: 'consent' } });
    expect(ended.board.result?.standings.map(({ total }) => total)).toEqual([0, 0, 0, 0]);
    expect(ended.board.result?.winners).toEqual([]);
  });

  it('R-GAME-4, R-LEAVE-8: an agreed end after the hand also comes when a leaver voids the hand', () => {
    const agreed = [0, 1, 3].reduce(
      (story, seat) => story.say(seat, agree),
      playing({ 'leave.midHand': 'void' }, 5).say(2, propose('afterHand')),
    );
    const ended = agreed.say(4, agree).say(1, leave);
    expect(ended.types).toEqual(['playerLeft', 'handVoided', 'gameEnded']);
    expect(ended.board).toMatchObject({ phase: 'ended', result: { reason: 'consent', winners: [] } });
  });

  it('R-GAME-5: where no hand counts the final order is shown, and no rank is shared', () => {
    for (const tieBreak of ['shared', 'countback', 'final-rank']) {
      const story = party({ 'end.tieBreak': tieBreak }, people(4)).until('revolution').say(2, propose('now'));
      const ended = [0, 1, 3].reduce((voting, seat) => voting.say(seat, agree), story);
      const { order, result } = ended.board;
      expect(result?.winners).toEqual([]);
      expect(result?.standings).toEqual(
        order.map((seat, index) => ({ rank: index + 1, seat, total: 0, longestReign: 0 })),
      );
    }
  });

  it('R-GAME-4: between two hands it ends at once', () => {
    for (const when of ['afterHand', 'now'] as const) {
      const between = playing().until('handEnd').say(2, propose(when));
      const ended = [0, 1, 3].reduce((story, seat) => story.say(seat, agree), between);
      expect(ended.types).toEqual(['endVoted', 'endVoteClosed', 'gameEnded']);
    }
  });

  it('R-GAME-4: unanimity ends with the first refusal', () => {
    const refused = playing().say(2, propose('afterHand')).say(0, refuse);
    expect(refused.types).toEqual(['endVoted', 'endVoteClosed']);
    expect(only(refused.events, 'endVoteClosed').agreed).toBe(false);
    expect(refused.board.ending).toBeNull();
    expect(refused.until('handEnd').board.result).toBeNull();
    expect(refused.say(1, propose('now')).board.ending?.proposedBy).toBe(1);
  });

  it('R-GAME-4: a refused proposal ends nothing, whenever it was made', () => {
    const now = playing().say(2, propose('now')).say(0, refuse);
    expect(now.types).toEqual(['endVoted', 'endVoteClosed']);
    expect(now.board.phase).toBe('play');
    const between = playing().until('handEnd').say(2, propose('afterHand')).say(0, refuse);
    expect(between.types).toEqual(['endVoted', 'endVoteClosed']);
    expect(between.board).toMatchObject({ phase: 'handEnd', endsAfterHand: false });
  });

  it('R-GAME-4: where nobody is left to vote, nothing is agreed', () => {
    const open = party({}, ['human', 'human', 'builtIn', 'builtIn']).until('play').say(0, propose('now'));
    const deserted = open.say(0, leave).say(1, leave);
    expect(only(deserted.events, 'endVoteClosed').agreed).toBe(false);
    expect(deserted.board).toMatchObject({ phase: 'play', result: null });
  });

  it('R-GAME-4: a majority is more than half of the people', () => {
    const open = playing({ 'end.consent': 'majority' }).say(0, propose('afterHand'));
    expect(open.say(1, agree).board.ending?.agreed).toEqual([0, 1]);
    expect(open.say(1, agree).say(2, agree).types).toContain('endVoteClosed');
    const half = open.say(1, refuse);
    expect(half.board.ending?.refused).toEqual([1]);
    expect(only(half.say(2, refuse).events, 'endVoteClosed').agreed).toBe(false);
    const five = playing({ 'end.consent': 'majority' }, 5).say(0, propose('afterHand')).say(1, refuse).say(2, refuse);
    expect(five.board.ending).not.toBeNull();
    expect(only(five.say(3, refuse).events, 'endVoteClosed').agreed).toBe(false);
  });

  it('R-GAME-4: stopping at once takes everybody even where a majority may end the game', () => {
    const open = playing({ 'end.consent': 'majority' }).say(0, propose('now')).say(1, agree).say(2, agree);
    expect(open.board.ending?.agreed).toEqual([0, 1, 2]);
    expect(open.say(3, refuse).board.ending).toBeNull();
    expect(open.say(3, agree).board.phase).toBe('ended');
  });

  it('R-GAME-4: bots have no vote, and one person alone decides', () => {
    const alone = party({}, ['human', 'bot', 'builtIn', 'builtIn']).until('play');
    expect(alone.code(1, propose('now'))).toBe('E_PLAYER');
    expect(alone.you(1).available).toEqual(['leave']);
    expect(alone.say(0, propose('now')).types).toEqual(['endProposed', 'endVoteClosed', 'handVoided', 'gameEnded']);
  });

  it('R-GAME-4: newcomers who wait have no vote', () => {
    const story = playing().say(lobby, newcomer('new')).say(0, propose('afterHand'));
    expect(story.code(4, agree)).toBe('E_PLAYER');
    expect(story.you(4).available).toEqual(['leave']);
  });

  it('R-GAME-4: who goes away is not counted any more, and his going may decide', () => {
    const open = playing({}, 5).say(0, propose('afterHand')).say(1, agree).say(2, agree).say(3, agree);
    expect(open.say(4, leave).types).toEqual(['playerLeft', 'standInStarted', 'endVoteClosed']);
    const left = playing({}, 5).say(0, propose('afterHand')).say(0, leave);
    expect(left.board.ending).not.toBeNull();
    const others = [1, 2, 3].reduce((story, seat) => story.say(seat, agree), left);
    expect(only(others.say(4, agree).events, 'endVoteClosed').agreed).toBe(true);
  });

  it('R-GAME-4, R-GAME-6: no vote outlives the game', () => {
    const open = party({}, ['human', 'human', 'builtIn', 'builtIn']).say(0, propose('now'));
    const over = open.say(0, leave).say(1, leave);
    expect(over.types).toEqual(['playerLeft', 'endVoteClosed', 'gameEnded']);
    const left = playing().say(0, propose('afterHand')).say(clock, { type: 'endGame', reason: 'abandoned' });
    expect(left.types).toEqual(['endVoteClosed', 'gameEnded']);
    expect(left.board.ending).toBeNull();
  });

  it('R-GAME-4: a vote that nobody decided is over with the hand', () => {
    const ended = playing().say(0, propose('afterHand')).until('handEnd');
    expect(only(ended.events, 'endVoteClosed')).toMatchObject({ agreed: false });
    expect(ended.board).toMatchObject({ ending: null, result: null });
  });

  it('section 21: a vote is open once, and everybody votes once', () => {
    const open = playing().say(0, propose('afterHand'));
    expect(open.code(1, propose('now'))).toBe('E_PHASE');
    expect(open.code(0, agree)).toBe('E_PHASE');
    expect(open.say(1, agree).code(1, refuse)).toBe('E_PHASE');
    expect(playing().code(0, agree)).toBe('E_PHASE');
    expect(open.code(lobby, agree)).toBe('E_PLAYER');
    expect(playing({ 'end.consent': 'off' }).code(0, propose('now'))).toBe('E_OPTION_OFF');
    expect(playing({ 'end.consent': 'off' }).code(0, agree)).toBe('E_OPTION_OFF');
    const over = playing().say(clock, { type: 'endGame', reason: 'abandoned' });
    expect(over.code(0, propose('now'))).toBe('E_PHASE');
  });

  it('section 21: what a seat may say about the end is in its view', () => {
    const before = playing();
    expect(before.you(0).available).toEqual(['leave', 'proposeEnd']);
    expect(playing({ 'end.consent': 'off' }).you(0).available).toEqual(['leave']);
    const open = before.say(0, propose('afterHand'));
    expect(open.you(0).available).toEqual(['leave']);
    expect(open.you(1).available).toEqual(['leave', 'voteEnd']);
    expect(open.say(1, agree).you(1).available).toEqual(['leave']);
  });

  it('promise 2: a vote makes no answer stale and moves no deadline', () => {
    const before = playing();
    const after = before.later(3).say(2, propose('afterHand'));
    expect(after.board).toMatchObject({ asked: before.board.asked, deadline: before.board.deadline, turn: 0 });
  });
});
