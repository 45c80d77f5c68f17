/** What a seat may answer while the revolution window is open (R-REV-2, R-REV-4). */
import type { Command } from '../commands.ts';
import { callRefused } from '../revolution.ts';
import type { View, You } from '../view.ts';

export function revolutionAnswers(view: View, { seat, cards, answered }: You): readonly Command[] {
  if (answered) return [];
  const silence: Command = { type: 'answerRevolution', call: false };
  return callRefused(view, seat, cards) === null ? [silence, { type: 'answerRevolution', call: true }] : [silence];
}

/** Silence is no call (R-REV-4). */
export function silentAnswer({ answered }: You): Command | null {
  return answered ? null : { type: 'answerRevolution', call: false };
}
