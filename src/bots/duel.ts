/** How much better one policy plays than another: single hands with mixed seats, and the interval that the mean lies in. */
import { PRESETS } from '../rules/dalmuti.ts';
import { seededChance } from './chance.ts';
import type { Chance, Policy } from './policy.ts';
import { playWholeGame } from './whole-game.ts';

export interface Duel {
  readonly one: Policy;
  readonly other: Policy;
  /** Even; half of the seats play `one`. */
  readonly players: number;
  readonly hands: number;
  readonly seed: string;
}

export interface Score {
  /** Mean points of a hand: 0 for the last place, players - 1 for the first (R-SCORE-2). */
  readonly points: number;
  /** Mean place, 1 is best. */
  readonly place: number;
  /** Part of the hands that a seat of this policy finished first. */
  readonly firsts: number;
}

export interface DuelResult {
  readonly hands: number;
  readonly players: number;
  readonly one: Score;
  readonly other: Score;
  /** Mean over the hands of the difference in mean points, with its 95 % interval. */
  readonly difference: { readonly mean: number; readonly low: number; readonly high: number };
}

/** Each hand is a game of its own, so hands are independent, and seats and first classes are drawn anew each time. */
export function duel({ one, other, players, hands, seed }: Duel): DuelResult {
  const official = PRESETS['official-scored'];
  const ruleset = {
    ...official,
    players: { min: players, max: players },
    end: { ...official.end, hands: 1 },
  };
  const mix = seededChance(`${seed}/seats`);
  const differences: number[] = [];
  const places = { one: [] as number[], other: [] as number[] };
  for (let hand = 0; hand < hands; hand += 1) {
    const sides = shuffledSides(players, mix);
    const policies = sides.map((side) => (side === 'one' ? one : other));
    const end = playWholeGame({ ruleset, policies, seed: `${seed}/${hand}` });
    const points = { one: 0, other: 0 };
    for (const { seat, place } of end.board.lastHand?.placings ?? []) {
      const side = sides[seat] ?? 'one';
      places[side].push(place);
      points[side] += players - place;
    }
    differences.push((points.one - points.other) / (players / 2));
  }
  return {
    hands,
    players,
    one: scoreOf(places.one, players),
    other: scoreOf(places.other, players),
    difference: interval(differences),
  };
}

function shuffledSides(players: number, mix: Chance): readonly ('one' | 'other')[] {
  const sides = Array.from(
    { length: players },
    (_, index) => (index < players / 2 ? 'one' : 'other') as 'one' | 'other',
  );
  for (let last = sides.length - 1; last > 0; last -= 1) {
    const chosen = mix(last + 1);
    [sides[last], sides[chosen]] = [sides[chosen] ?? 'one', sides[last] ?? 'one'];
  }
  return sides;
}

function scoreOf(places: readonly number[], players: number): Score {
  const place = mean(places);
  return { points: players - place, place, firsts: places.filter((each) => each === 1).length / places.length };
}

/** The normal interval of a mean of independent values. */
function interval(values: readonly number[]): DuelResult['difference'] {
  const middle = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
  const half = 1.96 * Math.sqrt(variance / values.length);
  return { mean: middle, low: middle - half, high: middle + half };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
