/** All that concerns one player, whole: games, tables, invitations, matches; for bots that only speak HTTP as well. */
import type { States } from '../games/load.ts';
import { named } from '../games/wire.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Directory } from '../identity/directory.ts';
import type { SystemClock } from '../ports/system.ts';
import type { Matchmaking } from './matchmaking/matchmaking.ts';
import { remindersOf } from './reminders.ts';
import { asOf, withMembers } from './rows.ts';
import type { WireInbox } from './schemas.ts';
import { playersOf, summarise } from './show.ts';

export interface InboxNeeds {
  readonly prisma: PrismaClient;
  readonly states: States;
  readonly directory: Directory;
  readonly clock: SystemClock;
  readonly matchmaking: Pick<Matchmaking, 'ofPlayer'>;
}

/**
 * @param due told of each moment at which a reminder or a ticket makes the inbox another one, in milliseconds since 1970
 * @returns the inbox of a player as of now
 */
export type ReadInbox = (playerId: string, due?: (at: number) => void) => Promise<WireInbox>;

const NO_REMINDERS = { last: null, next: null };

export function createInbox({ prisma, states, directory, clock, matchmaking }: InboxNeeds): ReadInbox {
  return async (playerId, due = () => undefined) => {
    const now = clock.now();
    const games = await prisma.gamePlayer.findMany({
      where: { playerId, endedAt: null },
      orderBy: { startedAt: 'asc' },
    });
    const invited = await prisma.invitation.findMany({
      where: { forId: playerId, state: 'open', expiresAt: { gt: new Date(now) } },
      include: { table: { include: withMembers } },
      orderBy: { createdAt: 'asc' },
    });
    const mine = await prisma.lobbyTable.findMany({
      where: {
        state: { in: ['open', 'playing'] },
        OR: [{ hostId: playerId }, { seats: { some: { playerId, state: 'taken' } } }],
      },
      include: withMembers,
      orderBy: { createdAt: 'asc' },
    });
    const tables = mine.map((table) => asOf(table, now)).filter(({ state }) => state !== 'closed');
    const names = await directory.players([
      ...tables.flatMap(playersOf),
      ...invited.flatMap(({ table, fromId }) => [fromId, ...playersOf(table)]),
    ]);
    return {
      games: await Promise.all(games.map((game) => inboxGame(game, due))),
      tables: tables.map((table) => summarise(table, names)),
      invitations: invited.map((invitation) => ({
        id: invitation.id,
        table: summarise(asOf(invitation.table, now), names),
        from: named(invitation.fromId, names),
        forPlayer: invitation.forId,
        createdAt: invitation.createdAt.toISOString(),
        expiresAt: invitation.expiresAt.toISOString(),
      })),
      matches: await matchmaking.ofPlayer(playerId, due),
    };
  };

  async function inboxGame(
    {
      gameId,
      tableId,
      seat,
      startedAt,
    }: {
      gameId: string;
      tableId: string;
      seat: number;
      startedAt: Date;
    },
    due: (at: number) => void,
  ) {
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
