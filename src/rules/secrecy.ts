/** Who may see the cards of an exchange, in one place for events and views (R-VIS-2, R-TAX-6, R-TAX-8, R-TAX-14, R-MEX-9). */
import type { Viewer } from './public-events.ts';
import type { Ruleset } from './ruleset.ts';
import type { Seat } from './seats.ts';

/** Whether the person who looks is the one in that seat. */
export type IsYou = (seat: Seat | null) => boolean;

export function isYou(viewer: Viewer): IsYou {
  return (seat) => seat === viewer;
}

/** A Peon's payment before it changes hands: his own, and his Dalmuti's where he is to see it first. */
export function seesTax(you: IsYou, upper: Seat, lower: Seat | null, timing: Ruleset['tax']['timing']): boolean {
  return you(lower) || (timing === 'sequential' && you(upper));
}

/** Cards that have changed hands: both sides', or everybody's. */
export function seesExchange(
  you: IsYou,
  upper: Seat,
  lower: Seat | null,
  visibility: Ruleset['tax']['visibility'],
): boolean {
  return visibility === 'public' || you(upper) || you(lower);
}
