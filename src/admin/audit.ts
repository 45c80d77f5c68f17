/** What those who keep order have done: rows that nobody changes, written with the act itself or before it. */
import { v7 } from 'uuid';
import { named } from '../games/wire.ts';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { Player } from '../http/identity.ts';
import type { Directory } from '../identity/directory.ts';
import { beyond, type Page, type PageWish, pageOfRows } from './pages.ts';

export const ACTIONS = [
  'ban',
  'unban',
  'endGame',
  'closeTable',
  'grantScope',
  'withdrawScope',
  'inspectSecrets',
] as const;
export type Action = (typeof ACTIONS)[number];

/** Nothing secret, and no more of a person than his id and what the administrator wrote. */
export type Details = Readonly<Record<string, string | number | null>>;

export interface Act {
  /** Id of the administrator. */
  readonly actor: string;
  readonly action: Action;
  /** Id of the player, game or table that it is done to. */
  readonly subject: string;
  readonly details: Details;
}

export interface Entry extends Omit<Act, 'actor' | 'action'> {
  readonly id: string;
  readonly at: string;
  readonly actor: Player;
  readonly action: string;
}

/**
 * @param tx the act's own transaction; a client where the act is none, and then before it: the log may tell of an act that
 *   failed, never leave one out
 * @param now milliseconds since 1970
 */
export async function record(tx: Prisma.TransactionClient, act: Act, now: number): Promise<void> {
  await tx.adminAudit.create({ data: { ...act, id: v7(), at: new Date(now), details: { ...act.details } } });
}

export interface AuditWish extends PageWish {
  readonly actor?: string | undefined;
  readonly subject?: string | undefined;
  readonly action?: Action | undefined;
}

/** Newest first. */
export async function readAudit(prisma: PrismaClient, directory: Directory, wish: AuditWish): Promise<Page<Entry>> {
  const { actor, subject, action, limit } = wish;
  const rows = await prisma.adminAudit.findMany({
    where: {
      ...(actor === undefined ? {} : { actor }),
      ...(subject === undefined ? {} : { subject }),
      ...(action === undefined ? {} : { action }),
      ...beyond(wish),
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const names = await directory.players(rows.map((row) => row.actor));
  // An administrator who is gone for good has no name any more; what he did stays.
  const entries = rows.map((row) => ({
    ...row,
    at: row.at.toISOString(),
    actor: named(row.actor, names),
    details: row.details as Details,
  }));
  return pageOfRows(entries, limit);
}
