/** Pages of lists whose ids are in the order of time: a cursor is the last id of the page before. */
import { fromCursor, toCursor, UUID_PART } from '../http/cursor.ts';

const PLACE = new RegExp(`^after:${UUID_PART}$`);

export interface PageWish {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** @param rows one more than the page holds, if there are more, newest first */
export function pageOfRows<T extends { readonly id: string }>(rows: readonly T[], limit: number): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? toCursor(`after:${last.id}`) : null };
}

/** As Prisma asks for it. @throws Problem `invalid_request` for a cursor that is none of ours */
export function beyond({ cursor }: PageWish): { readonly id?: { readonly lt: string } } {
  const id = lastId(cursor);
  return id === null ? {} : { id: { lt: id } };
}

/** @returns `null` for the first page. @throws Problem `invalid_request` */
export function lastId(cursor: string | undefined): string | null {
  return cursor === undefined ? null : (fromCursor(cursor, PLACE)[0] ?? null);
}
