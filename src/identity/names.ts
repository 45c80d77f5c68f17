/** What a player may be called: something that others can see and tell apart. */
import { z } from 'zod';
import { problem } from '../http/problem.ts';

const MOST_VISIBLE = 40;

/** UTF-16 units, of a name and of what a name is taken from. */
const MOST_UNITS = 160;
const MOST_READ = 2_000;

const RULE = `1 to ${MOST_VISIBLE} visible characters, without control characters or line breaks.`;

/** Joiners belong to emoji and to some scripts, tags to flags; whatever else has no looks of its own is refused. */
const ALLOWED = String.raw`^(?:[\u200c\u200d\u{e0020}-\u{e007f}]|[^\p{C}\p{Zl}\p{Zp}])+$`;

const allowed = new RegExp(ALLOWED, 'u');

/** Bounds what is read; what is visible is counted by `readName`. */
export const NameSchema = z.string().max(MOST_UNITS).regex(allowed).describe(RULE);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * @param given as it fits `NameSchema`
 * @returns the name as it is kept: composed, without blanks around it
 * @throws Problem `invalid_request`
 */
export function readName(given: string): string {
  const name = given.normalize('NFC').trim();
  const visible = [...graphemes.segment(name)].length;
  if (shows(name) && visible <= MOST_VISIBLE) return name;
  const fault = { pointer: '#/name', code: shows(name) ? 'too_long' : 'too_short', detail: RULE };
  throw problem('invalid_request', 'The name cannot be used.', { errors: [fault] });
}

/**
 * @param given what somebody is called elsewhere, in whatever way
 * @returns as much of it as can be a name here, or `null` when nothing is left
 */
export function fitName(given: string): string | null {
  const letters = [...given.slice(0, MOST_READ).replace(/\s+/gu, ' ')].filter((one) => allowed.test(one));
  let name = '';
  let visible = 0;
  for (const { segment } of graphemes.segment(letters.join('').normalize('NFC').trim())) {
    visible += 1;
    if (visible > MOST_VISIBLE || name.length + segment.length > MOST_UNITS) break;
    name += segment;
  }
  return shows(name) ? name.trim() : null;
}

function shows(name: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(name.replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
}
