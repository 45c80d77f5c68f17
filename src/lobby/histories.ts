/** Players as others may know them, and the games that they played, told to each asker as far as he may see them. */
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { fromCursor, toCursor, UUID_PART } from '../http/cursor.ts';
import type { Player } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import type { Directory } from '../identity/directory.ts';
import { kindOf } from '../identity/player-row.ts';
import type { SystemClock } from '../ports/system.ts';

export interface HistoriesNeeds {
  readonly prisma: PrismaClient;
  readonly directory: Directory;
  readonly clock: SystemClock;
}

/** Both @throws Problem `not_found` for an id that nobody has. */
export interface Histories {
  profile(playerId: string, asker: string): Promise<PublicProfile>;
  /**
   * Newest first. What the asker may not see leaves no trace: neither a gap in a page nor a shorter one.
   * @throws Problem `invalid_request` for a cursor that is none of ours
   */
  games(playerId: string, asker: string, page: PageWish): Promise<GamesPage>;
}

export interface PublicProfile extends Player {
  /** Nothing is left of him but his id. */
  readonly erased: boolean;
  readonly createdAt: string | null;
  /** Whose bot it is; `null` for everybody else. */
  readonly owner: Player | null;
  readonly acceptFrom: 'owner' | 'anyone' | null;
  /** As many as the history of finished games has for the asker. */
  readonly finishedGames: number;
}

export interface PageWish {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface PlayedGame {
  readonly gameId: string;
  readonly tableId: string;
  readonly seat: number;
  readonly preset: string | null;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly rank: number | null;
  readonly total: number | null;
  readonly longestReign: number | null;
}

export interface GamesPage {
  readonly items: readonly PlayedGame[];
  readonly next: string | null;
}

interface Row {
  readonly gameId: string;
  readonly tableId: string;
  readonly seat: number;
  readonly preset: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly rank: number | null;
  readonly total: number | null;
  readonly longestReign: number | null;
}

export function createHistories({ prisma, directory, clock }: HistoriesNeeds): Histories {
  async function rowOf(playerId: string) {
    const row = await prisma.player.findUnique({ where: { id: playerId } });
    if (row === null) throw problem('not_found', 'No such player.');
    return row;
  }

  return {
    async profile(playerId, asker) {
      const row = await rowOf(playerId);
      const { id, name, createdAt, ownerId, acceptFrom } = row;
      const nothing = { owner: null, acceptFrom: null, finishedGames: 0 };
      const shown = { id, name, kind: kindOf(row), erased: row.erasedAt !== null };
      if (shown.erased) return { ...shown, ...nothing, createdAt: null };
      const owner = ownerId === null ? null : ((await directory.players([ownerId])).get(ownerId) ?? null);
      const [finished] = await prisma.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM game_players AS played
         WHERE ${seenBy(playerId, asker)} AND ${knownBy(asker, 'ended_at', clock)}`;
      return {
        ...shown,
        createdAt: createdAt.toISOString(),
        owner,
        acceptFrom: acceptFrom === 'anyone' || acceptFrom === 'owner' ? acceptFrom : null,
        finishedGames: finished?.count ?? 0,
      };
    },

    async games(playerId, asker, { cursor, limit }) {
      const { erasedAt } = await rowOf(playerId);
      const from = cursor === undefined ? null : placeOf(cursor);
      if (erasedAt !== null) return { items: [], next: null };
      const older =
        from === null
          ? Prisma.empty
          : Prisma.sql`AND (started_at, game_id) < (${from.startedAt}::timestamptz, ${from.gameId}::uuid)`;
      const rows = await prisma.$queryRaw<Row[]>`
        SELECT game_id AS "gameId", table_id AS "tableId", seat, preset,
               started_at AS "startedAt", CASE WHEN ended THEN ended_at END AS "endedAt",
               CASE WHEN ended THEN rank END AS rank, CASE WHEN ended THEN total END AS total,
               CASE WHEN ended THEN longest_reign END AS "longestReign"
          FROM game_players AS played, LATERAL (SELECT ${knownBy(asker, 'ended_at', clock)} AS ended) AS known
         WHERE ${seenBy(playerId, asker)} AND ${knownBy(asker, 'started_at', clock)} ${older}
         ORDER BY started_at DESC, game_id DESC LIMIT ${limit + 1}`;
      const items = rows.slice(0, limit);
      const last = items.at(-1);
      return {
        items: items.map((row) => ({
          ...row,
          startedAt: row.startedAt.toISOString(),
          endedAt: row.endedAt?.toISOString() ?? null,
        })),
        next:
          rows.length > limit && last !== undefined
            ? toCursor(`game:${last.startedAt.getTime()}:${last.gameId}`)
            : null,
      };
    },
  };
}

/**
 * Rows of `played` that are of the player and of games which the asker may see and is meant to find: he played them
 * himself, or they are listed. It is narrower than who may see a game that he knows of (`viewerOf`).
 */
function seenBy(playerId: string, asker: string): Prisma.Sql {
  return Prisma.sql`player_id = ${playerId}::uuid AND (
    listed OR EXISTS (SELECT 1 FROM game_players AS own WHERE own.game_id = played.game_id AND own.player_id = ${asker}::uuid))`;
}

/**
 * Whether the asker may know by now of what happened in the game `played` at a time: at once if it is his own history or
 * he has played the game or plays it still, else when those who look on may (decision record 0016).
 */
function knownBy(asker: string, at: 'started_at' | 'ended_at', clock: SystemClock): Prisma.Sql {
  const now = new Date(clock.now());
  const time = Prisma.raw(`played.${at}`);
  return Prisma.sql`${time} IS NOT NULL AND (
    played.delay_seconds = 0 OR ${time} + played.delay_seconds * interval '1 second' <= ${now}::timestamptz
    OR played.player_id = ${asker}::uuid OR EXISTS (
      SELECT 1 FROM game_players AS own WHERE own.game_id = played.game_id AND own.player_id = ${asker}::uuid
         AND (own.ended_at IS NULL OR own.rank IS NOT NULL)))`;
}

const PLACE = new RegExp(`^game:(\\d{1,14}):${UUID_PART}$`);

/** @throws Problem `invalid_request` */
function placeOf(cursor: string): { readonly startedAt: Date; readonly gameId: string } {
  const [startedAt, gameId = ''] = fromCursor(cursor, PLACE);
  return { startedAt: new Date(Number(startedAt)), gameId };
}
