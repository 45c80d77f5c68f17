/** Finding players, and how an administrator sees them. */
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { ADMIN_SCOPES, type AdminScope, type PlayerKind } from '../http/identity.ts';
import { problem } from '../http/problem.ts';
import { kindOf } from '../identity/player-row.ts';
import { beyond, type Page, type PageWish, pageOfRows } from './pages.ts';

export interface AdminPlayer {
  readonly id: string;
  readonly name: string;
  readonly kind: PlayerKind;
  readonly createdAt: string;
  /** Whose bot it is. */
  readonly ownerId: string | null;
  readonly erased: boolean;
  readonly ban: { readonly at: string; readonly reason: string | null } | null;
  readonly scopes: readonly AdminScope[];
}

export interface PlayerWish extends PageWish {
  readonly id?: string | undefined;
  /** Part of a name; small and capital letters are the same. */
  readonly name?: string | undefined;
  readonly owner?: string | undefined;
  readonly banned?: boolean | undefined;
  readonly admin?: boolean | undefined;
}

const withScopes = { adminScopes: true } as const;
type Row = Prisma.PlayerGetPayload<{ include: typeof withScopes }>;

/** Newest first. @throws Problem `invalid_request` */
export async function findPlayers(prisma: PrismaClient, wish: PlayerWish): Promise<Page<AdminPlayer>> {
  const { id, name, owner, banned, admin, limit } = wish;
  const rows = await prisma.player.findMany({
    where: {
      AND: [beyond(wish), id === undefined ? {} : { id }],
      ...(name === undefined ? {} : { name: { contains: literally(name), mode: 'insensitive' } }),
      ...(owner === undefined ? {} : { ownerId: owner }),
      ...(banned === undefined ? {} : { bannedAt: banned ? { not: null } : null }),
      ...(admin === undefined ? {} : { adminScopes: admin ? { some: {} } : { none: {} } }),
    },
    include: withScopes,
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  return pageOfRows(rows.map(adminPlayerOf), limit);
}

/** Prisma hands the text to LIKE as it is, for which some characters stand for others. */
function literally(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** @throws Problem `not_found` */
export async function readPlayer(prisma: Prisma.TransactionClient, id: string): Promise<AdminPlayer> {
  const row = await prisma.player.findUnique({ where: { id }, include: withScopes });
  if (row === null) throw noSuchPlayer();
  return adminPlayerOf(row);
}

/** Nobody changes him meanwhile. @throws Problem `not_found`, also for who is erased: there is nothing left to keep in order */
export async function lockPlayer(tx: Prisma.TransactionClient, id: string): Promise<AdminPlayer> {
  await tx.$queryRaw`SELECT 1 AS one FROM players WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const player = await readPlayer(tx, id);
  if (player.erased) throw noSuchPlayer();
  return player;
}

function noSuchPlayer() {
  return problem('not_found', 'No such player.');
}

function adminPlayerOf(row: Row): AdminPlayer {
  const { id, name, ownerId, createdAt, erasedAt, bannedAt, banReason, adminScopes } = row;
  return {
    id,
    name,
    kind: kindOf(row),
    createdAt: createdAt.toISOString(),
    ownerId,
    erased: erasedAt !== null,
    ban: bannedAt === null ? null : { at: bannedAt.toISOString(), reason: banReason },
    scopes: ADMIN_SCOPES.filter((known) => adminScopes.some(({ scope }) => scope === known)),
  };
}
