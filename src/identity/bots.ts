/** Bot accounts of a player, and the long-lived tokens that they play with. */
import { v7 } from 'uuid';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Identity, Player } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import type { Entropy, SystemClock } from '../ports/system.ts';
import { hashOf, newToken } from './opaque-tokens.ts';
import { writeNews } from './revocation-rows.ts';
import type { Revocations } from './revocations.ts';

export type AcceptFrom = 'owner' | 'anyone';

export interface Bot extends Player {
  readonly kind: 'bot';
  readonly acceptFrom: AcceptFrom;
  readonly createdAt: string;
  /** When its present token was made; `null` when it has none. */
  readonly tokenSince: string | null;
  /** When that token was last used, to the minute; `null` until it was. */
  readonly lastUsedAt: string | null;
}

export interface Bots {
  create(owner: Identity, name: string, acceptFrom: AcceptFrom): Promise<Bot>;
  /** Oldest first. */
  list(owner: Identity): Promise<readonly Bot[]>;
  /** A new token; the old one is revoked. @throws Problem `not_found` */
  issueToken(owner: Identity, botId: string): Promise<{ readonly token: string; readonly createdAt: string }>;
  /** Its tokens are revoked; its games stay. @throws Problem `not_found` */
  remove(owner: Identity, botId: string): Promise<void>;
}

interface Needs {
  readonly prisma: PrismaClient;
  readonly revocations: Revocations;
  readonly clock: SystemClock;
  readonly entropy: Entropy;
}

const MOST_BOTS = 100;
const patience = { maxWait: 10_000, timeout: 10_000 };

export function createBotAccounts({ prisma, revocations, clock, entropy }: Needs): Bots {
  const living = { where: { revokedAt: null }, orderBy: { id: 'desc' }, take: 1 } as const;

  return {
    async create(owner, name, acceptFrom) {
      const createdAt = new Date(clock.now());
      const row = await prisma.$transaction(async (tx) => {
        // Locks the owner, so that bots are counted one after the other, and none is made for somebody who is gone.
        const lives = await tx.player.updateMany({ where: { id: owner.id, erasedAt: null }, data: { erasedAt: null } });
        if (lives.count === 0) throw problem('token_revoked', 'This player is gone.');
        const count = await tx.player.count({ where: { ownerId: owner.id, kind: 'bot', erasedAt: null } });
        if (count >= MOST_BOTS) throw problem('forbidden', `A player has at most ${MOST_BOTS} bots.`);
        return tx.player.create({
          data: { id: v7(), name, kind: 'bot', ownerId: owner.id, acceptFrom, createdAt },
        });
      }, patience);
      return botOf({ ...row, botTokens: [] });
    },

    async list(owner) {
      const rows = await prisma.player.findMany({
        where: { ownerId: owner.id, kind: 'bot', erasedAt: null },
        orderBy: { id: 'asc' },
        include: { botTokens: living },
      });
      return rows.map(botOf);
    },

    async issueToken(owner, botId) {
      const token = newToken('bot', entropy);
      const now = new Date(clock.now());
      await prisma.$transaction(async (tx) => {
        // Locks the bot, so that of two tokens made at once only one lives.
        const { count } = await tx.player.updateMany({ where: mine(owner, botId), data: { erasedAt: null } });
        if (count === 0) throw noSuchBot();
        const old = await tx.botToken.findMany({ where: { playerId: botId, revokedAt: null } });
        await tx.botToken.updateMany({ where: { playerId: botId, revokedAt: null }, data: { revokedAt: now } });
        await tx.botToken.create({ data: { id: v7(), playerId: botId, hash: hashOf(token), createdAt: now } });
        await writeNews(
          tx,
          'ended',
          old.map(({ id }) => id),
        );
      }, patience);
      await revocations.spread();
      return { token, createdAt: now.toISOString() };
    },

    async remove(owner, botId) {
      const now = new Date(clock.now());
      await prisma.$transaction(async (tx) => {
        const { count } = await tx.player.updateMany({ where: mine(owner, botId), data: { erasedAt: now } });
        if (count === 0) throw noSuchBot();
        await tx.botToken.updateMany({ where: { playerId: botId, revokedAt: null }, data: { revokedAt: now } });
        await writeNews(tx, 'ended', [botId]);
      }, patience);
      await revocations.spread();
    },
  };
}

function mine(owner: Identity, botId: string) {
  return { id: botId, ownerId: owner.id, kind: 'bot', erasedAt: null };
}

function noSuchBot() {
  return problem('not_found', 'No such bot.');
}

interface BotRow {
  readonly id: string;
  readonly name: string;
  readonly acceptFrom: string | null;
  readonly createdAt: Date;
  readonly botTokens: readonly { readonly createdAt: Date; readonly lastUsedAt: Date | null }[];
}

function botOf({ id, name, acceptFrom, createdAt, botTokens }: BotRow): Bot {
  return {
    id,
    name,
    kind: 'bot',
    acceptFrom: acceptFrom === 'anyone' ? 'anyone' : 'owner',
    createdAt: createdAt.toISOString(),
    tokenSince: botTokens[0]?.createdAt.toISOString() ?? null,
    lastUsedAt: botTokens[0]?.lastUsedAt?.toISOString() ?? null,
  };
}
