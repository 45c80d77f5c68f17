/** Tickets as they lie in the database: one player asks, looks, gives up. */
import { v7 as uuid } from 'uuid';
import type { MatchTicket, Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import { problem } from '../../http/problem.ts';
import type { SystemClock } from '../../ports/system.ts';
import type { Caps, Origin } from '../caps.ts';
import type { Transaction } from '../rows.ts';
import type { MatchWish } from './wish.ts';

/** A ticket lapses so long after its player was last seen. */
export const SEEN_MS = 30_000;
/** So long a match stands in inboxes, and answers whoever repeats his wish. */
export const TOLD_MS = 2 * 60_000;
/** Running games in which a player is seated while they ask for one more; a match makes an unlisted table. */
const MAX_SEATS_IN_GAMES = 6;
/** Enough for a queue of others at the same database. */
export const PATIENCE = { maxWait: 10_000, timeout: 10_000 };

export interface Asked {
  readonly ticket: MatchTicket;
  /** `false` when the wish was asked before. */
  readonly isNew: boolean;
}

export type Tickets = ReturnType<typeof createTickets>;

export interface TicketsDeps {
  readonly prisma: PrismaClient;
  readonly clock: SystemClock;
  readonly caps: Caps;
}

export function createTickets({ prisma, clock, caps }: TicketsDeps) {
  /** That a ticket has lapsed is told from the time on, whether or not its row says so already. */
  const asOf = (ticket: MatchTicket, now: number): MatchTicket =>
    ticket.state === 'waiting' && ticket.expiresAt.getTime() <= now ? { ...ticket, state: 'expired' } : ticket;

  /** The player is here: what waits for him goes on waiting. What has lapsed stays so. */
  async function seen(ticket: MatchTicket): Promise<MatchTicket> {
    const now = clock.now();
    const present = asOf(ticket, now);
    if (present.state !== 'waiting') return present;
    const expiresAt = new Date(now + SEEN_MS);
    await prisma.$executeRaw`
      UPDATE match_tickets SET expires_at = ${expiresAt}
       WHERE id = ${ticket.id}::uuid AND state = 'waiting' AND expires_at > ${new Date(now)}`;
    return { ...present, expiresAt };
  }

  /** @throws Problem `not_found`, also for somebody else's ticket */
  async function mustFind(playerId: string, id: string): Promise<MatchTicket> {
    const ticket = await prisma.matchTicket.findFirst({ where: { id, playerId } });
    if (ticket === null) throw problem('not_found', 'No such ticket.');
    return asOf(ticket, clock.now());
  }

  return {
    /**
     * The same wish gives the same ticket, also just after it was matched, so that a lost answer can be asked for again.
     * Another wish takes the place of the one before, and begins to wait anew.
     *
     * @throws Problem `token_revoked` for a player who is being erased; `too_many_games`, because the one who has waited
     * longest hosts the match
     */
    async ask(origin: Origin, wish: MatchWish, entropy: string | null): Promise<Asked> {
      const { hostId: playerId } = origin;
      return prisma.$transaction(async (tx) => {
        // Locks the player, so that two requests of his come one after the other, and nobody waits who is gone.
        const lives = await tx.player.updateMany({ where: { id: playerId, erasedAt: null }, data: { erasedAt: null } });
        if (lives.count === 0) throw problem('token_revoked', 'This player is gone.');
        // Locks what waits: it is either matched by now, or not before the end of this.
        const [held] = await tx.$queryRaw<{ readonly id: string }[]>`
          SELECT id FROM match_tickets WHERE player_id = ${playerId}::uuid AND state = 'waiting' FOR UPDATE`;
        const now = clock.now();
        const row = held === undefined ? null : await tx.matchTicket.findUniqueOrThrow({ where: { id: held.id } });
        const present = row === null ? null : asOf(row, now);
        if (present?.state === 'waiting' && isSame(present, wish)) {
          const data = { expiresAt: new Date(now + SEEN_MS), ...(entropy === null ? {} : { entropy }) };
          return { ticket: await tx.matchTicket.update({ where: { id: present.id }, data }), isNew: false };
        }
        const match = present === null ? await matchOf(tx, playerId, wish, now) : null;
        if (match !== null) return { ticket: match, isNew: false };
        await caps.mustHaveRoomForGame(tx, origin, true);
        await mustHaveRoomToWait(tx, origin, now, caps.ticketsPerAddress);
        if (present !== null) {
          const state = present.state === 'waiting' ? 'cancelled' : present.state;
          await tx.matchTicket.update({
            where: { id: present.id },
            data: { state, settledAt: new Date(now), address: null },
          });
        }
        return { ticket: await tx.matchTicket.create({ data: ticketOf(origin, wish, entropy, now) }), isNew: true };
      }, PATIENCE);
    },

    /** Looking is being seen. @throws Problem `not_found` */
    async look(playerId: string, id: string): Promise<MatchTicket> {
      return seen(await mustFind(playerId, id));
    },

    /** May be repeated. @returns the ticket as it is now: matched, if that came first. @throws Problem `not_found` */
    async cancel(playerId: string, id: string): Promise<MatchTicket> {
      const now = new Date(clock.now());
      await prisma.$executeRaw`
        UPDATE match_tickets SET state = 'cancelled', settled_at = ${now}, address = NULL
         WHERE id = ${id}::uuid AND player_id = ${playerId}::uuid AND state = 'waiting' AND expires_at > ${now}`;
      return mustFind(playerId, id);
    },

    /** Those that wait, and for a while those that were matched, oldest first. */
    ofPlayer(playerId: string): Prisma.PrismaPromise<MatchTicket[]> {
      const now = clock.now();
      return prisma.matchTicket.findMany({
        where: {
          playerId,
          OR: [
            { state: 'waiting', expiresAt: { gt: new Date(now) } },
            { state: 'matched', settledAt: { gt: new Date(now - TOLD_MS) } },
          ],
        },
        orderBy: { id: 'asc' },
      });
    },

    /** Looking is being seen. */
    seen: (tickets: readonly MatchTicket[]): Promise<readonly MatchTicket[]> => Promise.all(tickets.map(seen)),
  };
}

/**
 * The caps lock the address before this, so that tickets asked for at once are counted one after the other.
 *
 * @throws Problem `too_many_games`
 */
async function mustHaveRoomToWait(
  tx: Transaction,
  { hostId, address }: Origin,
  now: number,
  most: number,
): Promise<void> {
  const seated = await tx.tableSeat.count({
    where: { playerId: hostId, state: 'taken', table: { state: 'playing', visibility: 'unlisted' } },
  });
  if (seated >= MAX_SEATS_IN_GAMES) {
    const detail = `You are seated in ${seated} running unlisted games; the maximum with a ticket is ${MAX_SEATS_IN_GAMES}.`;
    throw problem('too_many_games', `${detail} Finish or leave one of them and repeat this.`);
  }
  const waiting = await tx.matchTicket.count({
    where: { address, state: 'waiting', expiresAt: { gt: new Date(now) }, playerId: { not: hostId } },
  });
  if (waiting < most) return;
  const detail = `Players at your address have ${waiting} waiting tickets; the maximum is ${most}.`;
  throw problem('too_many_games', `${detail} Wait until they are matched and repeat this.`);
}

/** Whoever asks again while he plays has not heard of the match; whoever has played it wants another. */
async function matchOf(tx: Transaction, playerId: string, wish: MatchWish, now: number): Promise<MatchTicket | null> {
  const match = await tx.matchTicket.findFirst({
    where: { playerId, state: 'matched', settledAt: { gt: new Date(now - TOLD_MS) } },
    orderBy: { settledAt: 'desc' },
  });
  if (match === null || match.gameId === null || !isSame(match, wish)) return null;
  const played = await tx.gamePlayer.findUnique({ where: { gameId_playerId: { gameId: match.gameId, playerId } } });
  return played === null || played.endedAt === null ? match : null;
}

function isSame(ticket: MatchTicket, { preset, players, botsAfterSeconds }: MatchWish): boolean {
  return (
    ticket.preset === preset &&
    ticket.minPlayers === players.min &&
    ticket.maxPlayers === players.max &&
    ticket.botsAfterSeconds === botsAfterSeconds
  );
}

function ticketOf(
  { hostId, address }: Origin,
  { preset, players, botsAfterSeconds }: MatchWish,
  entropy: string | null,
  now: number,
) {
  return {
    id: uuid(),
    playerId: hostId,
    address,
    preset,
    minPlayers: players.min,
    maxPlayers: players.max,
    botsAfterSeconds,
    entropy,
    waitingSince: new Date(now),
    expiresAt: new Date(now + SEEN_MS),
  };
}
