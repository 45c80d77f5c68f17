/** Pages of lists whose ids are in the order of time: a cursor is the last id of the page before. */
import { problem } from '../http/problem.ts';

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
  return { items, next: rows.length > limit && last !== undefined ? toCursor(last.id) : null };
}

/** As Prisma asks for it. @throws Problem `invalid_request` for a cursor that is none of ours */
export function beyond({ cursor }: PageWish): { readonly id?: { readonly lt: string } } {
  const id = lastId(cursor);
  return id === null ? {} : { id: { lt: id } };
}

/** @returns `null` for the first page. @throws Problem `invalid_request` */
export function lastId(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const id = /^after:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    Buffer.from(cursor, 'base64url').toString(),
  )?.[1];
  if (id !== undefined) return id;
  throw problem('invalid_request', 'The cursor is none of ours.', {
    errors: [{ pointer: '?cursor', code: 'invalid_cursor', detail: 'Send `next` of the page before as it stands.' }],
  });
}

const toCursor = (id: string): string => Buffer.from(`after:${id}`).toString('base64url');
