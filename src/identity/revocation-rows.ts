/** News that a token or a player is not what it was, as rows: the truth that no broken bus can lose. */
import { v7 } from 'uuid';
import type { Prisma } from '../generated/prisma/client.ts';

/** `ended`: it is good no longer, and streams of it close. `changed`: whoever remembers it looks again. */
export type News = 'ended' | 'changed';

export interface NewsRow {
  readonly id: string;
  readonly subject: string;
  readonly news: News;
}

/** By the database's clock. */
interface Read {
  readonly rows: readonly NewsRow[];
  readonly readAt: Date;
}

/** A row gets its time when it is written and is seen when its transaction commits, so long after it at the latest. */
const LATE_COMMIT_SECONDS = 30;
/** Longer than any node goes without reading. */
export const KEPT_NEWS_DAYS = 2;

/**
 * @param tx the transaction in which it comes about
 * @param subjects players, bots' tokens, or families of refresh tokens
 */
export async function writeNews(tx: Prisma.TransactionClient, news: News, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  const ids = subjects.map(() => v7());
  await tx.$executeRaw`
    INSERT INTO revocations (id, subject, news, at)
    SELECT id, subject, ${news}, clock_timestamp()
      FROM unnest(${ids}::uuid[], ${[...subjects]}::uuid[]) AS told (id, subject)`;
}

/** @param since when it was read last; rows of shortly before it come again. `null`: only those of just now */
export async function readNews(prisma: Prisma.TransactionClient, since: Date | null): Promise<Read> {
  const found = await prisma.$queryRaw<readonly (Partial<NewsRow> & { readonly readAt: Date })[]>`
    SELECT present.at AS "readAt", told.id, told.subject, told.news
      FROM (SELECT clock_timestamp() AS at) AS present
      LEFT JOIN revocations AS told
        ON told.at > coalesce(${since}, now()) - ${LATE_COMMIT_SECONDS} * interval '1 second'`;
  const rows = found.flatMap(({ id, subject, news }) =>
    typeof id === 'string' && subject !== undefined && news !== undefined ? [{ id, subject, news }] : [],
  );
  return { rows, readAt: found[0]?.readAt ?? new Date(0) };
}
