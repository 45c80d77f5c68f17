/** Long polls: each ends when its client goes, when its token ends, and when the service stops. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../http/address.ts';
import { readToken } from '../http/authenticate.ts';
import type { Identity, Verify } from '../http/identity.ts';
import type { OpenLines } from '../http/open-lines.ts';
import type { SystemClock } from '../ports/system.ts';

export interface LongPollDeps {
  readonly verify: Verify;
  /** Calls back with the id of a token or player that has ended. @returns its removal */
  readonly onRevoked: (listener: (id: string) => void) => () => void;
  readonly lines: OpenLines;
  readonly clock: SystemClock;
}

export interface LongPoll {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly identity: Identity;
  /** Ends early when the signal fires. */
  wait(signal: AbortSignal): Promise<void>;
}

/**
 * Waits, and then verifies the token as a new request would.
 * @throws Problem `token_…` or `player_banned` when the token ended meanwhile; `rate_limited` when the address waits too often
 */
export type HoldPoll = (poll: LongPoll) => Promise<void>;

export function createLongPolls(app: FastifyInstance, { verify, onRevoked, lines, clock }: LongPollDeps): HoldPoll {
  let polls: Set<AbortController> | null = new Set();
  // A stop answers the long polls under way, and lets none begin.
  app.addHook('preClose', async () => {
    for (const poll of polls ?? []) poll.abort();
    polls = null;
  });

  return async ({ request, reply, identity, wait }) => {
    const open = polls;
    if (open === null) return;
    const token = readToken(request) ?? '';
    const poll = new AbortController();
    const end = () => poll.abort();
    const closeLine = lines.open(addressOf(request));
    open.add(poll);
    reply.raw.once('close', end);
    const stopListening = onRevoked((id) => {
      if (id === identity.id || id === identity.tokenId) end();
    });
    const { expiresAt } = identity;
    const stopClock = expiresAt === null ? () => undefined : clock.after(Math.max(0, expiresAt - clock.now()), end);
    try {
      // The token may have ended between the request's arrival and here.
      await verify(token);
      await wait(poll.signal);
    } finally {
      stopClock();
      stopListening();
      open.delete(poll);
      closeLine();
    }
    await verify(token);
  };
}
