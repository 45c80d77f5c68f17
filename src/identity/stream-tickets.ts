/** Tickets for a browser's `EventSource`, which can send no headers: signed, short-lived, and good for one stream alone. */
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Identity } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';
import { unknownKey } from './access-tokens.ts';
import { type Living, revoked } from './living.ts';
import { OPERATOR_ID } from './operator.ts';
import { playerOf } from './player-row.ts';
import type { SigningKeys } from './signing-keys.ts';
import { refusal } from './token-refusals.ts';

export interface StreamTicket {
  readonly ticket: string;
  /** RFC 3339. */
  readonly expiresAt: string;
}

/** @throws Problem `token_…` */
export type VerifyTicket = (ticket: string, topic: string) => Promise<Identity>;

export interface StreamTickets {
  /** @param topic as it stands in frames: `me`, `lobby` or `game:0192…` */
  make(identity: Identity, topic: string): Promise<StreamTicket>;
  /** Whoever it is may read that stream, and do nothing else; he is revoked with the token that made the ticket. */
  readonly verify: VerifyTicket;
}

interface Needs {
  readonly keys: SigningKeys;
  readonly living: Living;
  readonly clock: SystemClock;
  readonly issuer: string;
  readonly minutes: number;
}

/** Neither is of an access token, so neither can be taken for the other. */
const AUDIENCE = 'dalmuti-stream';
const TYPE = 'stream-ticket+jwt';

const Claims = z.object({
  sub: z.uuid(),
  /** The login or the bot's token that made it. */
  sid: z.uuid(),
  bot: z.boolean(),
  topic: z.string(),
  exp: z.number(),
});

export function createStreamTickets({ keys, living, clock, issuer, minutes }: Needs): StreamTickets {
  async function read(ticket: string): Promise<z.infer<typeof Claims>> {
    try {
      const { payload } = await jwtVerify(ticket, async ({ kid = '' }) => (await keys.find(kid)) ?? unknownKey(), {
        algorithms: ['EdDSA'],
        typ: TYPE,
        issuer,
        audience: AUDIENCE,
        currentDate: new Date(clock.now()),
      });
      return Claims.parse(payload);
    } catch (error) {
      throw refusal(error, { what: 'ticket', expired: () => 'The ticket has expired; make another.' });
    }
  }

  return {
    async make({ id, tokenId, expiresAt }, topic) {
      if (id === OPERATOR_ID) throw problem('forbidden', 'The operator has no streams.');
      const { kid, key } = await keys.current();
      const now = Math.floor(clock.now() / 1000);
      const ends = now + minutes * 60;
      // A token that never expires is a bot's.
      const ticket = await new SignJWT({ sid: tokenId, bot: expiresAt === null, topic })
        .setProtectedHeader({ alg: 'EdDSA', typ: TYPE, kid })
        .setSubject(id)
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(ends)
        .sign(key);
      return { ticket, expiresAt: new Date(ends * 1000).toISOString() };
    },

    async verify(ticket, topic) {
      const claims = await read(ticket);
      if (claims.topic !== topic) throw problem('token_audience_wrong', 'This ticket is for another stream.');
      const row = claims.bot
        ? (await living.botToken({ id: claims.sid }))?.player
        : await living.login(claims.sub, claims.sid);
      if (row === undefined) throw revoked();
      return { ...playerOf(row, claims.sub), scopes: [], expiresAt: claims.exp * 1000, tokenId: claims.sid };
    },
  };
}
