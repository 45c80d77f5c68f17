/** Chains of refresh tokens: each is exchanged once for its successor, and one that is used again gives a thief away. */
import { v7 } from 'uuid';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { problem } from '../http/problem.ts';
import type { Entropy, SystemClock } from '../ports/system.ts';
import { mustNotBeBanned } from './living.ts';
import { hashOf, isToken, newToken, successorOf } from './opaque-tokens.ts';
import { writeNews } from './revocation-rows.ts';
import type { Revocations } from './revocations.ts';

export interface Refreshed {
  readonly token: string;
  readonly playerId: string;
  readonly family: string;
}

export interface RefreshTokens {
  readonly seconds: number;
  /** The first token of a new family. */
  begin(tx: Prisma.TransactionClient, playerId: string): Promise<Refreshed>;
  /** @throws Problem `token_invalid`, `token_expired`, `token_reused`, `token_revoked` or `player_banned` */
  exchange(token: string): Promise<Refreshed>;
}

interface Needs {
  readonly prisma: PrismaClient;
  readonly revocations: Revocations;
  readonly clock: SystemClock;
  readonly entropy: Entropy;
  readonly refreshKey: Uint8Array;
  readonly days: number;
}

const DAY_SECONDS = 86_400;
/** Logins of one player that are valid at once, on as many devices; a further one ends the oldest. */
export const MAX_LOGINS = 50;
/** An answer may be lost: so long the token before the newest one still gives the newest one. */
const GRACE_MS = 60_000;

type Outcome =
  | { readonly outcome: 'given'; readonly given: Refreshed }
  | { readonly outcome: 'reused'; readonly family: string };

function whatIsWrong(token: string): string {
  if (isToken('bot', token)) return 'This is the token of a bot: it is sent as it is and needs no exchange.';
  if (token.split('.').length === 3) return 'This is an access token. Send the `refreshToken` that came with it.';
  return 'This is not a refresh token of this service.';
}

export function createRefreshTokens(needs: Needs): RefreshTokens {
  const { prisma, revocations, clock, entropy, refreshKey, days } = needs;
  const seconds = days * DAY_SECONDS;

  async function store(
    tx: Prisma.TransactionClient,
    id: string,
    { token, playerId, family }: Refreshed,
  ): Promise<void> {
    const createdAt = new Date(clock.now());
    const expiresAt = new Date(clock.now() + seconds * 1000);
    await tx.refreshToken.create({
      data: { id, familyId: family, playerId, hash: hashOf(token), createdAt, expiresAt },
    });
  }

  /** Every valid family has one token that was not used. */
  async function endOldLogins(tx: Prisma.TransactionClient, playerId: string): Promise<void> {
    const valid = { playerId, revokedAt: null, usedAt: null };
    const old = await tx.refreshToken.findMany({
      where: valid,
      orderBy: { createdAt: 'desc' },
      skip: MAX_LOGINS,
      select: { familyId: true },
    });
    if (old.length > 0) await endFamilies(tx, [...new Set(old.map(({ familyId }) => familyId))]);
  }

  async function endFamilies(tx: Prisma.TransactionClient, families: readonly string[]): Promise<void> {
    await tx.refreshToken.updateMany({
      where: { familyId: { in: [...families] }, revokedAt: null },
      data: { revokedAt: new Date(clock.now()) },
    });
    await writeNews(tx, 'ended', families);
  }

  /** Runs under the family's lock: two exchanges at once see each other's result. */
  async function exchangeLocked(tx: Prisma.TransactionClient, token: string, id: string): Promise<Outcome> {
    const row = await tx.refreshToken.findUniqueOrThrow({ where: { id }, include: { player: true } });
    const { familyId: family, playerId, revokedAt, usedAt, expiresAt, successorId } = row;
    const now = clock.now();
    if (revokedAt !== null) throw problem('token_revoked', 'This login is over; begin a new one.');
    // Before anything is used up: should the ban end, the login goes on.
    mustNotBeBanned(row.player);
    const given = { token: successorOf(token, refreshKey), playerId, family };
    if (usedAt === null) {
      if (expiresAt.getTime() <= now)
        throw problem('token_expired', 'The refresh token has expired; begin a new login.');
      const next = v7();
      await store(tx, next, given);
      await tx.refreshToken.update({ where: { id }, data: { usedAt: new Date(now), successorId: next } });
      return { outcome: 'given', given };
    }
    const successor = successorId === null ? null : await tx.refreshToken.findUnique({ where: { id: successorId } });
    if (successor?.usedAt === null && now - usedAt.getTime() <= GRACE_MS) {
      return { outcome: 'given', given };
    }
    await endFamilies(tx, [family]);
    return { outcome: 'reused', family };
  }

  return {
    seconds,
    async begin(tx, playerId) {
      const first = { token: newToken('refresh', entropy), playerId, family: v7() };
      await store(tx, v7(), first);
      await endOldLogins(tx, playerId);
      return first;
    },
    async exchange(token) {
      const found = isToken('refresh', token)
        ? await prisma.refreshToken.findUnique({ where: { hash: hashOf(token) }, select: { id: true, familyId: true } })
        : null;
      if (found === null) throw problem('token_invalid', whatIsWrong(token));
      const done = await prisma.$transaction(
        async (tx) => {
          await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${found.familyId}, 0))`;
          return exchangeLocked(tx, token, found.id);
        },
        { maxWait: 10_000, timeout: 10_000 },
      );
      if (done.outcome === 'given') return done.given;
      await revocations.spread();
      throw problem('token_reused', 'This token was used before, so the whole login has been ended; begin a new one.');
    },
  };
}
