/** What a player may be called: something that others can see and tell apart. */
import { z } from 'zod';
import { problem } from '../http/problem.ts';

const MOST_VISIBLE = 40;

const RULE = `1 to ${MOST_VISIBLE} visible characters, without control characters or line breaks.`;

/** Joiners belong to emoji and to some scripts, tags to flags; whatever else has no looks of its own is refused. */
const ALLOWED = String.raw`^(?:[\u200c\u200d\u{e0020}-\u{e007f}]|[^\p{C}\p{Zl}\p{Zp}])+$`;

/** Bounds what is read; what is visible is counted by `readName`. */
export const NameSchema = z.string().max(160).regex(new RegExp(ALLOWED, 'u')).describe(RULE);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * @param given as it fits `NameSchema`
 * @returns the name as it is kept: composed, without blanks around it
 * @throws Problem `invalid_request`
 */
export function readName(given: string): string {
  const name = given.normalize('NFC').trim();
  const visible = [...graphemes.segment(name)].length;
  const shows = /[\p{L}\p{N}\p{P}\p{S}]/u.test(name.replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
  if (shows && visible <= MOST_VISIBLE) return name;
  const fault = { pointer: '#/name', code: shows ? 'too_long' : 'too_short', detail: RULE };
  throw problem('invalid_request', 'The name cannot be used.', { errors: [fault] });
}
