/** Which seats the service answers for while their players are away (R-LEAVE-3, R-LEAVE-10). */
import type { Seat } from './seats.ts';
import type { View } from './view.ts';

/**
 * Whether a stand-in speaks for the seat. In the revolution window it does so for every player who is away, whatever
 * `leave.midHand` is: an answer in the very step of their leaving would show that they had not answered yet (R-REV-4).
 */
export function isStoodInFor({ seats, phase }: View, seat: Seat): boolean {
  const shown = seats[seat];
  if (shown === undefined) return false;
  return shown.controlledBy === 'standIn' || (phase === 'revolution' && shown.away !== null);
}
