/** A hand that does not count (R-LEAVE-8, R-GAME-4). */
import type { EventOf } from '../events.ts';
import { reversed } from '../revolution.ts';
import { emit, type Step } from '../step.ts';
import { seatTitles } from '../titles.ts';
import { lapse } from './lapsed-vote.ts';

/**
 * As if the hand had not been dealt: no places, no points, classes as they were at its deal (R-LEAVE-8, R-GAME-4).
 *
 * @param reason somebody left, or all people agreed to stop at once
 */
export function voidHand(step: Step, reason: EventOf<'handVoided'>['reason']): void {
  lapse(step);
  const { phase, handNumber, order, revolution, ruleset } = step.state.board;
  if (revolution?.greater) {
    const before = reversed(order);
    emit(step, 'rule', { type: 'seatsReversed', order: before, titles: seatTitles(ruleset, before) });
  }
  // A hand whose deal was interrupted has no number yet. None is used twice: the same cards would be dealt again.
  emit(step, 'rule', { type: 'handVoided', handNumber: phase === 'deal' ? handNumber + 1 : handNumber, reason });
}
