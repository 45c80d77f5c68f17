/** Whether what a token stands for still holds: the database knows for certain. */
import type { PrismaClient } from '../generated/prisma/client.ts';
import { problem } from '../http/problem.ts';
import type { PlayerRow } from './player-row.ts';
import type { Revocations } from './revocations.ts';

export interface BotTokenRow {
  readonly id: string;
  readonly player: PlayerRow;
}

export interface Living {
  /** @throws Problem `token_revoked` */
  login(playerId: string, family: string): Promise<PlayerRow>;
  /** @returns `null` when there is no such token. @throws Problem `token_revoked` */
  botToken(which: { readonly id: string } | { readonly hash: Uint8Array<ArrayBuffer> }): Promise<BotTokenRow | null>;
}

interface Needs {
  readonly prisma: PrismaClient;
  readonly revocations: Revocations;
}

export function createLiving({ prisma, revocations }: Needs): Living {
  /** Whoever erased a player may have been stopped before he told the other nodes: then his token does. */
  function mustLive({ id, erasedAt }: { readonly id: string; readonly erasedAt: Date | null }): void {
    if (erasedAt === null) return;
    if (!revocations.has(id)) revocations.announce(id);
    throw revoked();
  }

  return {
    async login(playerId, family) {
      const newest = await prisma.refreshToken.findFirst({
        where: { familyId: family, playerId },
        orderBy: { id: 'desc' },
        include: { player: true },
      });
      if (newest === null) throw revoked();
      mustLive(newest.player);
      if (newest.revokedAt !== null) throw revoked();
      return newest.player;
    },

    async botToken(which) {
      const found = await prisma.botToken.findUnique({ where: which, include: { player: true } });
      if (found === null) return null;
      mustLive(found.player);
      if (found.revokedAt !== null) throw revoked();
      return found;
    },
  };
}

export function revoked() {
  return problem('token_revoked', 'This token has been revoked; a refresh does not help.');
}
