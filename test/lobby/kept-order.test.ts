/** Who begins where at a table that keeps its classes: the last order closed up, newcomers halfway (RULES 14 and 15). */
import { describe, expect, it } from 'vitest';
import { keptOrder, stayed } from '../../src/lobby/kept-order.ts';
import { PRESETS, replay, start } from '../../src/rules/dalmuti.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import type { SeatView } from '../../src/rules/view.ts';
import { CLOCK } from '../support/clock.ts';

const ruleset = PRESETS['official-scored'];
const seats = (players: string) => [...players].map((player, seat) => ({ seat, player, kind: 'human' as const }));

/** A game that ended in the order of the letters; seats go by the alphabet. */
function ended(order: string, change: (seat: SeatView) => Partial<SeatView> = () => ({})) {
  const alphabet = [...order].toSorted().join('');
  const setup = {
    gameId: 'last',
    tableId: 'table',
    ruleset,
    clock: CLOCK,
    seats: seats(alphabet),
    access: { private: false, spectators: true },
    handLimit: 1000,
    fairness: { commitment: '', contributions: [] },
    order: [...order].map((player) => alphabet.indexOf(player)),
  };
  const begun = start(setup, { actor: { kind: 'clock' }, now: '2026-01-05T19:00:00.000Z', random: () => 0 });
  const { board } = replay(begun);
  return { order: board.order, seats: board.seats.map((seat) => ({ ...seat, ...change(seat) })) };
}

/** @returns the order of the coming game in the letters of its players */
function next(last: ReturnType<typeof ended>, players: string, rules: Ruleset = ruleset) {
  return keptOrder(rules, last, seats(players))
    ?.map((seat) => players[seat])
    .join('');
}

describe('keptOrder', () => {
  it('keeps the order, whatever the seats', () => {
    expect(next(ended('DBAC'), 'ABCD')).toBe('DBAC');
    expect(next(ended('DBAC'), 'CADB')).toBe('DBAC');
  });

  it.each([
    ['ABC', 'X', 'ABXC'],
    ['ABCD', 'X', 'ABXCD'],
    ['ABCDE', 'X', 'ABCXDE'],
    ['ABCDE', 'XY', 'ABCXYDE'],
  ])(
    'R-JOIN-2, R-JOIN-6, R-JOIN-7: of %s, %s enter halfway, and lower where there are two places',
    (order, more, all) => {
      expect(next(ended(order), `${more}${order}`)).toBe(all);
    },
  );

  it('R-JOIN-7: enters higher where the table wants it so', () => {
    const upper = { ...ruleset, join: { ...ruleset.join, choice: 'upper' as const } };
    expect(next(ended('ABC'), 'ABCX', upper)).toBe('AXBC');
  });

  it('seats newcomers at a table whose running games nobody can join', () => {
    const closed = { ...ruleset, join: { ...ruleset.join, allowed: false } };
    expect(next(ended('ABCD'), 'ABCDX', closed)).toBe('ABXCD');
  });

  it('R-LEAVE-1: closes up where somebody does not come back', () => {
    expect(next(ended('EDCBA'), 'ACE')).toBe('ECA');
  });

  it('makes a newcomer of whoever had left the game and sits down again', () => {
    const change = ({ player }: SeatView) => (player === 'A' ? { away: 'left' as const } : {});
    expect(next(ended('ABCDE', change), 'ABCDE')).toBe('BCADE');
  });

  it('keeps nothing when nobody of the last game is there', () => {
    expect(next(ended('ABC'), 'XYZ')).toBeUndefined();
  });
});

describe('stayed', () => {
  it.each([
    [{}, true],
    [{ state: 'waiting' }, true],
    [{ state: 'folded' }, true],
    [{ state: 'left' }, false],
    [{ away: 'left' }, false],
    [{ away: 'idle', controlledBy: 'standIn' }, false],
  ] as const)('R-LEAVE-3: a seat that is %j at the end: %s', (change, still) => {
    expect(ended('ABC', () => change).seats.map(stayed)).toEqual([still, still, still]);
  });
});
