/** How long the token of an open stream holds: until it expires, or until somebody revokes it. */
import type { Identity, Verify } from '../http/identity.ts';
import { Problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';
import type { CloseCause, ClosingDetails } from './close-codes.ts';

export interface WatchTokenNeeds {
  readonly verify: Verify;
  readonly clock: SystemClock;
}

/** A bot's token is in use as long as its stream is open; and a node that was cut off from all news finds out. */
const ASK_AGAIN_MS = 60_000;

/**
 * @param close called once the token is good no longer
 * @returns ends the watch
 */
export function watchToken(
  { verify, clock }: WatchTokenNeeds,
  token: string,
  { expiresAt }: Identity,
  close: (cause: CloseCause, details?: ClosingDetails) => void,
): () => void {
  if (expiresAt !== null) {
    return clock.after(Math.max(0, expiresAt - clock.now()), () =>
      close('notAuthenticated', { reason: 'the token has expired' }),
    );
  }
  return clock.every(ASK_AGAIN_MS, () => {
    verify(token).catch((error: unknown) => {
      // That nobody can say just now is no reason to cut a stream.
      if (error instanceof Problem && (error.status === 401 || error.code === 'player_banned')) close('revoked');
    });
  });
}
