/** Shutting somebody out, and letting him in again: his tokens are refused at every door, and what he holds is given up. */
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Identity } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import { OPERATOR_ID } from '../identity/operator.ts';
import type { GiveUp } from '../identity/own-account.ts';
import { writeNews } from '../identity/revocation-rows.ts';
import type { SystemClock } from '../ports/system.ts';
import { record } from './audit.ts';
import { type AdminPlayer, lockPlayer, readPlayer } from './players.ts';

export interface Bans {
  /**
   * His bots are shut out with him. His name and his tokens stay: should the ban end, he goes on where he was. May be
   * repeated, and a repetition finishes what was interrupted.
   *
   * @param reason for the log and other administrators; he is not told
   * @throws Problem `not_found`, `forbidden` for administrators and built-in bots, `unavailable`
   */
  ban(who: Identity, playerId: string, reason: string): Promise<AdminPlayer>;
  /** May be repeated. @throws Problem `not_found` */
  unban(who: Identity, playerId: string): Promise<AdminPlayer>;
}

export interface BansNeeds {
  readonly prisma: PrismaClient;
  readonly clock: SystemClock;
  readonly giveUp: GiveUp;
  /** News was written: every node should look at once. */
  readonly spread: () => Promise<void>;
}

const patience = { maxWait: 10_000, timeout: 10_000 };

export function createBans({ prisma, clock, giveUp, spread }: BansNeeds): Bans {
  return {
    async ban(who, playerId, reason) {
      const shutOut = await prisma.$transaction(async (tx) => {
        const player = await lockPlayer(tx, playerId);
        mustBeBannable(player);
        const bots = await tx.player.findMany({ where: { ownerId: playerId }, select: { id: true } });
        const all = [playerId, ...bots.map(({ id }) => id)];
        if (player.ban !== null) return all;
        const now = clock.now();
        await tx.player.update({ where: { id: playerId }, data: { bannedAt: new Date(now), banReason: reason } });
        await writeNews(tx, 'ended', all);
        await record(tx, { actor: who.id, action: 'ban', subject: playerId, details: { reason } }, now);
        return all;
      }, patience);
      await spread();
      // From now on he takes no new seat, so that none is left when this is done.
      await giveUp(shutOut);
      return readPlayer(prisma, playerId);
    },

    async unban(who, playerId) {
      await prisma.$transaction(async (tx) => {
        const player = await lockPlayer(tx, playerId);
        if (player.ban === null) return;
        await tx.player.update({ where: { id: playerId }, data: { bannedAt: null, banReason: null } });
        await record(tx, { actor: who.id, action: 'unban', subject: playerId, details: {} }, clock.now());
      }, patience);
      return readPlayer(prisma, playerId);
    },
  };
}

/** Administrators cannot shut each other out: the operator takes their rights first. @throws Problem `forbidden` */
function mustBeBannable({ id, kind, scopes }: AdminPlayer): void {
  if (id === OPERATOR_ID) throw problem('forbidden', 'The operator cannot be banned.');
  if (kind === 'builtIn') throw problem('forbidden', 'A built-in bot is part of the service.');
  if (scopes.length > 0)
    throw problem('forbidden', 'The player administers this service; withdraw their scopes first.');
}
