/** Cursors of pages: where the page before ended, in a form that clients only pass on. */
import { problem } from './problem.ts';

export const UUID_PART = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';

/** @param place begins with what is listed, so that no list takes the cursor of another: `table:0192…` */
export function toCursor(place: string): string {
  return Buffer.from(place).toString('base64url');
}

/**
 * @param form of the whole place; its groups are the parts
 * @returns the parts
 * @throws Problem `invalid_request`
 */
export function fromCursor(cursor: string, form: RegExp): readonly string[] {
  const [, ...parts] = form.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (parts.length > 0) return parts;
  throw problem('invalid_request', 'The cursor is none of ours.', {
    errors: [{ pointer: '?cursor', code: 'invalid_cursor', detail: 'Send `next` of the page before as it stands.' }],
  });
}
