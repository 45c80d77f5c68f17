/** Everything about a game: what a spectator sees, and beside it what he must not. */
import type { Cards } from './cards.ts';
import type { Seat } from './seats.ts';
import type { View } from './view.ts';

/**
 * `board` is exactly the spectator's view and advances by the spectator's events alone, so no secret can reach it
 * (promise 3). All other fields are secret; lists are indexed by seat.
 */
export interface State {
  readonly board: View;
  readonly hands: readonly Cards[];
  /** Which seats have answered the revolution window (R-REV-4). */
  readonly answered: readonly Seat[];
  /** What each seat has committed to pay or give, `null` until it has (R-TAX-6). */
  readonly chosen: readonly (Cards | null)[];
  readonly access: { readonly private: boolean; readonly spectators: boolean };
  readonly handLimit: number;
  /** Whether a person has sent anything since the last deal (R-GAME-6). */
  readonly humanActed: boolean;
}
