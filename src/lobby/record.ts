/** Whose games: what `game_players` keeps of a game, so that inboxes and histories need not read its log. */
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { GameResult } from '../rules/events.ts';
import type { Seat } from '../rules/seats.ts';
import type { TableRow } from './rows.ts';
import { rulesetOf } from './show.ts';

/** Of each game at a table. A game is found in histories by everybody as its table is in the list, if it may be watched, and as late as it may. */
export function aboutGame(table: Pick<TableRow, 'id' | 'ruleset' | 'visibility' | 'spectators' | 'delaySeconds'>) {
  return {
    tableId: table.id,
    preset: rulesetOf(table).preset,
    listed: table.visibility === 'public' && table.spectators,
    delaySeconds: table.delaySeconds,
  };
}

export interface Place {
  readonly playerId: string;
  readonly rank: number;
  readonly total: number | null;
  readonly longestReign: number;
}

/** Who stands where in the final table; whoever has left the game before its end is not in it. */
export function placesOf(
  seats: readonly { readonly seat: Seat; readonly player: string }[],
  standings: GameResult['standings'],
): readonly Place[] {
  return standings.flatMap(({ rank, seat, total, longestReign }) => {
    const playerId = seats.find((one) => one.seat === seat)?.player;
    return playerId === undefined ? [] : [{ playerId, rank, total, longestReign }];
  });
}

/**
 * The game is over for everybody who was still in it. May be repeated.
 *
 * @param places as `placesOf` gives them
 * @param now milliseconds since 1970
 */
export async function recordEnd(
  prisma: PrismaClient,
  gameId: string,
  places: readonly Place[],
  now: number,
): Promise<void> {
  await prisma.gamePlayer.updateMany({ where: { gameId, endedAt: null }, data: { endedAt: new Date(now) } });
  for (const { playerId, ...place } of places) {
    await prisma.gamePlayer.updateMany({ where: { gameId, playerId }, data: place });
  }
}
