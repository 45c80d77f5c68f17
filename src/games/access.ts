/** Who may see a game, as whom, and how late (PROTOCOL, Playing). */
import { problem } from '../http/problem.ts';
import type { Viewer } from '../rules/public-events.ts';
import type { State } from '../rules/state.ts';

/** @returns the seat that a player holds in a game, `null` for none */
export function seatOf(state: State, playerId: string): number | null {
  return state.board.seats.find((seat) => seat.player === playerId && seat.state !== 'left')?.seat ?? null;
}

/** How much later than players do spectators see this game, in milliseconds. */
export function delayMsOf({ access }: Pick<State, 'access'>): number {
  return (access.delaySeconds ?? 0) * 1000;
}

/**
 * With whose eyes somebody sees a game. To delayed spectators it is not there before its beginning is to be seen.
 *
 * @param playerId who asks, `null` for nobody in particular
 * @param now milliseconds since 1970
 * @returns `null` for whoever may not know of it
 */
export function viewerIn(state: State, playerId: string | null, now: number): Viewer | null {
  const seat = playerId === null ? null : seatOf(state, playerId);
  if (seat !== null) return seat;
  // Whoever once sat here may see how it goes on.
  const hasPlayed = state.board.seats.some(({ player }) => player === playerId);
  if (!hasPlayed && (state.access.private || !state.access.spectators)) return null;
  return Date.parse(state.startedAt) + delayMsOf(state) > now ? null : 'spectator';
}

export function noSuchGame() {
  return problem('not_found', 'No such game.');
}
