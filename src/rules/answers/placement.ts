/** Where newcomers may enter, for the Greater Dalmuti of the coming hand (R-JOIN-4..7). */
import type { Command } from '../commands.ts';
import type { View } from '../view.ts';

/** The lower place first, which is also what silence means; other orders of several newcomers are his to think of. */
export function placementAnswers({ placement }: View): readonly Command[] {
  if (placement === null) return [];
  return placement.above.toReversed().map((above) => ({ type: 'placeNewcomers', above, order: placement.seats }));
}
