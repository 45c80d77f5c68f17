/** Guests who do not come back: deleted when nobody ever saw them at a table, otherwise erased. Any node may look. */
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { SystemClock } from '../ports/system.ts';
import type { Directory } from './directory.ts';
import { erase } from './erasure.ts';

export interface UnusedGuests {
  /** Looks soon, and then every hour. */
  start(): void;
  /** Removes those who are unused now. May be repeated, also on two nodes at once. @returns how many */
  remove(): Promise<number>;
  /** Looks no more and waits for what is under way. */
  stop(): Promise<void>;
}

export interface UnusedGuestsNeeds {
  readonly prisma: Pick<PrismaClient, '$transaction'>;
  readonly clock: SystemClock;
  readonly directory: Directory;
  readonly logger: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  /** Whole days without a token made or used. */
  readonly days: number;
}

const DAY_MS = 86_400_000;
const FIRST_LOOK_MS = 60_000;
const LOOK_MS = 3_600_000;
/** So many in one short transaction. */
const MOST = 500;

interface Unused {
  readonly id: string;
  /** Somebody may have his id in a game, at a table or on an invitation. */
  readonly isKnown: boolean;
}

export function createUnusedGuests({ prisma, clock, directory, logger, days }: UnusedGuestsNeeds): UnusedGuests {
  let cancel = (): void => {};
  let looking: Promise<void> | null = null;
  let isStopped = false;

  /**
   * Whoever came in has tokens, so players of imported games are not meant. A table lives while it plays or until it
   * expires; seats at others are history. So are tickets that do not wait. A guest's bots are in use as long as they have a token.
   */
  async function removeSome(now: number): Promise<number> {
    const [since, at] = [new Date(now - days * DAY_MS), new Date(now)];
    const { found, erased } = await prisma.$transaction(async (tx) => {
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
         ORDER BY guest.created_at LIMIT ${MOST}
           FOR UPDATE OF guest SKIP LOCKED`;
      const ids = (isKnown: boolean) => unused.filter((guest) => guest.isKnown === isKnown).map(({ id }) => id);
      // Their tokens go with them.
      await tx.player.deleteMany({ where: { id: { in: ids(false) } } });
      return { found: unused, erased: await erase(tx, ids(true), now) };
    });
    for (const id of [...found.map((guest) => guest.id), ...erased]) directory.forget(id);
    return found.length;
  }

  async function remove(): Promise<number> {
    let all = 0;
    for (;;) {
      const some = await removeSome(clock.now());
      all += some;
      if (some < MOST || isStopped) return all;
    }
  }

  async function look(): Promise<void> {
    try {
      const count = await remove();
      if (count > 0) logger.info({ count }, 'guests who did not come back were removed');
    } catch (error) {
      logger.warn({ err: error }, 'unused guests could not be removed; trying again in an hour');
    }
    if (!isStopped) lookIn(LOOK_MS);
  }

  function lookIn(ms: number): void {
    cancel = clock.after(ms, () => {
      looking = look();
    });
  }

  return {
    start: () => lookIn(FIRST_LOOK_MS),
    remove,
    async stop() {
      isStopped = true;
      cancel();
      await looking;
    },
  };
}
