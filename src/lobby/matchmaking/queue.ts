/** The tickets of everybody, as one node looks after them: who is seen, what has lapsed, who plays with whom. */
import type { MatchTicket, PrismaClient } from '../../generated/prisma/client.ts';
import type { Bus } from '../../ports/bus.ts';
import type { SystemClock } from '../../ports/system.ts';
import { announceInboxes } from '../announce.ts';
import type { Followers } from './followers.ts';
import { type PairNow, queued } from './pair-now.ts';
import { pair } from './pairing.ts';
import { SEEN_MS } from './tickets.ts';
import { isPlayed } from './wish.ts';

export interface QueueNeeds {
  readonly prisma: PrismaClient;
  readonly bus: Bus;
  readonly clock: SystemClock;
  readonly followers: Followers;
  readonly pairNow: PairNow;
  /** Begins the game of a match, unless it has begun. */
  readonly begin: (gameId: string) => Promise<void>;
  /** Hears why a game could not begin; it is tried again. */
  readonly failed: (error: unknown) => void;
}

/** While somebody waits: for bots' time, for tickets that lapse, and for what another node has left. */
const LOOK_MS = 1000;
/** While nobody does, in case it was not told here that somebody has begun to. */
const IDLE_MS = 10_000;
/** Whoever follows `me` is written down as seen when this is left of his time. */
const TOUCH_MS = 20_000;
/** Whoever made a match begins its game; after this another node does. */
const LATE_MS = 5000;

/** One look at everything. May be repeated, also on several nodes at once. @returns when to look again, in milliseconds */
export function createLookAtQueue(needs: QueueNeeds): () => Promise<number> {
  const { prisma, bus, clock, followers, pairNow, begin, failed } = needs;

  async function touch(waiting: readonly MatchTicket[], now: number): Promise<void> {
    const left = followers.takeLeft();
    const here = waiting.filter(
      ({ playerId, expiresAt }) =>
        left.has(playerId) || (followers.has(playerId) && expiresAt.getTime() - now <= TOUCH_MS),
    );
    if (here.length === 0) return;
    // What is locked is being matched or given up; whoever is still here is seen at the next look.
    await prisma.$executeRaw`
      UPDATE match_tickets SET expires_at = ${new Date(now + SEEN_MS)}
       WHERE id IN (SELECT id FROM match_tickets
                     WHERE id = ANY(${here.map(({ id }) => id)}::uuid[]) AND state = 'waiting' AND expires_at > ${new Date(now)}
                       FOR UPDATE SKIP LOCKED)`;
  }

  async function lapse(waiting: readonly MatchTicket[], now: number): Promise<void> {
    if (!waiting.some(({ expiresAt }) => expiresAt.getTime() <= now)) return;
    const at = new Date(now);
    const lapsed = await prisma.$queryRaw<readonly { readonly playerId: string }[]>`
      UPDATE match_tickets SET state = 'expired', settled_at = ${at}, address = NULL
       WHERE id IN (SELECT id FROM match_tickets WHERE state = 'waiting' AND expires_at <= ${at} FOR UPDATE SKIP LOCKED)
      RETURNING player_id AS "playerId"`;
    announceInboxes(
      bus,
      lapsed.map(({ playerId }) => playerId),
    );
  }

  async function beginAll(gameIds: readonly string[]): Promise<void> {
    await Promise.all([...new Set(gameIds)].map((gameId) => begin(gameId).catch(failed)));
  }

  async function pairAll(waiting: readonly MatchTicket[], now: number): Promise<void> {
    const presets = new Set(waiting.map(({ preset }) => preset));
    for (const preset of [...presets].filter(isPlayed)) {
      const tickets = queued(waiting, now).filter(({ ticket }) => ticket.preset === preset);
      // What is read without a lock only tells whether it is worth one.
      if (pair(tickets, now).length === 0) continue;
      for (;;) {
        const games = await pairNow(preset);
        if (games.length === 0) break;
        await beginAll(games);
      }
    }
  }

  /** Whoever made these matches has died before their games began, or could not reach them. */
  async function beginLate(matched: readonly MatchTicket[], now: number): Promise<void> {
    const late = matched.filter(({ settledAt }) => (settledAt?.getTime() ?? now) <= now - LATE_MS);
    await beginAll(late.flatMap(({ gameId }) => (gameId === null ? [] : [gameId])));
  }

  return async () => {
    const now = clock.now();
    const open = await prisma.matchTicket.findMany({ where: { state: { in: ['waiting', 'matched'] }, begun: false } });
    const waiting = open.filter(({ state }) => state === 'waiting');
    const matched = open.filter(({ state }) => state === 'matched');
    await touch(waiting, now);
    await lapse(waiting, now);
    await pairAll(waiting, now);
    await beginLate(matched, now);
    return open.length > 0 ? LOOK_MS : IDLE_MS;
  };
}
