/** What the Greater Dalmuti may decide about a card that was exposed while dealing (R-MIS-2). */
import type { Command } from '../commands.ts';
import { dealtToGreaterPeon } from '../deal.ts';
import type { View } from '../view.ts';

/** To the player for whom it was meant, first of all: that is also what silence means. */
export function misdealAnswers({ exposed, order }: View): readonly Command[] {
  const intended: Command = { type: 'settleMisdeal', to: 'intended' };
  const held = dealtToGreaterPeon(order.length, exposed?.dealt ?? 0);
  return held.length === 0 ? [intended] : [intended, { type: 'settleMisdeal', to: 'greaterPeon' }];
}
