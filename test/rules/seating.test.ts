import { describe, expect, it } from 'vitest';
import { type Card, rankOf, sorted } from '../../src/rules/cards.ts';
import type { Draw, Random } from '../../src/rules/context.ts';
import { type GameSetup, PRESETS, replay, resolveRuleset, start, view } from '../../src/rules/dalmuti.ts';
import { shuffled } from '../../src/rules/deal.ts';
import { drawPile } from '../../src/rules/draw-pile.ts';
import { drawSeats } from '../../src/rules/seat-draw.ts';
import type { SeatKind } from '../../src/rules/seats.ts';
import { CLOCK } from '../support/clock.ts';
import { only, types } from './table.ts';

const NOW = '2026-01-05T19:00:00.000Z';

function setup(kinds: readonly SeatKind[], change: Partial<GameSetup> = {}): GameSetup {
  return {
    gameId: 'game',
    tableId: 'table',
    ruleset: PRESETS['official-scored'],
    clock: CLOCK,
    seats: kinds.map((kind, seat) => ({ seat, player: `player ${seat}`, kind })),
    access: { private: true, spectators: false },
    handLimit: 7,
    fairness: { commitment: 'c0ffee', contributions: [] },
    ...change,
  };
}

const first: Draw = () => 0;
const begin = (given: GameSetup, random: Random = first) =>
  start(given, { actor: { kind: 'stranger' }, now: NOW, random });
const four: readonly SeatKind[] = ['human', 'human', 'bot', 'builtIn'];

describe('start', () => {
  it('PROTOCOL Events: begins with gameStarted and seatsDrawn, everything pinned', () => {
    const events = begin(setup(four));
    expect(types(events)).toEqual(['gameStarted', 'seatsDrawn']);
    expect(events[0]).toEqual({
      ...setup(four),
      type: 'gameStarted',
      version: 1,
      at: NOW,
      cause: 'player',
      rulesVersion: 1,
      classesKept: false,
    });
    expect(events[1]).toMatchObject({ version: 2, cause: 'rule' });
  });

  it('R-GAME-7: the seating stays visible for the pause where a human sits, and no time where none does', () => {
    const shown = replay(begin(setup(four))).board;
    expect([shown.phase, shown.awaiting, shown.deadline]).toEqual(['seating', [], '2026-01-05T19:00:08.000Z']);
    const bots = replay(begin(setup(['bot', 'bot', 'builtIn']))).board;
    expect(bots.deadline).toBe(NOW);
  });

  it('R-SEAT-2, R-TITLE-1: positions and titles follow the draw', () => {
    const { board } = replay(begin(setup(['bot', 'bot', 'bot', 'bot', 'bot'])));
    const drawn = only(begin(setup(['bot', 'bot', 'bot', 'bot', 'bot'])), 'seatsDrawn');
    expect(board.order).toEqual(drawn.order);
    expect(drawn.titles.map(({ title }) => title)).toEqual(['GD', 'LD', 'M', 'LP', 'GP']);
    const shown = new Map(drawn.rounds[0]?.draws.map(({ seat, card }) => [seat, rankOf(card)]));
    const ranks = drawn.order.map((seat) => shown.get(seat) ?? Number.NaN);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(new Set(ranks).size).toBeGreaterThan(1);
    for (const { seat, position, title } of board.seats) {
      expect(board.order[position ?? -1]).toBe(seat);
      expect(drawn.titles[position ?? -1]).toEqual({ seat, title });
    }
  });

  it.each([[2], [13]])('R-TITLE-4: refuses %i seats', (count) => {
    expect(() => begin(setup(Array<SeatKind>(count).fill('bot')))).toThrow(
      new RangeError('A game has seats 0, 1, 2 …, 3 to 12 of them.'),
    );
  });

  it.each([[3], [12]])('R-TITLE-4: takes %i seats', (count) => {
    expect(replay(begin(setup(Array<SeatKind>(count).fill('bot')))).board.order).toHaveLength(count);
  });

  it('refuses seats that are not numbered in order', () => {
    const seats = [1, 0, 2].map((seat) => ({ seat, player: `${seat}`, kind: 'bot' as const }));
    expect(() => begin(setup([], { seats }))).toThrow(RangeError);
  });

  it('R-INV-5: only a game from its beginning can be replayed, and only its own seats look at it', () => {
    const events = begin(setup(four));
    for (const broken of [[], events.slice(1)]) {
      expect(() => replay(broken)).toThrow(new RangeError('A game begins with gameStarted.'));
    }
    expect(() => view(replay(events), 4)).toThrow(new RangeError('This game has no seat 4.'));
    expect(view(replay(events), 3).you?.seat).toBe(3);
  });

  it.each([
    ['auto', 4, 57],
    ['auto', 5, 68],
    ['auto', 6, 80],
    ['strip12', 6, 68],
    ['strip11-12', 6, 57],
  ] as const)('R-SEAT-1, R-CARD-5: the deck of the game is drawn from: %s with %i players', (deck, players, cards) => {
    const bounds: [string, number][] = [];
    const random: Random = (purpose, bound) => {
      bounds.push([purpose, bound]);
      return 0;
    };
    const ruleset = { ...PRESETS.official, deck };
    begin(setup(Array<SeatKind>(players).fill('bot'), { ruleset }), random);
    expect(bounds[0]).toEqual(['seating', cards]);
  });

  it('R-SEAT-8: seats by lot, or as they were given, without a draw', () => {
    const asked = new Set<string>();
    const random: Random = (purpose) => {
      asked.add(purpose);
      return 0;
    };
    const method = (value: 'random' | 'given') => {
      const resolved = resolveRuleset({ seating: { method: value } });
      if (!resolved.ok) throw new Error('refused');
      return only(begin(setup(four, { ruleset: resolved.ruleset }), random), 'seatsDrawn');
    };
    expect(method('given')).toMatchObject({ rounds: [], order: [0, 1, 2, 3] });
    expect(asked.size).toBe(0);
    // Fisher-Yates with the first of everything: 3, then 2, then 1 changes places with 0.
    expect(method('random')).toMatchObject({ rounds: [], order: [1, 2, 3, 0] });
    expect([...asked]).toEqual(['seating']);
  });

  it('R-SEAT-8: an order that is supplied goes before the method, and asks chance for nothing', () => {
    const unasked: Random = (purpose) => {
      throw new Error(`asked for ${purpose}`);
    };
    const events = begin(setup(four, { order: [2, 0, 3, 1] }), unasked);
    expect(only(events, 'seatsDrawn')).toMatchObject({
      rounds: [],
      order: [2, 0, 3, 1],
      titles: [
        { seat: 2, title: 'GD' },
        { seat: 0, title: 'LD' },
        { seat: 3, title: 'LP' },
        { seat: 1, title: 'GP' },
      ],
    });
    expect(only(events, 'gameStarted')).toMatchObject({ classesKept: true });
    expect(only(events, 'gameStarted')).not.toHaveProperty('order');
    expect(replay(events).board.order).toEqual([2, 0, 3, 1]);
  });

  it.each([[[0, 1, 2]], [[0, 1, 2, 2]], [[0, 1, 2, 4]], [[0, 1, 2, 3, 3]]])(
    'R-SEAT-8: refuses %j as the order of four seats',
    (order) => {
      expect(() => begin(setup(four, { order }))).toThrow(new RangeError('A given order has every seat once.'));
    },
  );
});

describe('the draw', () => {
  it('R-SEAT-4: each round has the draws of those who are still tied, in the order of seats', () => {
    const script: Card[] = ['9', '4', '9', '7', '8'];
    const drawn = drawSeats([0, 1, 2], () => script.shift() ?? 'J', PRESETS.official);
    expect(drawn.rounds).toEqual([
      [
        { seat: 0, card: '9' },
        { seat: 1, card: '4' },
        { seat: 2, card: '9' },
      ],
      [
        { seat: 0, card: '7' },
        { seat: 2, card: '8' },
      ],
    ]);
    expect(drawn.order).toEqual([1, 0, 2]);
  });

  it('R-CORP-23: wilds are the worst draw, or the best', () => {
    const order = (drawWilds: 'worst' | 'best') => {
      const script: Card[] = ['W', 'DW', 'RB', '10'];
      const { corporate } = PRESETS;
      if (corporate.corp === null) throw new Error('no corporate options');
      const ruleset = { ...corporate, corp: { ...corporate.corp, drawWilds } };
      return drawSeats([0, 1, 2, 3], () => script.shift() ?? 'J', ruleset).order;
    };
    expect(order('worst')).toEqual([1, 3, 2, 0]);
    expect(order('best')).toEqual([0, 1, 3, 2]);
  });

  it('R-SEAT-6: cards drawn stay out; when the deck runs out only replaced ones come back', () => {
    const asked = new Set<string>();
    const draw = drawPile(['1', '2', '3'], (purpose) => {
      asked.add(purpose);
      return 0;
    });
    const drawn = [draw(0), draw(1), draw(0)];
    expect(sorted(drawn)).toEqual(['1', '2', '3']);
    expect(draw(0)).toBe(drawn[0]);
    expect(draw(0)).toBe(drawn[2]);
    expect(draw(0)).toBe(drawn[0]);
    expect([...asked]).toEqual(['seating']);
  });

  it('R-SEAT-6: more seats than cards is a mistake of the caller', () => {
    const draw = drawPile(['1'], first);
    draw(0);
    expect(() => draw(1)).toThrow(new RangeError('More seats draw than the deck has cards.'));
  });
});

describe('shuffling', () => {
  it('R-DEAL-4: asks one stream for every exchange and reaches every permutation once', () => {
    const seen = new Set<string>();
    for (const a of [0, 1, 2]) {
      for (const b of [0, 1]) {
        const draws = [a, b];
        const asked: [string, number][] = [];
        const draw: Draw = (purpose, bound) => {
          asked.push([purpose, bound]);
          return draws.shift() ?? 0;
        };
        seen.add(shuffled(['x', 'y', 'z'], draw, 'deal/1').join(''));
        expect(asked).toEqual([
          ['deal/1', 3],
          ['deal/1', 2],
        ]);
      }
    }
    expect(seen.size).toBe(6);
  });
});
