/** Who has won the game (R-GAME-5). */
import type { GameResult } from './events.ts';
import type { Ruleset } from './ruleset.ts';
import type { Seat } from './seats.ts';

export interface Score {
  readonly seat: Seat;
  /** `null` without scoring: then only the last order counts. */
  readonly total: number | null;
  /** How often first, second … */
  readonly finishes: readonly number[];
}

/**
 * The final table, best first.
 *
 * @param lastOrder the order after the last hand, which also lists those who share a rank
 */
export function standings(
  tieBreak: Ruleset['end']['tieBreak'],
  scores: readonly Score[],
  lastOrder: readonly Seat[],
): readonly Omit<GameResult['standings'][number], 'longestReign'>[] {
  const position = ({ seat }: Score): number => lastOrder.indexOf(seat);
  const byTotal = (a: Score, b: Score): number => (b.total ?? 0) - (a.total ?? 0);
  const byPosition = (a: Score, b: Score): number => position(a) - position(b);
  const byRule = (a: Score, b: Score): number => {
    if (a.total === null) return byPosition(a, b);
    return byTotal(a, b) || breakTie(tieBreak, a, b, byPosition);
  };
  const table = [...scores].sort((a, b) => byRule(a, b) || byPosition(a, b));
  return table.map((score) => {
    const rank = 1 + table.findIndex((other) => byRule(other, score) === 0);
    return { rank, seat: score.seat, total: score.total };
  });
}

function breakTie(
  tieBreak: Ruleset['end']['tieBreak'],
  a: Score,
  b: Score,
  byPosition: (a: Score, b: Score) => number,
): number {
  switch (tieBreak) {
    case 'shared':
      return 0;
    case 'countback':
      return byFinishes(a, b) || byPosition(a, b);
    case 'final-rank':
      return byPosition(a, b);
    default:
      return tieBreak satisfies never;
  }
}

/** More first places, then more second places … */
function byFinishes(a: Score, b: Score): number {
  const places = Math.max(a.finishes.length, b.finishes.length);
  for (let place = 0; place < places; place += 1) {
    const difference = (b.finishes[place] ?? 0) - (a.finishes[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
