import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/rules/commands.ts';
import type { Seat } from '../../src/rules/seats.ts';
import type { State } from '../../src/rules/state.ts';
import type { Given } from './cases/case-file.ts';
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
