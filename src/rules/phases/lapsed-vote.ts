/** A vote about the end that the hand has overtaken. */
import { emit, type Step } from '../step.ts';

/** A vote that is still open when the hand ends is over, so that nobody can hold up another by his silence. */
export function lapse(step: Step): void {
  const { ending } = step.state.board;
  if (ending !== null) emit(step, 'rule', { type: 'endVoteClosed', agreed: false, when: ending.when });
}
