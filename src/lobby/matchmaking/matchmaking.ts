/** People who want the same find each other: tickets, and the watch that makes tables of them. */
import type { FastifyBaseLogger } from 'fastify';
import type { Seeds } from '../../games/seeds.ts';
import type { MatchTicket, PrismaClient } from '../../generated/prisma/client.ts';
import { problem } from '../../http/problem.ts';
import type { Bus } from '../../ports/bus.ts';
import type { SystemClock } from '../../ports/system.ts';
import { announce, announceInboxes } from '../announce.ts';
import type { Caps, Origin } from '../caps.ts';
import { type Begin, withMembers } from '../rows.ts';
import type { WireMatch } from '../schemas.ts';
import { createFollowers, type Followers } from './followers.ts';
import { createPairNow } from './pair-now.ts';
import { createLookAtQueue } from './queue.ts';
import { createTickets, type Tickets, TOLD_MS } from './tickets.ts';
import { createWatch } from './watch.ts';
import { type MatchWish, mustBePlayable } from './wish.ts';

export interface MatchmakingNeeds {
  readonly prisma: PrismaClient;
  readonly bus: Bus;
  readonly clock: SystemClock;
  readonly seeds: Seeds;
  readonly begin: Begin;
  readonly logger: FastifyBaseLogger;
  readonly caps: Caps;
}

export interface Matchmaking {
  /** @throws Problem `ruleset_refused`, `too_many_games` */
  ask(origin: Origin, wish: MatchWish, entropy: string | null): Promise<{ match: WireMatch; isNew: boolean }>;
  /** @throws Problem `not_found` */
  look(playerId: string, id: string): Promise<WireMatch>;
  /** May be repeated. @throws Problem `not_found`, `already_matched` with the game */
  cancel(playerId: string, id: string): Promise<void>;
  /** The tickets that a player's inbox shows, as a query that a transaction can hold. */
  ofPlayer: Tickets['ofPlayer'];
  /**
   * Tickets of `ofPlayer` as the inbox shows them. Looking is being seen.
   *
   * @param due called with each moment at which one becomes something else, in milliseconds since 1970
   */
  show(tickets: readonly MatchTicket[], due: (at: number) => void): Promise<WireMatch[]>;
  readonly followers: Followers;
  /** Looks after the queue from now on. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const CHANNEL = 'matchmaking';

export function createMatchmaking({
  prisma,
  bus,
  clock,
  seeds,
  begin: beginGame,
  logger,
  caps,
}: MatchmakingNeeds): Matchmaking {
  const tickets = createTickets({ prisma, clock, caps });
  const followers = createFollowers();
  const pairNow = createPairNow({ prisma, clock, seeds });
  const failed = (err: unknown) => logger.warn({ err }, 'matchmaking was interrupted; it will be tried again');
  const watch = createWatch({
    clock,
    failed,
    look: createLookAtQueue({ prisma, bus, clock, followers, pairNow, begin, failed }),
  });
  let endListening = async (): Promise<void> => {};

  /** A crash between any two lines is mended by doing all of them again. */
  async function begin(gameId: string): Promise<void> {
    const table = await prisma.lobbyTable.findUnique({ where: { gameId }, include: withMembers });
    if (table !== null) await beginGame(table);
    await prisma.matchTicket.updateMany({ where: { gameId }, data: { begun: true } });
    if (table !== null) announce(bus, table);
  }

  /** Whoever hears of a game can go there: it has begun. */
  async function shown(ticket: MatchTicket): Promise<WireMatch> {
    if (ticket.gameId !== null && !ticket.begun) await begin(ticket.gameId);
    return {
      id: ticket.id,
      state: stateOf(ticket),
      preset: ticket.preset,
      players: { min: ticket.minPlayers, max: ticket.maxPlayers },
      botsAfterSeconds: ticket.botsAfterSeconds,
      gameId: ticket.gameId,
      expiresAt: ticket.expiresAt.toISOString(),
    };
  }

  return {
    followers,

    async ask(origin, wish, entropy) {
      mustBePlayable(wish);
      const { ticket, isNew } = await tickets.ask(origin, wish, entropy);
      if (isNew) {
        announceInboxes(bus, [origin.hostId]);
        bus.publish(CHANNEL, '');
        watch.nudge();
      }
      return { match: await shown(ticket), isNew };
    },

    look: async (playerId, id) => shown(await tickets.look(playerId, id)),

    async cancel(playerId, id) {
      const ticket = await tickets.cancel(playerId, id);
      const { state, gameId } = await shown(ticket);
      if (state === 'matched' && gameId !== null) {
        throw problem('already_matched', 'The match was made before.', { gameId });
      }
      announceInboxes(bus, [playerId]);
    },

    ofPlayer: tickets.ofPlayer,

    async show(found, due) {
      const mine = await tickets.seen(found);
      for (const { state, expiresAt, settledAt } of mine) {
        if (state === 'waiting') due(expiresAt.getTime());
        else if (settledAt !== null) due(settledAt.getTime() + TOLD_MS);
      }
      return Promise.all(mine.map(shown));
    },

    async start() {
      const endGaps = bus.onGap(watch.nudge);
      const unsubscribe = await bus.subscribe(CHANNEL, watch.nudge);
      endListening = async () => {
        endGaps();
        await unsubscribe();
      };
      watch.nudge();
    },

    async stop() {
      await endListening();
      await watch.stop();
    },
  };
}

function stateOf({ state }: MatchTicket): WireMatch['state'] {
  if (state === 'waiting' || state === 'matched' || state === 'cancelled' || state === 'expired') return state;
  throw new Error(`no ticket is ${state}`);
}
