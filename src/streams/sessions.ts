/** All open streams of this node, so that a revocation or a restart reaches each of them. */
import type { Identity } from '../http/identity.ts';
import type { CloseCause } from './close-codes.ts';

export interface Session {
  /** `null` until it has said who it is. */
  readonly identity: Identity | null;
  /** Whether it counts against the sockets that a player may have. */
  readonly socket: boolean;
  close(cause: CloseCause): void;
}

export interface Sessions {
  open(session: Session): void;
  /** Its identity has become known: of too many sockets of one player the oldest is closed (4009). */
  identified(session: Session): void;
  closed(session: Session): void;
  /** @param id of a token or a player that is good no longer */
  revoke(id: string): void;
  closeAll(cause: CloseCause): void;
}

export const MOST_SOCKETS = 20;

export function createSessions(): Sessions {
  const sessions = new Set<Session>();
  return {
    open: (session) => sessions.add(session),
    identified(session) {
      // A set gives back its members in the order in which they came.
      const own = [...sessions].filter((one) => one.socket && one.identity?.id === session.identity?.id);
      for (const oldest of own.slice(0, Math.max(0, own.length - MOST_SOCKETS))) oldest.close('replaced');
    },
    closed: (session) => sessions.delete(session),
    revoke(id) {
      for (const session of [...sessions]) {
        if (session.identity?.tokenId === id || session.identity?.id === id) session.close('revoked');
      }
    },
    closeAll(cause) {
      for (const session of [...sessions]) session.close(cause);
    },
  };
}
