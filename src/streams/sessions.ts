/** All open streams of this node: a revocation or a restart reaches each of them, and nobody has too many. */
import { BOUNDS } from '../http/bounds.ts';
import type { Identity } from '../http/identity.ts';
import type { CloseCause } from './close-codes.ts';

export interface Session {
  /** `null` until it has said who it is. */
  readonly identity: Identity | null;
  /** By which bound a player has no more than so many of them. */
  readonly kind: 'sockets' | 'eventStreams';
  /** Where it comes from, for what may be opened before it has said who it is; `null` when that is known at once. */
  readonly address: string | null;
  close(cause: CloseCause): void;
}

export interface Sessions {
  /** Once all have been closed, whatever still comes is closed at once; so are strangers of an address that has too many (4029). */
  open(session: Session): void;
  /** Its identity has become known: of too many of one player the oldest is closed (4009). */
  identified(session: Session): void;
  closed(session: Session): void;
  /** @param id of a token or a player that is good no longer */
  revoke(id: string): void;
  closeAll(cause: CloseCause): void;
}

/** @param limited whether it matters how many strangers come from one address (`RATE_LIMITS`) */
export function createSessions(limited: boolean): Sessions {
  /** With the token by which each one was last identified. */
  const sessions = new Map<Session, string | null>();
  const tokens = createGroups();
  const strangers = createGroups();
  const own = { sockets: createGroups(), eventStreams: createGroups() };
  let ending: CloseCause | null = null;

  function removeToken(session: Session): void {
    const token = sessions.get(session);
    if (token) tokens.remove(token, session);
  }

  return {
    open(session) {
      sessions.set(session, null);
      if (ending !== null) session.close(ending);
      else if (session.address !== null) {
        const { size } = strangers.add(session.address, session);
        if (limited && size > BOUNDS.strangers.most) session.close('rateLimited');
      }
    },
    identified(session) {
      const { kind, address, identity } = session;
      if (address !== null) strangers.remove(address, session);
      if (identity === null) return;
      removeToken(session);
      sessions.set(session, identity.tokenId);
      tokens.add(identity.tokenId, session);
      // A set gives back its members in the order in which they came.
      const group = own[kind].add(identity.id, session);
      const [oldest] = group;
      if (group.size > BOUNDS[kind].most) oldest?.close('replaced');
    },
    closed(session) {
      const { kind, address, identity } = session;
      removeToken(session);
      sessions.delete(session);
      if (address !== null) strangers.remove(address, session);
      if (identity !== null) own[kind].remove(identity.id, session);
    },
    revoke(id) {
      for (const groups of [tokens, own.sockets, own.eventStreams]) {
        for (const session of [...groups.members(id)]) session.close('revoked');
      }
    },
    closeAll(cause) {
      ending = cause;
      for (const session of [...sessions.keys()]) session.close(cause);
    },
  };
}

interface Groups {
  add(name: string, session: Session): ReadonlySet<Session>;
  remove(name: string, session: Session): void;
  members(name: string): ReadonlySet<Session>;
}

const NO_MEMBERS: ReadonlySet<Session> = new Set();

function createGroups(): Groups {
  const groups = new Map<string, Set<Session>>();
  return {
    add(name, session) {
      const group = groups.get(name) ?? new Set();
      groups.set(name, group.add(session));
      return group;
    },
    remove(name, session) {
      const group = groups.get(name);
      group?.delete(session);
      if (group?.size === 0) groups.delete(name);
    },
    members: (name) => groups.get(name) ?? NO_MEMBERS,
  };
}
