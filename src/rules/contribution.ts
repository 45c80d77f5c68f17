/** What players add to the chance of a game, so that the server alone cannot choose the deals (promise 4). */
import type { Seat } from './seats.ts';

/** What one player added when he sat down: it counts from his first hand on. */
export interface Contribution {
  readonly seat: Seat;
  readonly entropy: string;
}
