/** What is left of a player who is gone: an id without a name, so that the games of others stay readable (decision 9). */
import type { Prisma } from '../generated/prisma/client.ts';
import { SOMEBODY } from './player-row.ts';
import { writeNews } from './revocation-rows.ts';

/**
 * Takes the names of players and of their bots away, for good, revokes all of their tokens and codes and forgets their
 * log-ins at other issuers and for whom they looked to play with. May be repeated.
 *
 * @param tx a transaction, or a client where nothing else goes with it
 * @param ids of people
 * @param now milliseconds since 1970
 * @returns ids of all that were erased, bots too; the news of it is written for every node
 */
export async function erase(
  tx: Prisma.TransactionClient,
  ids: readonly string[],
  now: number,
): Promise<readonly string[]> {
  // Locks them: whoever makes a bot at the same moment has made it before, or finds himself gone.
  await tx.player.updateMany({ where: { id: { in: [...ids] } }, data: { name: SOMEBODY } });
  const gone = await tx.player.findMany({
    where: { OR: [{ id: { in: [...ids] } }, { ownerId: { in: [...ids] } }] },
    select: { id: true },
  });
  const all = gone.map(({ id }) => id);
  const at = new Date(now);
  await tx.player.updateMany({ where: { id: { in: all } }, data: { name: SOMEBODY, locale: null, banReason: null } });
  await tx.player.updateMany({ where: { id: { in: all }, erasedAt: null }, data: { erasedAt: at } });
  const living = { where: { playerId: { in: all }, revokedAt: null }, data: { revokedAt: at } };
  await tx.refreshToken.updateMany(living);
  await tx.botToken.updateMany(living);
  await tx.deviceCode.deleteMany({ where: { playerId: { in: all } } });
  await tx.playerIdentity.deleteMany({ where: { playerId: { in: all } } });
  await tx.adminScope.deleteMany({ where: { playerId: { in: all } } });
  await tx.matchTicket.deleteMany({ where: { playerId: { in: all } } });
  await writeNews(tx, 'ended', all);
  return all;
}
