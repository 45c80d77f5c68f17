/** Players who have just come in, and the tokens with which they come back. */
import { v7 } from 'uuid';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { Player, PlayerKind, Scope } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';
import type { AccessTokens } from './access-tokens.ts';
import { mustNotBeBanned } from './living.ts';
import { playerOf } from './player-row.ts';
import type { Refreshed, RefreshTokens } from './refresh-tokens.ts';

export interface Tokens {
  readonly tokenType: 'Bearer';
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly refreshToken: string;
  /** Seconds, from the last use on. */
  readonly refreshExpiresIn: number;
  readonly scopes: readonly Scope[];
}

export interface Profile extends Player {
  readonly locale: string | null;
  readonly createdAt: string;
}

export interface Guests {
  create(name: string, locale: string | null): Promise<Tokens & { readonly player: Player }>;
  /** @throws Problem `token_invalid`, `token_expired`, `token_reused`, `token_revoked` or `player_banned` */
  refresh(refreshToken: string): Promise<Tokens>;
  /**
   * A login of its own on another device.
   * @param whose names the player, in the transaction that begins the login
   * @throws Problem `player_banned`
   */
  onDevice(whose: (tx: Prisma.TransactionClient) => Promise<string>): Promise<Tokens>;
  /** @throws Problem `not_found` when it has been erased since */
  profile(playerId: string): Promise<Profile>;
}

interface Needs {
  readonly prisma: PrismaClient;
  readonly access: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly clock: SystemClock;
}

const SCOPES: readonly Scope[] = ['play', 'lobby', 'bots'];

export function createGuests({ prisma, access, refreshTokens, clock }: Needs): Guests {
  async function tokens(player: Player, { token, family }: Refreshed): Promise<Tokens> {
    return {
      tokenType: 'Bearer',
      accessToken: await access.sign(player, SCOPES, family),
      expiresIn: access.seconds,
      refreshToken: token,
      refreshExpiresIn: refreshTokens.seconds,
      scopes: SCOPES,
    };
  }

  return {
    async create(name, locale) {
      const kind: PlayerKind = 'guest';
      const id = v7();
      const begun = await prisma.$transaction(
        async (tx) => {
          await tx.player.create({ data: { id, name, kind, locale, createdAt: new Date(clock.now()) } });
          return refreshTokens.begin(tx, id);
        },
        { maxWait: 10_000, timeout: 10_000 },
      );
      const player = { id, name, kind };
      return { player, ...(await tokens(player, begun)) };
    },

    async refresh(refreshToken) {
      const next = await refreshTokens.exchange(refreshToken);
      const row = await prisma.player.findUniqueOrThrow({ where: { id: next.playerId } });
      if (row.erasedAt !== null) throw problem('token_revoked', 'This player is gone.');
      return tokens(playerOf(row, row.id), next);
    },

    async onDevice(whose) {
      const { row, begun } = await prisma.$transaction(
        async (tx) => {
          const id = await whose(tx);
          const row = await tx.player.findUniqueOrThrow({ where: { id } });
          mustNotBeBanned(row);
          return { row, begun: await refreshTokens.begin(tx, id) };
        },
        { maxWait: 10_000, timeout: 10_000 },
      );
      return tokens(playerOf(row, row.id), begun);
    },

    async profile(playerId) {
      const row = await prisma.player.findUnique({ where: { id: playerId } });
      if (row === null || row.erasedAt !== null) throw problem('not_found', 'No such player.');
      return { ...playerOf(row, row.id), locale: row.locale, createdAt: row.createdAt.toISOString() };
    },
  };
}
