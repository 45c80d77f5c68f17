/** A revocation ends exactly the streams of its token or its player. */
import { expect, it } from 'vitest';
import { createSessions, type Session } from '../../src/streams/sessions.ts';
import { identity } from '../support/game-node.ts';

function session(player: string, tokenId: string, kind: Session['kind'] = 'sockets') {
  const closed: string[] = [];
  const opened = {
    kind,
    address: '192.0.2.1',
    identity: { ...identity(player), id: player, tokenId },
    close: (cause: string) => closed.push(cause),
  };
  return { closed, opened };
}

function open(...all: readonly { opened: Session }[]) {
  const sessions = createSessions(true);
  for (const { opened } of all) {
    sessions.open(opened);
    sessions.identified(opened);
  }
  return sessions;
}

it('a revoked token ends its sockets and event streams, and those of no other token', () => {
  const [socket, events, other] = [
    session('Ada', 'one'),
    session('Ada', 'one', 'eventStreams'),
    session('Ada', 'two'),
  ] as const;
  open(socket, events, other).revoke('one');
  expect([socket.closed, events.closed, other.closed]).toEqual([['revoked'], ['revoked'], []]);
});

it('a banned player loses all sockets and event streams, and no other player does', () => {
  const [socket, events, other] = [
    session('Ada', 'one'),
    session('Ada', 'two', 'eventStreams'),
    session('Ben', 'three'),
  ] as const;
  open(socket, events, other).revoke('Ada');
  expect([socket.closed, events.closed, other.closed]).toEqual([['revoked'], ['revoked'], []]);
});

it('a socket that authenticated again belongs to its new token alone', () => {
  const socket = session('Ada', 'one');
  const sessions = open(socket);
  socket.opened.identity = { ...socket.opened.identity, tokenId: 'two' };
  sessions.identified(socket.opened);
  sessions.revoke('one');
  expect(socket.closed).toEqual([]);
  sessions.revoke('two');
  expect(socket.closed).toEqual(['revoked']);
});

it('a stream that has ended is closed by no revocation', () => {
  const socket = session('Ada', 'one');
  const sessions = open(socket);
  sessions.closed(socket.opened);
  sessions.revoke('one');
  sessions.revoke('Ada');
  expect(socket.closed).toEqual([]);
});
