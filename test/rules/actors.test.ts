import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/rules/commands.ts';
import type { Seat } from '../../src/rules/seats.ts';
import type { State } from '../../src/rules/state.ts';
import type { Given } from './cases/case-file.ts';
import { lobby, newcomer, Party, party, people } from './party.ts';
import { at, cards, type Table, table } from './table.ts';

const hands = ['12 12 5', '10 8 8', '9 9 11', '2 7 7', '6 3 12', 'J J 4'];

/** A table at which only `human` is a person. */
function seated(human: Seat, given: Omit<Given, 'players' | 'ruleset'>, options = {}): Table {
  const { state } = table({ 'mex.enabled': true, ...options }, hands, given);
  const seats = state.board.seats.map((seat) => ({ ...seat, kind: seat.seat === human ? ('human' as const) : 'bot' }));
  const known = { ...state, board: { ...state.board, seats } } as State;
  return at(known, [], () => 0);
}

const chosen = { 'mex.take': 'target-choice' };
const offer = { type: 'exchangeMerchant', target: 3 } as const;

describe('R-GAME-6: what counts as a command of a person', () => {
  it.each<[string, Seat, Omit<Given, 'players' | 'ruleset'>, Command, object]>([
    ['silence in the window', 0, { phase: 'revolution' }, { type: 'answerRevolution', call: false }, {}],
    ['a revolution', 5, { phase: 'revolution' }, { type: 'answerRevolution', call: true }, {}],
    ['a tax', 0, { phase: 'tax' }, { type: 'payTax', cards: cards('12 12') }, {}],
    ['a trade', 2, { phase: 'tax' }, offer, {}],
    ['naming a partner', 2, { phase: 'tax' }, offer, chosen],
    ['declining a trade', 2, { phase: 'tax' }, { type: 'declineMerchantExchange' }, {}],
    ['a play', 0, { turn: 'A' }, { type: 'play', cards: cards('5') }, {}],
    ['a pass', 1, { turn: 'B', trick: { rank: 9, count: 1, by: 'A', pile: [9] } }, { type: 'pass' }, {}],
  ])('R-GAME-6: %s', (_, seat, given, command, options) => {
    expect(seated(seat, given, options).send(seat, command).state.humanActed).toBe(true);
    const bots = seated(4, given, options);
    expect(bots.send(seat, command).state.humanActed).toBe(false);
  });

  it('R-GAME-6: a card given back in a trade counts for the partner, not for the one who named him', () => {
    const give = { type: 'returnMerchant', card: '7' } as const;
    const offered = (human: Seat) => seated(human, { phase: 'tax' }, chosen).send(2, offer).state;
    expect(offered(3).humanActed).toBe(false);
    expect(at(offered(3), [], () => 0).send(3, give).state.humanActed).toBe(true);
    const forgotten = { ...offered(2), humanActed: false };
    expect(at(forgotten, [], () => 0).send(3, give).state.humanActed).toBe(false);
  });

  it('R-GAME-6: what the clock does for a person does not count', () => {
    expect(seated(0, { phase: 'tax' }).timeOut().state.humanActed).toBe(false);
    expect(seated(0, { turn: 'A' }).timeOut().state.humanActed).toBe(false);
  });
});

describe('R-GAME-6: what people say of themselves', () => {
  const propose = { type: 'proposeEnd', when: 'afterHand' } as const;
  const agree = { type: 'voteEnd', agree: true } as const;
  const leave = { type: 'leave' } as const;
  const comeBack = { type: 'comeBack' } as const;

  /** As if nobody had said anything in this hand, and seat 2 had missed a deadline. */
  function silent(story: Party): Party {
    const missed = story.state.missed.map((_, seat) => (seat === 2 ? story.time(0) : null));
    return new Party({ ...story.state, humanActed: false, missed }, [], story.seconds);
  }
  const playing = (options = {}) => silent(party(options, people(5)).until('play'));
  const left = (options = {}) => silent(playing(options).say(2, leave));

  it.each([
    ['a proposal to end', () => playing().say(2, propose)],
    ['a vote', () => silent(playing().say(3, propose)).say(2, agree)],
    ['leaving', () => playing().say(2, leave)],
    ['coming back to a seat that a stand-in plays', () => left().say(2, comeBack)],
    ['coming back to folded cards', () => left({ 'leave.midHand': 'fold' }).say(2, comeBack)],
  ])('R-GAME-6, R-LEAVE-2: %s is a command of a person, and a sign of life', (_, said) => {
    expect(said().state).toMatchObject({ humanActed: true, missed: [null, null, null, null, null] });
  });

  it('R-GAME-6, R-JOIN-4: so is the choice of a place for a newcomer, and his own coming', () => {
    const waiting = party({ 'players.max': 12 }, people(5)).until('play').say(lobby, newcomer('new')).until('handEnd');
    const [greater = 0] = waiting.board.order;
    const placed = silent(waiting).say(greater, { type: 'placeNewcomers', above: 2 });
    expect(placed.state.humanActed).toBe(true);
    expect(silent(waiting).timeOut().state.humanActed).toBe(false);
    expect(playing().say(lobby, newcomer('new')).state.humanActed).toBe(true);
    expect(playing().say(lobby, newcomer('new', 'bot')).state.humanActed).toBe(false);
  });
});
