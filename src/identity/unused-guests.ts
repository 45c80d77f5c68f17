/** Guests who do not come back: deleted when no other player ever saw them at a table, otherwise erased. */
import type { Prisma } from '../generated/prisma/client.ts';
import type { Directory } from './directory.ts';
import { erase } from './erasure.ts';

const DAY_MS = 86_400_000;

interface Unused {
  readonly id: string;
  /** Other players may have their id in a game, at a table or on an invitation. */
  readonly isKnown: boolean;
}

/**
 * A guest who came in has tokens, so players of imported games are not meant. A table lives while it plays or until it
 * expires; seats at others are history. So are tickets that do not wait. A guest's bots are in use as long as they have a token.
 *
 * @param days whole days without a token made or used
 * @returns removes at most `limit` guests of a moment (milliseconds since 1970) and says how many; their names are forgotten here when that is committed. May be repeated
 */
export function removeUnusedGuests(days: number, directory: Pick<Directory, 'forget'>) {
  return async (tx: Prisma.TransactionClient, now: number, limit: number) => {
    const [since, at] = [new Date(now - days * DAY_MS), new Date(now)];
    const unused = await tx.$queryRaw<Unused[]>`
    SELECT guest.id,
           EXISTS (SELECT 1 FROM game_players WHERE player_id = guest.id)
        OR EXISTS (SELECT 1 FROM table_seats WHERE player_id = guest.id)
        OR EXISTS (SELECT 1 FROM lobby_tables WHERE host_id = guest.id)
        OR EXISTS (SELECT 1 FROM invitations WHERE from_id = guest.id OR for_id = guest.id)
        OR EXISTS (SELECT 1 FROM players AS bot WHERE bot.owner_id = guest.id) AS "isKnown"
      FROM players AS guest
     WHERE guest.kind = 'guest' AND guest.erased_at IS NULL AND guest.created_at <= ${since}
       AND (SELECT max(greatest(created_at, used_at)) FROM refresh_tokens WHERE player_id = guest.id) <= ${since}
       AND NOT EXISTS (SELECT 1 FROM game_players WHERE player_id = guest.id AND ended_at IS NULL)
       AND NOT EXISTS (
         SELECT 1 FROM lobby_tables AS alive
          WHERE (alive.state = 'playing' OR alive.expires_at > ${at})
            AND (alive.host_id = guest.id
                 OR EXISTS (SELECT 1 FROM table_seats WHERE table_id = alive.id AND player_id = guest.id)))
       AND NOT EXISTS (
         SELECT 1 FROM match_tickets
          WHERE player_id = guest.id AND state = 'waiting' AND expires_at > ${at})
       AND NOT EXISTS (
         SELECT 1 FROM players AS bot JOIN bot_tokens AS token ON token.player_id = bot.id
          WHERE bot.owner_id = guest.id AND token.revoked_at IS NULL)
     ORDER BY guest.created_at LIMIT ${limit}
       FOR UPDATE OF guest SKIP LOCKED`;
    const ids = (isKnown: boolean) => unused.filter((guest) => guest.isKnown === isKnown).map(({ id }) => id);
    // Their tokens go with them.
    await tx.player.deleteMany({ where: { id: { in: ids(false) } } });
    await erase(tx, ids(true), now);
    const committed = (): void => {
      for (const { id } of unused) directory.forget(id);
    };
    return { count: unused.length, committed };
  };
}
