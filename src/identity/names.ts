/** Names of players, bots and tables: what others can see, read and tell apart from the service's own (record 0019). */
import { z } from 'zod';
import { problem } from '../http/problem.ts';
import { characterFault, isVisible, type NameFault } from './name-characters.ts';
import { scriptFault } from './name-scripts.ts';
import { isReserved } from './reserved-names.ts';

const MAX_VISIBLE = 40;

/** UTF-16 units, of a name and of what a name is taken from. */
const MAX_UNITS = 160;
const MAX_READ = 2_000;

const RULE =
  `1 to ${MAX_VISIBLE} visible characters of one script (Latin may stand beside Chinese, Japanese and Korean); no control, invisible ` +
  'or blank characters and no line breaks, at most a few marks on a letter, and no name of the service, its operators or its built-in bots.';

/** Bounds what is read; `readName` checks the rest. */
export const NameSchema = z.string().max(MAX_UNITS).describe(RULE);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * @param given as it fits `NameSchema`
 * @returns the name as it is kept: composed, with single spaces between its words
 * @throws Problem `invalid_request`, whose error names the character (`U+2800`) and says what to do
 */
export function readName(given: string): string {
  const name = composed(given);
  const fault = faultOf(name);
  if (fault === null) return name;
  const { code, detail } = fault;
  throw problem('invalid_request', 'The name cannot be used.', { errors: [{ pointer: '#/name', code, detail }] });
}

/**
 * @param given a name from elsewhere, of any content
 * @returns what is left of it without the characters that no name may have, cut to length; `null` when that is no name either
 */
export function fitName(given: string): string | null {
  let name = cut(
    composed(
      given
        .slice(0, MAX_READ)
        .replace(/\s+/gu, ' ')
        .replace(/[\p{C}\p{Zl}\p{Zp}](?<!\p{Cf})/gu, ''),
    ),
  );
  // Each round takes a character away.
  for (let fault = characterFault(name); fault !== null && fault.at !== null; fault = characterFault(name)) {
    const { at } = fault;
    const length = (name.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    name = composed(name.slice(0, at) + name.slice(at + length));
  }
  return faultOf(name) === null ? name : null;
}

function composed(given: string): string {
  return given
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
}

function faultOf(name: string): Omit<NameFault, 'at'> | null {
  if (!isVisible(name))
    return { code: 'too_short', detail: 'The name shows nothing; use at least one letter or sign.' };
  if (visibleLength(name) > MAX_VISIBLE || name.length > MAX_UNITS) {
    return { code: 'too_long', detail: `The name has more than ${MAX_VISIBLE} characters; shorten it.` };
  }
  const fault = characterFault(name) ?? scriptFault(name);
  if (fault !== null) return fault;
  if (!isReserved(name)) return null;
  return { code: 'reserved', detail: "The name is reserved for the service's own players; choose another." };
}

function visibleLength(name: string): number {
  return [...graphemes.segment(name)].length;
}

/** As many whole characters as a name may have. */
function cut(text: string): string {
  let name = '';
  let visible = 0;
  for (const { segment } of graphemes.segment(text)) {
    visible += 1;
    if (visible > MAX_VISIBLE || name.length + segment.length > MAX_UNITS) break;
    name += segment;
  }
  return composed(name);
}
