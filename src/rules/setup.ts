/** What the lobby hands over when a table starts: everything that a game pins for its whole life (decision 10). */
import type { EventOf } from './events.ts';
import type { Seat } from './seats.ts';

type Started = EventOf<'gameStarted'>;

/** `gameStarted` without its stamp. Seats are numbered 0, 1, 2 … in the order given, 3 to 12 of them (R-TITLE-4). */
export type GameSetup = Pick<
  Started,
  'gameId' | 'tableId' | 'ruleset' | 'clock' | 'seats' | 'access' | 'handLimit' | 'fairness'
> & {
  readonly rulesVersion?: Started['rulesVersion'];
  /** Every seat once, the Greater Dalmuti's first, where classes come from elsewhere; without it the ruleset decides (R-SEAT-8). */
  readonly order?: readonly Seat[] | undefined;
};
