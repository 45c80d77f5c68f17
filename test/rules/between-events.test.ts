/** What a view shows after each single event of a step, and that what belonged to something that is over goes with it. */
import { describe, expect, it } from 'vitest';
import { advance, disclose, evolve, view } from '../../src/rules/dalmuti.ts';
import type { EventType } from '../../src/rules/events.ts';
import type { State } from '../../src/rules/state.ts';
import { CLOCK } from '../support/clock.ts';
import { type Party, party, people } from './party.ts';

const leave = { type: 'leave' } as const;
const agree = { type: 'voteEnd', agree: true } as const;
const no = { type: 'answerRevolution', call: false } as const;

/** The state after the first event of `type` of the last step, which began in `before`. */
function justAfter(type: EventType, before: Party, step: Party): State {
  const until = step.events.findIndex((event) => event.type === type) + 1;
  if (until === 0) throw new Error(`No ${type} among ${step.types.join(', ')}.`);
  return step.events.slice(0, until).reduce(evolve, before.state);
}

describe('after an event', () => {
  it('R-REV-4: nobody is asked any more when the window has closed', () => {
    const last = party({}, people(4)).until('revolution').say(0, no).say(1, no).say(2, no);
    expect(justAfter('revolutionAnswered', last, last.say(3, no)).board.awaiting).toEqual([0, 1, 2, 3]);
    const closed = justAfter('revolutionWindowClosed', last, last.say(3, no)).board;
    expect(closed).toMatchObject({ awaiting: [], deadline: null, turn: null });
  });

  it('R-MIS-2: no card lies open, and nobody is asked, when a misdeal is settled', () => {
    const exposed = party({ 'misdeal.mode': 'simulated', 'misdeal.rate': 1 }, people(4)).timeOut();
    const settled = justAfter('misdealSettled', exposed, exposed.timeOut()).board;
    expect(settled).toMatchObject({ exposed: null, awaiting: [], deadline: null });
  });

  it('R-LEAVE-8: a void hand leaves no exchange, no fold and nobody folded behind', () => {
    const playing = party({ 'leave.midHand': 'fold' }, people(5)).until('play').say(4, leave);
    expect(playing.board.exchanges.length).toBeGreaterThan(0);
    expect(playing.board.folds).toHaveLength(1);
    expect(playing.seat(4).state).toBe('folded');
    const proposed = playing.say(0, { type: 'proposeEnd', when: 'now' }).say(1, agree).say(2, agree);
    const voided = justAfter('handVoided', proposed, proposed.say(3, agree)).board;
    expect(voided).toMatchObject({ exchanges: [], folds: [], trick: null, revolution: null });
    expect(voided.seats[4]).toMatchObject({ state: 'active', cardCount: 0, place: null });
  });

  it('R-SCORE-1: without scoring nobody has points after a hand either', () => {
    const over = party({ preset: 'official', 'seating.method': 'given', 'end.hands': 2 }, people(4)).until('handEnd');
    expect(over.board.seats.map(({ points }) => points)).toEqual([null, null, null, null]);
  });
});

describe('a view that advances', () => {
  it('R-REV-4: forgets with the next deal that its seat had answered, and is asked again', () => {
    const answered = party({}, people(4)).until('revolution').say(2, no);
    expect(answered.you(2)).toMatchObject({ answered: true, legal: [] });
    let [story, shown] = [answered, view(answered.state, 2)];
    while (story.board.handNumber === 1) {
      story = story.step();
      shown = story.events.reduce((seen, event) => advance(seen, disclose(event, 2)), shown);
    }
    expect(story.board.phase).toBe('revolution');
    expect(shown.you).toEqual(story.you(2));
    expect(shown.you).toMatchObject({ answered: false });
    expect(shown.you?.legal).toContainEqual(no);
  });

  it('R-REV-2: knows that its seat has called', () => {
    const dealt = party({}, people(4)).until('revolution');
    const caller = dealt.state.hands.findIndex((cards) => cards.filter((card) => card === 'J').length === 2);
    const seat = Math.max(0, caller);
    const both = {
      ...dealt.state,
      hands: dealt.state.hands.map((cards, at) =>
        at === seat ? [...cards.slice(0, -2), 'J' as const, 'J' as const] : cards,
      ),
    };
    const before = view(both, seat);
    const event = {
      version: both.board.version + 1,
      at: dealt.time(1),
      cause: 'player',
      type: 'revolutionDeclared',
      seat,
      greater: false,
    } as const;
    expect(advance(before, disclose(event, seat)).you).toMatchObject({ answered: true, legal: [] });
  });
});

describe('a question that joins an older one', () => {
  it('R-TAX-14, promise 5: gives its own time to a Dalmuti whose seat a stand-in plays, as to one who is there', () => {
    const sequential = { 'tax.timing': 'sequential', 'tax.peonPayment': 'manual' };
    const due = party(sequential, people(4)).until('tax');
    expect(due.board.awaiting).toEqual([2, 3]);
    const away = due.say(0, leave);
    expect(away.seat(0).controlledBy).toBe('standIn');
    const { taxSeconds } = CLOCK;
    const paid = away.later(5).say(3, away.you(3).legal[0] ?? leave);
    expect(paid.board.awaiting).toEqual([0, 2]);
    expect(paid.board.deadline).toBe(paid.time(5 + (taxSeconds ?? Number.NaN)));
  });
});
