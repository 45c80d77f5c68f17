/** Who plays here: everything about players and their tokens that the rest of the service may ask for. */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Verify } from '../http/identity.ts';
import type { Bus } from '../ports/bus.ts';
import type { Entropy, SystemClock, Vault } from '../ports/system.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createAdmission } from './admission.ts';
import { botRoutes } from './bot-routes.ts';
import { createBotAccounts } from './bots.ts';
import { createDeviceCodes } from './device-codes.ts';
import { createDirectory, type Directory } from './directory.ts';
import { createExchange } from './exchange.ts';
import { exchangeRoutes } from './exchange-routes.ts';
import { guestRoutes } from './guest-routes.ts';
import { createGuests } from './guests.ts';
import { createIssuers } from './issuers.ts';
import { createLiving } from './living.ts';
import { meRoutes } from './me-routes.ts';
import { createOwnAccount, type GiveUp } from './own-account.ts';
import { createRefreshTokens } from './refresh-tokens.ts';
import { createRevocations } from './revocations.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';
import { createStreamTickets, type VerifyTicket } from './stream-tickets.ts';
import { ticketRoutes } from './ticket-routes.ts';
import { createTokenUse } from './token-use.ts';
import { createVerify } from './verify.ts';

export interface IdentityParts {
  readonly verify: Verify;
  readonly verifyTicket: VerifyTicket;
  readonly directory: Directory;
  readonly keys: SigningKeys;
  /** Sockets of a revoked token or player must close (4003). Returns its removal. */
  onRevoked(listener: (id: string) => void): () => void;
  /** News was written, and every node should look at once. */
  spread(): Promise<void>;
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

export interface IdentityNeeds {
  readonly config: Config;
  readonly prisma: PrismaClient;
  readonly vault: Vault;
  readonly clock: SystemClock;
  readonly entropy: Entropy;
  readonly bus: Bus;
  readonly logger: { warn(details: object, message: string): void };
  /** Derived from the service's secret; makes successors of refresh tokens. */
  readonly refreshKey: Uint8Array;
  /** Derived from it as well; verifies tokens of the operator. */
  readonly operatorKey: Uint8Array;
  /** What a player holds outside of this room, before he is erased. */
  readonly giveUp: GiveUp;
}

export async function createIdentity(needs: IdentityNeeds): Promise<IdentityParts> {
  const { config, prisma, vault, clock, entropy, refreshKey, operatorKey, giveUp } = needs;
  const revocations = await createRevocations(needs);
  const keys = createSigningKeys({ prisma, vault, clock });
  // A secret that does not fit this database is found now and not at the first guest.
  await keys.current();
  const signed = { keys, clock, issuer: config.PUBLIC_URL ?? 'dalmuti', minutes: config.ACCESS_TOKEN_MINUTES };
  const access = createAccessTokens(signed);
  const living = createLiving({ prisma, revocations });
  const tickets = createStreamTickets({ ...signed, living });
  const days = config.REFRESH_TOKEN_DAYS;
  const refreshTokens = createRefreshTokens({ prisma, revocations, clock, entropy, refreshKey, days });
  const guests = createGuests({ prisma, access, refreshTokens, clock });
  const admission = createAdmission({ config, prisma });
  const bots = createBotAccounts({ prisma, revocations, clock, entropy });
  const deviceCodes = createDeviceCodes({ prisma, clock, entropy, refreshKey });
  const directory = createDirectory(prisma);
  // Of a player who was erased no node tells the name any more.
  revocations.onNews((rows) => {
    for (const { subject } of rows) directory.forget(subject);
  });
  const use = createTokenUse(needs);
  const { verify, forget: forgetTokens } = createVerify({ living, access, revocations, use, clock, operatorKey });
  const issuers = createIssuers(config.OIDC_ISSUERS ?? [], clock);
  const exchange = createExchange({ issuers, guests, clock, directory, forgetTokens });
  const account = createOwnAccount({ prisma, clock, directory, revocations, forgetTokens, giveUp });
  return {
    verify,
    verifyTicket: tickets.verify,
    directory,
    keys,
    spread: revocations.spread,
    onRevoked: (listener) =>
      revocations.onNews((rows) => {
        for (const { subject, news } of rows) if (news === 'ended') listener(subject);
      }),
    routes(app) {
      guestRoutes(app, { guests, admission, keys });
      exchangeRoutes(app, exchange);
      meRoutes(app, { guests, account, deviceCodes });
      botRoutes(app, bots);
      ticketRoutes(app, tickets);
    },
    async close() {
      await revocations.close();
      await use.close();
    },
  };
}
