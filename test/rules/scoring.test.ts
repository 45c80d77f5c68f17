import { describe, expect, it } from 'vitest';
import { type Finish, handPoints, pointsFor } from '../../src/rules/scoring.ts';
import { standings } from '../../src/rules/standings.ts';

const finishes = (seats: readonly number[], folded: readonly number[] = []): readonly Finish[] =>
  seats.map((seat, index) => {
    const stands = index === seats.length - 1 ? 'last' : 'out';
    return { seat, finish: folded.includes(seat) ? 'folded' : stands };
  });

describe('points', () => {
  it('R-SCORE-2, R-SCORE-3, R-SCORE-4: n minus the place, nothing for the last, n(n-1)/2 in all', () => {
    for (let players = 3; players <= 12; players += 1) {
      const places = Array.from({ length: players }, (_, index) => index + 1);
      const points = places.map((place) => pointsFor(place, players));
      expect(points[0]).toBe(players - 1);
      expect(points.at(-1)).toBe(0);
      expect(points.reduce((sum, each) => sum + each)).toBe((players * (players - 1)) / 2);
    }
  });

  it('R-SCORE-8: a fall costs nothing, and the bonus does not depend on what the Dalmuti achieved', () => {
    const roles = [0, 1, 2, 3, 4];
    const bonuses = (order: readonly number[]) =>
      handPoints('democratic', roles, finishes(order)).map(({ bonus }, index) => [order[index], bonus]);
    // The Greater Peon 4 came first; his Dalmuti 0 came last. The Lesser Peon 3 fell.
    expect(bonuses([4, 2, 1, 0, 3])).toEqual([
      [4, 0],
      [2, 0],
      [1, 0],
      [0, 4],
      [3, 0],
    ]);
  });

  it('R-SCORE-9: with three only the greater pair has a bonus', () => {
    const bonuses = (order: readonly number[]) =>
      handPoints('philanthropic', [0, 1, 2], finishes(order)).map(({ bonus }, index) => [order[index], bonus]);
    expect(bonuses([2, 1, 0])).toEqual([
      [2, 0],
      [1, 0],
      [0, 1],
    ]);
    // The one in the middle rose to the top, and is nobody's Peon.
    expect(bonuses([1, 2, 0])).toEqual([
      [1, 0],
      [2, 0],
      [0, 1],
    ]);
  });

  it('R-SCORE-10: a Peon who folded has not risen, even if others are ranked below him', () => {
    const points = handPoints('philanthropic', [0, 1, 2, 3, 4], finishes([0, 1, 3, 4, 2], [4, 2]));
    expect(points.map(({ bonus }) => bonus)).toEqual([0, 1, 0, 0, 0]);
  });
});

describe('standings', () => {
  const score = (seat: number, total: number | null, places: readonly number[] = []) => ({
    seat,
    total,
    finishes: places,
  });

  it('R-GAME-5: a countback goes on to the next place, and then to the last order', () => {
    const scores = [score(0, 9, [1, 2, 0]), score(1, 9, [1, 2]), score(2, 9, [1, 2, 1]), score(3, 12)];
    expect(standings('countback', scores, [1, 0, 2, 3]).map(({ seat, rank }) => [rank, seat])).toEqual([
      [1, 3],
      [2, 2],
      [3, 1],
      [4, 0],
    ]);
  });

  it('R-GAME-5: a place that one of them never took counts as none, whoever is looked at first', () => {
    const [more, fewer] = [score(0, 9, [1, 0, 1]), score(1, 9, [1])];
    for (const scores of [
      [more, fewer],
      [fewer, more],
    ]) {
      expect(standings('countback', scores, [1, 0]).map(({ seat }) => seat)).toEqual([0, 1]);
    }
    const same = [score(0, 9, [1, 0]), score(1, 9, [1])];
    expect(standings('countback', same, [1, 0]).map(({ seat }) => seat)).toEqual([1, 0]);
    expect(standings('countback', same, [0, 1]).map(({ seat }) => seat)).toEqual([0, 1]);
  });

  it('R-GAME-5: shared ranks leave a gap', () => {
    const scores = [score(0, 5), score(1, 7), score(2, 7), score(3, 5), score(4, 1)];
    expect(standings('shared', scores, [4, 3, 2, 1, 0])).toEqual([
      { rank: 1, seat: 2, total: 7 },
      { rank: 1, seat: 1, total: 7 },
      { rank: 3, seat: 3, total: 5 },
      { rank: 3, seat: 0, total: 5 },
      { rank: 5, seat: 4, total: 1 },
    ]);
  });

  it('R-GAME-5: the last order decides alone where points are not counted', () => {
    expect(standings('countback', [score(0, null, [5]), score(1, null)], [1, 0])).toEqual([
      { rank: 1, seat: 1, total: null },
      { rank: 2, seat: 0, total: null },
    ]);
  });
});
