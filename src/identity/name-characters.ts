/** Which characters a name may have, by the properties of the Unicode data that the JavaScript engine brings (record 0019). */

export interface NameFault {
  readonly code: 'invalid_format' | 'too_short' | 'too_long' | 'reserved';
  /** What is wrong, then what to do. */
  readonly detail: string;
  /** The character to be removed, as an index in UTF-16 units; `null` where that would not help. */
  readonly at: number | null;
}

/** UTS #39, 5.4: no language writes more nonspacing marks in a row. */
const MAX_NONSPACING = 4;
/** With the spacing vowels of Indic scripts; Burmese syllables have up to six marks. */
const MAX_MARKS = 8;

/** Flags, keycaps, and pictures with a presentation, a skin tone or joined parts (the grammar of UTS #51). */
const PART = String.raw`(?!\p{Cn})\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?`;
const EMOJI = new RegExp(
  String.raw`\p{RI}\p{RI}|\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|[0-9#*]\ufe0f?\u20e3|` +
    String.raw`\p{Extended_Pictographic}\ufe0e|${PART}(?:\u200d${PART}){0,7}`,
  'gu',
);

/** No property says which glyphs are blank: Braille, hieroglyphs, a note head, a filler, the object replacement. */
const BLANK = String.raw`\u2800\u{13441}\u{13442}\u{1d159}\u{16fe4}\ufffc`;
const NEVER = new RegExp(
  String.raw`[${BLANK}\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]|(?! )\p{White_Space}`,
  'u',
);

/** Writing in which a joiner changes how its neighbours look (UAX #31, R1a). */
const JOINED = ['Arab', 'Syrc', 'Nkoo', 'Mand', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda']
  .concat(['Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt'])
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
const JOINER = new RegExp(String.raw`(?<=[${JOINED}])[\u200c\u200d](?=[${JOINED}])`, 'gu');

/** Stands for an emoji or a joiner in its place, and is as long. */
const filler = (found: string) => '\u00b7'.repeat(found.length);

/**
 * @param name composed (NFC)
 * @returns the first character that may not stand where it stands; `null` when there is none
 */
export function characterFault(name: string): NameFault | null {
  const text = name.replace(EMOJI, filler).replace(JOINER, '\u00b7');
  let at = 0;
  let isBased = false;
  let marks: string[] = [];
  for (const character of text) {
    if (NEVER.test(character)) return fault(at, character, 'has no visible form or changes the direction of text');
    for (const part of character.normalize('NFD')) {
      if (/\P{M}/u.test(part)) {
        isBased = /[\p{L}\p{N}\u00b7]/u.test(part);
        marks = [];
        continue;
      }
      if (!isBased || /\p{Me}/u.test(part)) return fault(at, character, 'is a mark that belongs to no letter');
      const isRepeated = marks.includes(part);
      marks.push(part);
      const nonspacing = marks.filter((mark) => /\p{Mn}/u.test(mark)).length;
      if (isRepeated || nonspacing > MAX_NONSPACING || marks.length > MAX_MARKS) {
        return fault(at, character, 'is one mark too many on one letter');
      }
    }
    at += character.length;
  }
  return null;
}

function fault(at: number, character: string, what: string): NameFault {
  return { code: 'invalid_format', detail: `${codePoint(character)} ${what}; remove it.`, at };
}

/** `U+2800` */
export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Whether anything of a name can be seen. */
export function isVisible(name: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(name.replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
}
