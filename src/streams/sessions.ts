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
  /** Once all have been closed, whatever still comes is closed at once. */
  open(session: Session): void;
  /** Its identity has become known: of too many sockets of one player the oldest is closed (4009). */
  identified(session: Session): void;
  closed(session: Session): void;
  /** @param id of a token or a player that is good no longer */
  revoke(id: string): void;
  closeAll(cause: CloseCause): void;
}

/** On each node. */
export const MOST_SOCKETS = 20;

export function createSessions(): Sessions {
  const sessions = new Set<Session>();
  const socketsOf = new Map<string, Set<Session>>();
  let ending: CloseCause | null = null;

  return {
    open(session) {
      sessions.add(session);
      if (ending !== null) session.close(ending);
    },
    identified(session) {
      if (!session.socket || session.identity === null) return;
      const own = socketsOf.get(session.identity.id) ?? new Set();
      socketsOf.set(session.identity.id, own.add(session));
      // A set gives back its members in the order in which they came.
      const [oldest] = own;
      if (own.size > MOST_SOCKETS) oldest?.close('replaced');
    },
    closed(session) {
      sessions.delete(session);
      if (session.identity === null) return;
      const own = socketsOf.get(session.identity.id);
      own?.delete(session);
      if (own?.size === 0) socketsOf.delete(session.identity.id);
    },
    revoke(id) {
      for (const session of [...sessions]) {
        if (session.identity?.tokenId === id || session.identity?.id === id) session.close('revoked');
      }
    },
    closeAll(cause) {
      ending = cause;
      for (const session of [...sessions]) session.close(cause);
    },
  };
}
