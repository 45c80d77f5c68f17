/** Who begins where at a table that keeps its classes from one game to the next. */
import type { GameSetup } from '../rules/dalmuti.ts';
import { joined } from '../rules/joining.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import type { Seat } from '../rules/seats.ts';
import type { SeatView, View } from '../rules/view.ts';

/** Whether a seat's player was still there when the game ended; only then does he keep his seat at the table. */
export function stayed({ state, away }: SeatView): boolean {
  return state !== 'left' && away === null;
}

/**
 * The order in which the last game ended, without those who do not sit here any more (R-LEAVE-1). Whoever was not in it
 * enters halfway, where he would without anybody's choice (R-JOIN-2, R-JOIN-6, R-JOIN-7).
 *
 * @param last the last game, as it ended
 * @param seats who sits where in the coming game
 * @returns its seats, the Greater Dalmuti's first; `undefined` when nobody of the last game is there
 */
export function keptOrder(
  ruleset: Ruleset,
  last: Pick<View, 'order' | 'seats'>,
  seats: GameSetup['seats'],
): readonly Seat[] | undefined {
  const seatOf = new Map(seats.map(({ seat, player }) => [player, seat]));
  const kept = last.order.flatMap((before) => {
    const shown = last.seats[before];
    const seat = shown !== undefined && stayed(shown) ? seatOf.get(shown.player) : undefined;
    return seat === undefined ? [] : [seat];
  });
  if (kept.length === 0) return undefined;
  const newcomers = seats.map(({ seat }) => seat).filter((seat) => !kept.includes(seat));
  // Whether a running game can be joined is no question here: they have seats in this one.
  const open = { ...ruleset, join: { ...ruleset.join, allowed: true } };
  const order = joined(open, kept, newcomers, null);
  if ('code' in order) throw new Error(`the classes of the last game cannot be kept: ${order.detail}`);
  return order;
}
