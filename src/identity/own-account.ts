/** What a person does with himself: another name, and an end (decision 9). */
import type { PrismaClient } from '../generated/prisma/client.ts';
import { problem } from '../http/problem.ts';
import type { SystemClock } from '../ports/system.ts';
import type { Directory } from './directory.ts';
import { erase } from './erasure.ts';
import type { Revocations } from './revocations.ts';

export interface ProfileChange {
  readonly name?: string;
  /** `null` takes it away. */
  readonly locale?: string | null;
}

export interface OwnAccount {
  /** This node shows it at once, others within a minute. @throws Problem `token_revoked` when he is gone */
  change(playerId: string, change: ProfileChange): Promise<void>;
  /** His games stay, under an anonymous name. May be repeated, and a repetition finishes what was interrupted. */
  erase(playerId: string): Promise<void>;
}

/**
 * Gives up what players hold elsewhere. May be repeated.
 *
 * @param playerIds a person and his bots
 */
export type GiveUp = (playerIds: readonly string[]) => Promise<void>;

interface Needs {
  readonly prisma: PrismaClient;
  readonly clock: SystemClock;
  readonly directory: Directory;
  readonly revocations: Revocations;
  /** What this node remembers of his tokens names him. */
  readonly forgetTokens: (playerId: string) => void;
  readonly giveUp: GiveUp;
}

export function createOwnAccount(needs: Needs): OwnAccount {
  const { prisma, clock, directory, revocations, forgetTokens, giveUp } = needs;

  return {
    async change(playerId, { name, locale }) {
      const data = { ...(name === undefined ? {} : { name }), ...(locale === undefined ? {} : { locale }) };
      // Whoever is erased meanwhile must not get a name again.
      const { count } = await prisma.player.updateMany({ where: { id: playerId, erasedAt: null }, data });
      if (count === 0) throw problem('token_revoked', 'This player is gone.');
      directory.forget(playerId);
      forgetTokens(playerId);
    },

    /** Seats first, while his token is still good: interrupted anywhere, he can ask again, and nothing of it is lost. */
    async erase(playerId) {
      const bots = await prisma.player.findMany({ where: { ownerId: playerId }, select: { id: true } });
      await giveUp([playerId, ...bots.map(({ id }) => id)]);
      await prisma.$transaction((tx) => erase(tx, [playerId], clock.now()), { maxWait: 10_000, timeout: 10_000 });
      await revocations.spread();
    },
  };
}
