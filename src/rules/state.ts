/** Everything about a game: what a spectator sees, and beside it what he must not, or what no view has to show. */
import type { Cards } from './cards.ts';
import type { Time } from './clock.ts';
import type { Contribution } from './contribution.ts';
import type { Access } from './events.ts';
import type { Seat } from './seats.ts';
import type { View } from './view.ts';

/**
 * `board` is exactly the spectator's view and advances by the spectator's events alone, so no secret can reach it
 * (promise 3). Lists are indexed by seat.
 */
export interface State {
  readonly board: View;
  readonly hands: readonly Cards[];
  /** The deck in the order in which it is being dealt, while an exposed card holds up the deal (R-MIS-2). */
  readonly dealing: Cards | null;
  /** Which seats have answered the revolution window (R-REV-4). */
  readonly answered: readonly Seat[];
  /** What each seat has committed to pay or give in this hand, `null` until it has (R-TAX-6, R-MEX-4). */
  readonly chosen: readonly (Cards | null)[];
  /** Who must pass for the rest of the trick because of the Twirling Wedgie (R-CORP-9). */
  readonly banned: readonly Seat[];
  /** How often each seat finished first, second …, for a countback (R-GAME-5). */
  readonly finishes: readonly (readonly number[])[];
  /** For how many counted hands in a row each seat is Greater Dalmuti now, and was at the longest (R-GAME-5). */
  readonly reigns: readonly { readonly running: number; readonly longest: number }[];
  readonly startedAt: Time;
  /** When anything last happened. */
  readonly movedAt: Time;
  readonly access: Access;
  readonly handLimit: number;
  /** Whether a person has sent anything since the last hand ended (R-GAME-6). */
  readonly humanActed: boolean;
  /** When each seat missed a deadline without a sign of its player since; `null` for those who are there (R-LEAVE-2). */
  readonly missed: readonly (Time | null)[];
  /** Players who left while they waited to come in, since the last deal: their seats would be without number (R-JOIN-1). */
  readonly gaveUp: readonly string[];
  /** What players have added to the chance of this game so far (promise 4). */
  readonly contributions: readonly Contribution[];
  /** The same of those who have no place yet: it does not count before they have one. */
  readonly offered: readonly Contribution[];
}
