/** Where newcomers enter the order, and how it closes when somebody has left (RULES sections 14 and 15). */
import { type Rejection, reject } from './rejections.ts';
import type { Ruleset } from './ruleset.ts';
import type { Seat } from './seats.ts';

/** How many of `players` may sit above a newcomer: half of them, on odd tables one way or the other (R-JOIN-2, R-JOIN-3). */
export function halfwayPlaces(players: number): readonly number[] {
  const [above, below] = [Math.floor(players / 2), Math.ceil(players / 2)];
  return above === below ? [above] : [above, below];
}

/** The choice that the Greater Dalmuti of the coming hand makes. */
export interface Placement {
  readonly above: number;
  readonly by: Seat;
}

/** The order after somebody has joined, if the table takes anybody and has room for them (R-JOIN-1, R-JOIN-10). */
export function joined(
  ruleset: Ruleset,
  order: readonly Seat[],
  newcomers: readonly Seat[],
  choice: Placement | null,
): readonly Seat[] | Rejection {
  const { join, players } = ruleset;
  if (!join.allowed) return reject('E_OPTION_OFF', 'The ruleset of this table allows no newcomers.');
  if (order.length + newcomers.length > players.max) {
    return reject('E_TABLE_FULL', `The table seats ${players.max} players.`);
  }
  return entered(ruleset, order, newcomers, choice);
}

/**
 * The order after `newcomers` have entered as one block, in the order in which they stand there (R-JOIN-6).
 *
 * @param choice `null`: nobody chose, so the newcomers enter lower, unless the table wants it otherwise (R-JOIN-7)
 */
export function entered(
  { join }: Ruleset,
  order: readonly Seat[],
  newcomers: readonly Seat[],
  choice: Placement | null,
): readonly Seat[] | Rejection {
  const places = halfwayPlaces(order.length);
  if (choice !== null && choice.by !== order[0]) {
    return reject('E_JOIN_ROLE', 'The Greater Dalmuti of the coming hand decides.');
  }
  const unasked = join.choice === 'upper' ? places.at(0) : places.at(-1);
  const above = choice?.above ?? unasked ?? 0;
  if (!places.includes(above)) return reject('E_POSITION', 'Newcomers enter halfway.');
  return [...order.slice(0, above), ...newcomers, ...order.slice(above)];
}

/** The others close up in the same relative order (R-LEAVE-1). */
export function closedUp(order: readonly Seat[], leavers: readonly Seat[]): readonly Seat[] {
  return order.filter((seat) => !leavers.includes(seat));
}
