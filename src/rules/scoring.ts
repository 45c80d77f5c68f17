/** Points of one hand (RULES section 15). */
import type { Ruleset } from './ruleset.ts';
import type { Seat } from './seats.ts';

export interface Finish {
  readonly seat: Seat;
  readonly finish: 'out' | 'last' | 'folded';
}

export interface HandPoints {
  readonly points: number;
  readonly bonus: number;
}

/** One point for every player who is still in the hand when this place is taken (R-SCORE-2..4). */
export function pointsFor(place: number, players: number): number {
  return players - place;
}

/**
 * Points and bonus of each place.
 *
 * @param roles the order of positions that bonuses look at (R-SCORE-7)
 * @param finishes who finished how, the first place first
 */
export function handPoints(
  bonus: Ruleset['scoring']['bonus'],
  roles: readonly Seat[],
  finishes: readonly Finish[],
): readonly HandPoints[] {
  return finishes.map(({ seat }, index) => ({
    points: pointsFor(index + 1, finishes.length),
    bonus: bonusFor(bonus, roles, finishes, seat),
  }));
}

/** A Dalmuti is rewarded when his own Peon rose, whatever he achieved himself (R-SCORE-5, R-SCORE-6, R-SCORE-8). */
function bonusFor(
  bonus: Ruleset['scoring']['bonus'],
  roles: readonly Seat[],
  finishes: readonly Finish[],
  seat: Seat,
): number {
  const position = roles.indexOf(seat);
  const pairs = roles.length >= 4 ? 2 : 1;
  if (bonus === 'none' || position >= pairs) return 0;
  const peonPosition = roles.length - 1 - position;
  const risen = placesRisen(finishes, roles[peonPosition], peonPosition);
  return bonus === 'philanthropic' ? Math.min(risen, 1) : risen;
}

/** Falling costs nothing (R-SCORE-8), and who folded has not risen (R-SCORE-10). */
function placesRisen(finishes: readonly Finish[], peon: Seat | undefined, position: number): number {
  const place = finishes.findIndex(({ seat, finish }) => seat === peon && finish !== 'folded');
  return place < 0 ? 0 : Math.max(0, position - place);
}
