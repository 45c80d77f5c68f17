/** The classes, by position (R-TITLE-1..3). Names of an edition or a language are presentation (R-CORP-2). */
import type { Ruleset } from './ruleset.ts';
import type { Seat, SeatTitle, Title } from './seats.ts';

/** Titles of `players` positions, the Greater Dalmuti first. */
export function titlesFor(players: number, three: Ruleset['titles']['three']): readonly Title[] {
  // So few cannot play, but may wait for more (R-LEAVE-9).
  if (players < 3) return ['GD', 'GP'].slice(0, players) as readonly Title[];
  if (players === 3) return ['GD', three === 'merchant' ? 'M' : 'LD', 'GP'];
  const merchants = Array<Title>(players - 4).fill('M');
  return ['GD', 'LD', ...merchants, 'LP', 'GP'];
}

/** Who holds which title when the seats sit in `order`. */
export function seatTitles(ruleset: Ruleset, order: readonly Seat[]): readonly SeatTitle[] {
  const titles = titlesFor(order.length, ruleset.titles.three);
  return order.map((seat, position) => ({ seat, title: titles[position] ?? 'M' }));
}
