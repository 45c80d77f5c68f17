import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evolve, PRESETS, replay, start, view } from '../../src/rules/dalmuti.ts';
import type { State } from '../../src/rules/state.ts';
import { CLOCK } from '../support/clock.ts';
import { NOW } from './cases/situation.ts';
import { readGolden } from './golden/golden-game.ts';
import { at, cards, table } from './table.ts';

const play = (text: string) => ({ type: 'play', cards: cards(text) }) as const;
const pass = { type: 'pass' } as const;

const clock = { ...CLOCK, bankSeconds: 90 };

/** A seat before the first deal. */
const atRest = {
  state: 'active',
  controlledBy: 'player',
  cardCount: 0,
  place: null,
  points: null,
  total: 0,
  bankSeconds: 90,
  away: null,
};

describe('the board', () => {
  it('R-VIS-1, R-SEAT-1: before the first hand it shows who sits where, and nothing else has happened', () => {
    const ruleset = { ...PRESETS['official-scored'], seating: { method: 'given', ties: 'tied-redraw' } } as const;
    const seats = (['human', 'bot', 'builtIn'] as const).map((kind, seat) => ({
      seat,
      player: `player ${seat}`,
      kind,
    }));
    const setup = {
      gameId: 'game',
      tableId: 'table',
      ruleset,
      clock,
      seats,
      access: { private: true, spectators: false },
      handLimit: 7,
      fairness: { commitment: 'c0ffee', contributions: [{ seat: 0, entropy: 'mine' }] },
    };
    const state = replay(start(setup, { actor: { kind: 'stranger' }, now: NOW, random: () => 0 }));
    expect(state.board).toEqual({
      gameId: 'game',
      tableId: 'table',
      version: 2,
      phase: 'seating',
      handNumber: 0,
      turn: null,
      awaiting: [],
      askedAt: [],
      deadline: '2026-01-05T19:00:08.000Z',
      deck: null,
      order: [0, 1, 2],
      seats: [
        { seat: 0, player: 'player 0', kind: 'human', ...atRest, position: 0, title: 'GD' },
        { seat: 1, player: 'player 1', kind: 'bot', ...atRest, position: 1, title: 'M' },
        { seat: 2, player: 'player 2', kind: 'builtIn', ...atRest, position: 2, title: 'GP' },
      ],
      trick: null,
      history: [],
      revolution: null,
      exchanges: [],
      placement: null,
      ending: null,
      lastHand: null,
      result: null,
      ruleset,
      clock,
      fairness: { commitment: 'c0ffee' },
      you: null,
      asked: 2,
      tricksDone: 0,
      exposed: null,
      folds: [],
      voided: 0,
      pausedUntil: '2026-01-05T19:00:08.000Z',
      placeBy: null,
      endsAfterHand: false,
    });
    expect({ ...state, board: null }).toEqual({
      board: null,
      hands: [[], [], []],
      dealing: null,
      answered: [],
      chosen: [null, null, null],
      banned: [],
      finishes: [[], [], []],
      startedAt: NOW,
      access: { private: true, spectators: false },
      handLimit: 7,
      humanActed: false,
      missed: [null, null, null],
      gaveUp: [],
      contributions: [{ seat: 0, entropy: 'mine' }],
      offered: [],
      reigns: seats.map(() => ({ running: 0, longest: 0 })),
      movedAt: NOW,
    });
  });

  it('R-SCORE-1: without scoring nobody has a total, from the beginning', () => {
    expect(table({}, ['9', '8', '7', '6']).state.board.seats.map(({ total }) => total)).toEqual(Array(4).fill(null));
  });

  it('R-LEAD-1, R-REV-3: a deal clears everything that belonged to the hand before', () => {
    const options = { preset: 'official-scored', 'mex.enabled': true };
    const hands = ['12', '1 2', '', '', '', ''];
    const { state } = table(options, hands, { turn: 'A', finished: ['F', 'E', 'D', 'C'] });
    const before: State = {
      ...state,
      answered: [0, 1],
      chosen: state.chosen.map(() => ['1']),
      banned: [1],
      board: {
        ...state.board,
        revolution: { by: 5, greater: false },
        exchanges: [
          { kind: 'merchant', upper: 2, lower: 3, count: 1, state: 'settled', upperGives: null, lowerGives: null },
        ],
      },
    };
    const dealt = at(before, [], () => 0)
      .send(0, play('12'))
      .timeOut();
    expect(dealt.state).toMatchObject({ answered: [], chosen: Array(6).fill(null), banned: [], dealing: null });
    expect(dealt.state.board).toMatchObject({
      phase: 'revolution',
      handNumber: 3,
      turn: null,
      deck: { variant: 'full', cards: 80 },
      trick: null,
      tricksDone: 0,
      history: [],
      exchanges: [],
      revolution: null,
      placement: null,
      exposed: null,
      folds: [],
    });
  });

  it('R-END-4, R-VIS-3: the trick that the end of a hand cuts short stands in the history without a winner', () => {
    const given = { turn: 'A', finished: ['D', 'C'] };
    const hands = ['9 3', '8 7', '', ''];
    const cut = table({}, hands, given).send(0, play('9')).send(1, pass).send(0, play('3')).state.board;
    expect(cut.history).toEqual([
      { number: 1, plays: [{ seat: 0, cards: ['9'], rank: 9 }], winner: 0 },
      { number: 2, plays: [{ seat: 0, cards: ['3'], rank: 3 }], winner: null },
    ]);
    const closed = table({ 'history.discards': 'closed' }, hands, given).send(0, play('9')).send(1, pass);
    expect(closed.send(0, play('3')).state.board.history).toBeNull();
  });

  it('R-TRICK-1, R-PLAY-7: a trick keeps its number, its leader and all its plays', () => {
    const trick = table({}, ['12 9 3', '8 7', '6 5', '4 2'], { turn: 'A' })
      .send(0, play('12'))
      .send(1, play('8'))
      .send(2, pass)
      .send(3, play('4'));
    expect(trick.state.board.trick).toEqual({
      number: 1,
      lead: 0,
      plays: [
        { seat: 0, cards: ['12'], rank: 12 },
        { seat: 1, cards: ['8'], rank: 8 },
        { seat: 3, cards: ['4'], rank: 4 },
      ],
      top: { seat: 3, rank: 4, count: 1 },
      passed: [],
      barred: [],
    });
    expect(trick.state.board.seats.map(({ cardCount }) => cardCount)).toEqual([2, 1, 2, 1]);
    expect(view(trick.state, 0).trick).toEqual(trick.state.board.trick);
  });
});

describe('promise 5', () => {
  const folder = new URL('./golden/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));

  it.each(files)(
    'promise 5: in a hand a deadline runs exactly while somebody is awaited, at every event of %s',
    (file) => {
      const { opening, moves } = readGolden(new URL(file, folder));
      const [started, ...rest] = [...opening, ...moves.flatMap(({ events }) => events)];
      let state = replay(started === undefined ? [] : [started]);
      for (const event of rest) {
        state = evolve(state, event);
        const { board } = state;
        if (board.phase === 'seating' || board.phase === 'handEnd') continue;
        expect([board.version, board.deadline !== null]).toEqual([board.version, board.awaiting.length > 0]);
      }
    },
  );
});
