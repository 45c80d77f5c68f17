/** Whether what a token stands for still holds: the database knows for certain. */
import type { PrismaClient } from '../generated/prisma/client.ts';
import { problem } from '../http/problem.ts';
import type { PlayerRow } from './player-row.ts';
import type { Revocations } from './revocations.ts';

export interface Holder extends PlayerRow {
  readonly adminScopes: readonly { readonly scope: string }[];
}

export interface BotTokenRow {
  readonly id: string;
  readonly player: Holder & { readonly ownerId: string | null };
}

export interface Living {
  /** @throws Problem `token_revoked`, `player_banned` */
  login(playerId: string, family: string): Promise<Holder>;
  /** @returns `null` when there is no such token. @throws Problem `token_revoked`, `player_banned` */
  botToken(which: { readonly id: string } | { readonly hash: Uint8Array<ArrayBuffer> }): Promise<BotTokenRow | null>;
}

interface Needs {
  readonly prisma: PrismaClient;
  readonly revocations: Pick<Revocations, 'mark' | 'heardSince'>;
}

export function createLiving({ prisma, revocations }: Needs): Living {
  /** News may come while the database is asked: then the answer may be older than the news, and nobody tells it again. */
  async function newest<T>(ask: () => Promise<T>, subjects: (found: T) => readonly string[]): Promise<T> {
    for (;;) {
      const mark = revocations.mark();
      const found = await ask();
      if (!revocations.heardSince(mark, subjects(found))) return found;
    }
  }

  return {
    async login(playerId, family) {
      const found = await newest(
        () =>
          prisma.refreshToken.findFirst({
            where: { familyId: family, playerId },
            orderBy: { id: 'desc' },
            include: { player: { include: { adminScopes: true } } },
          }),
        () => [playerId, family],
      );
      if (found === null || found.revokedAt !== null || found.player.erasedAt !== null) throw revoked();
      mustNotBeBanned(found.player);
      return found.player;
    },

    async botToken(which) {
      const found = await newest(
        () =>
          prisma.botToken.findUnique({
            where: which,
            include: { player: { include: { adminScopes: true, owner: true } } },
          }),
        (row) => (row === null ? [] : [row.id, row.playerId]),
      );
      if (found === null) return null;
      if (found.revokedAt !== null || found.player.erasedAt !== null) throw revoked();
      mustNotBeBanned(found.player);
      if (found.player.owner !== null) mustNotBeBanned(found.player.owner);
      return found;
    },
  };
}

export function revoked() {
  return problem('token_revoked', 'This token has been revoked; a refresh does not help.');
}

/** Why is between the operator and him. @throws Problem `player_banned` */
export function mustNotBeBanned({ bannedAt }: { readonly bannedAt: Date | null }): void {
  if (bannedAt !== null) throw problem('player_banned', 'The operator of this service has banned this player.');
}
