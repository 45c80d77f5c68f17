/** All that concerns one player, whole: games, tables, invitations, matches; for bots that only speak HTTP as well. */
import type { States } from '../games/load.ts';
import { named } from '../games/wire.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { problem } from '../http/problem.ts';
import type { Directory } from '../identity/directory.ts';
import type { SystemClock } from '../ports/system.ts';
import type { Matchmaking } from './matchmaking/matchmaking.ts';
import { remindersOf } from './reminders.ts';
import { asOf, type Begin, withMembers } from './rows.ts';
import type { WireInbox } from './schemas.ts';
import { playersOf, summarise } from './show.ts';

export interface InboxNeeds {
  readonly prisma: PrismaClient;
  readonly states: States;
  readonly directory: Directory;
  readonly clock: SystemClock;
  readonly matchmaking: Pick<Matchmaking, 'ofPlayer' | 'show'>;
  readonly begin: Begin;
}

/**
 * @param due told of each moment at which a reminder or a ticket makes the inbox another one, in milliseconds since 1970
 * @returns the inbox of a player as of now
 */
export type ReadInbox = (playerId: string, due?: (at: number) => void) => Promise<WireInbox>;

/** Games and tables in one inbox, those that came first: each game costs a look at its state. */
const MAX_LISTED = 200;
/** Games may start at one table after the other while an inbox is read. */
const MAX_ROUNDS = 5;
/** States that are read at once. */
const AT_ONCE = 8;

const NO_REMINDERS = { last: null, next: null };

interface Played {
  readonly gameId: string;
  readonly tableId: string;
  readonly seat: number;
  readonly startedAt: Date;
}

export function createInbox({ prisma, states, directory, clock, matchmaking, begin }: InboxNeeds): ReadInbox {
  return async (playerId, due = () => undefined) => {
    const { now, games, invited, mine, tickets } = await begun(playerId);
    const tables = mine.map((table) => asOf(table, now)).filter(({ state }) => state !== 'closed');
    const names = await directory.players([
      ...tables.flatMap(playersOf),
      ...invited.flatMap(({ table, fromId }) => [fromId, ...playersOf(table)]),
    ]);
    return {
      games: await inboxGames(games, due),
      tables: tables.map((table) => summarise(table, names)),
      invitations: invited.map((invitation) => ({
        id: invitation.id,
        table: summarise(asOf(invitation.table, now), names),
        from: named(invitation.fromId, names),
        forPlayer: invitation.forId,
        createdAt: invitation.createdAt.toISOString(),
        expiresAt: invitation.expiresAt.toISOString(),
      })),
      matches: await matchmaking.show(tickets, due),
    };
  };

  /** A snapshot without a table in the middle of its start: its game would be missing in it. */
  async function begun(playerId: string) {
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const read = await snapshot(playerId);
      const starting = [...read.mine, ...read.invited.map(({ table }) => table)].filter((table) => !table.begun);
      if (starting.length === 0) return read;
      for (const table of starting) await begin(table);
    }
    throw problem('unavailable', 'Games are starting at too many of your tables.', { retryAfterSeconds: 1 });
  }

  /** In one transaction: a start changes tables, invitations, games and matches together. */
  async function snapshot(playerId: string) {
    const now = clock.now();
    const [games, invited, mine, tickets] = await prisma.$transaction(
      [
        prisma.gamePlayer.findMany({
          where: { playerId, endedAt: null },
          orderBy: { startedAt: 'asc' },
          take: MAX_LISTED,
        }),
        prisma.invitation.findMany({
          where: { forId: playerId, state: 'open', expiresAt: { gt: new Date(now) } },
          include: { table: { include: withMembers } },
          orderBy: { createdAt: 'asc' },
        }),
        prisma.lobbyTable.findMany({
          where: {
            state: { in: ['open', 'playing'] },
            OR: [{ hostId: playerId }, { seats: { some: { playerId, state: 'taken' } } }],
          },
          include: withMembers,
          orderBy: { createdAt: 'asc' },
          take: MAX_LISTED,
        }),
        matchmaking.ofPlayer(playerId),
      ],
      { isolationLevel: 'RepeatableRead' },
    );
    return { now, games, invited, mine, tickets };
  }

  async function inboxGames(games: readonly Played[], due: (at: number) => void) {
    const listed: Awaited<ReturnType<typeof inboxGame>>[] = [];
    for (let from = 0; from < games.length; from += AT_ONCE) {
      const some = games.slice(from, from + AT_ONCE).map((game) => inboxGame(game, due));
      listed.push(...(await Promise.all(some)));
    }
    return listed;
  }

  async function inboxGame({ gameId, tableId, seat, startedAt }: Played, due: (at: number) => void) {
    const state = await states.fresh(gameId);
    const board = state?.board;
    const awaited = board?.awaiting.includes(seat) ?? false;
    const reminders = awaited && state !== null ? remindersOf(state, clock.now()) : NO_REMINDERS;
    if (reminders.next !== null) due(reminders.next);
    return {
      gameId,
      tableId,
      seat,
      startedAt: startedAt.toISOString(),
      awaited,
      deadline: awaited ? (board?.deadline ?? null) : null,
      remindedAt: reminders.last === null ? null : new Date(reminders.last).toISOString(),
    };
  }
}
