/** What the greedy bot does in situations that players know, and that it clearly beats chance. */
import { describe, expect, test } from 'vitest';
import { duel } from '../../src/bots/duel.ts';
import { greedy } from '../../src/bots/greedy.ts';
import { random } from '../../src/bots/random.ts';
import { playWholeGame } from '../../src/bots/whole-game.ts';
import type { Cards } from '../../src/rules/cards.ts';
import { PRESETS } from '../../src/rules/dalmuti.ts';
import type { Title } from '../../src/rules/seats.ts';
import { first } from './first.ts';
import { seen, trickOf } from './situations.ts';

const unused = (): number => {
  throw new Error('greedy leaves nothing to chance');
};
const lead = (cards: Cards) => greedy(seen('play', 'GD', cards), unused);
const follow = (cards: Cards, rank: number, count: number) =>
  greedy(seen('play', 'GD', cards, trickOf('GD', rank, count)), unused);

describe('taxation', () => {
  test('a Greater Dalmuti gives lone bad cards and keeps his groups, his 1 and his Jester', () => {
    const hand: Cards = ['1', '3', '5', '5', '8', '9', '9', '9', '11', '12', '12', '12', '12', 'J'];
    expect(greedy(seen('tax', 'GD', hand), unused)).toEqual({ type: 'payTax', cards: ['8', '11'] });
  });

  test('a Lesser Dalmuti gives his lone 12', () => {
    const hand: Cards = ['2', '2', '4', '6', '6', '7', '7', '10', '10', '10', '11', '11', '11', '12'];
    expect(greedy(seen('tax', 'LD', hand), unused)).toEqual({ type: 'payTax', cards: ['12'] });
  });
});

describe('revolution', () => {
  const both: Cards = ['4', '6', '7', '7', '9', '9', '10', '10', '11', '11', '11', 'J', 'J'];
  test.each<[Title, boolean]>([
    ['GD', false],
    ['LD', false],
    ['M', true],
    ['LP', true],
    ['GP', true],
  ])('%s with both Jesters calls: %s', (title, call) => {
    expect(greedy(seen('revolution', title, both), unused)).toEqual({ type: 'answerRevolution', call });
  });

  test('without both Jesters it answers that it does not call', () => {
    const hand = both.slice(0, -1);
    expect(greedy(seen('revolution', 'GP', hand), unused)).toEqual({ type: 'answerRevolution', call: false });
  });
});

describe('play', () => {
  test('leads what nobody can beat before its last set', () => {
    expect(lead(['1', '12'])).toEqual({ type: 'play', cards: ['1'] });
  });

  test('goes out when it can', () => {
    expect(lead(['9', '9', '9', 'J'])).toEqual({ type: 'play', cards: ['9', '9', '9', 'J'] });
    expect(follow(['7', 'J'], 8, 2)).toEqual({ type: 'play', cards: ['7', 'J'] });
  });

  test('leads its worst cards as one group', () => {
    expect(lead(['1', '2', '4', '4', '6', '7', '12', '12', '12', '12'])).toEqual({
      type: 'play',
      cards: ['12', '12', '12', '12'],
    });
  });

  test('follows with the worst single that beats, and keeps its groups and its Jester', () => {
    expect(follow(['2', '4', '4', '6', '9', '9', '9', '11', 'J'], 12, 1)).toEqual({ type: 'play', cards: ['11'] });
    expect(follow(['3', '5', '5', '5', '7', '7', 'J'], 8, 2)).toEqual({ type: 'play', cards: ['7', '7'] });
  });

  test('passes rather than break a large group', () => {
    expect(follow(['5', '10', '10', '10', '10', '10'], 11, 2)).toEqual({ type: 'pass' });
  });

  test('the same view always gets the same answer', () => {
    const view = seen('play', 'GD', ['2', '4', '4', '6', '9', '9', '9', '11', 'J']);
    expect(greedy(view, unused)).toEqual(greedy(structuredClone(view), unused));
  });
});

test('every answer is one of those that the game offers', () => {
  const watched =
    (policy: typeof greedy): typeof greedy =>
    (view, chance) => {
      const command = policy(view, chance);
      expect(view.you?.legal).toContainEqual(command);
      return command;
    };
  const policies = [greedy, random, greedy, random, greedy, random].map(watched);
  const ruleset = { ...PRESETS['official-scored'], end: { ...PRESETS['official-scored'].end, hands: 3 } };
  expect(playWholeGame({ ruleset, policies, seed: 'legal' }).board.phase).toBe('ended');
});

describe('strength, over 200 hands of six with mixed seats', () => {
  test('greedy beats random by at least two points a hand, of three that are possible', () => {
    const { difference, one } = duel({ one: greedy, other: random, players: 6, hands: 200, seed: 'strength' });
    expect(difference.low).toBeGreaterThan(2);
    expect(one.place).toBeLessThan(2.5);
  });

  test('greedy beats always giving the cheapest answer', () => {
    const { difference } = duel({ one: greedy, other: first, players: 6, hands: 200, seed: 'strength' });
    expect(difference.low).toBeGreaterThan(0.8);
  });

  test('a policy does not beat itself', () => {
    const { difference } = duel({ one: random, other: random, players: 6, hands: 200, seed: 'strength' });
    expect(difference.low).toBeLessThan(0);
    expect(difference.high).toBeGreaterThan(0);
  });
});
