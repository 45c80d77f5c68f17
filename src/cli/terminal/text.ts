/** Text in columns of the terminal, whatever script it is written in, and nothing in it that the terminal would obey. */
import stringWidth from 'string-width';

/** Columns that a text takes on the screen: none for colours, two for wide letters and for emoji. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** The text, filled up with blanks on its right. */
export function fill(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** The text, filled up with blanks on its left. */
export function fillLeft(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}

/** The text in exactly so many columns: shortened, or filled up on its right. */
export function column(text: string, width: number): string {
  return fill(clip(text, width), width);
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Colours as `createStyle` writes them. */
const COLOURED = String.raw`(\u001b\[\d+m)`;
const COLOUR = new RegExp(COLOURED);

/** The text in at most so many columns, with an ellipsis where something is missing; all of its colours stay. */
export function clip(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width <= 0) return '';
  let left = width - 1;
  let cut = false;
  const parts = text.split(COLOUR).map((part) => {
    if (COLOUR.test(part)) return part;
    let kept = '';
    for (const { segment } of cut ? [] : graphemes.segment(part)) {
      left -= widthOf(segment);
      cut = left < 0;
      if (cut) return `${kept}…`;
      kept += segment;
    }
    return kept;
  });
  return parts.join('');
}

/** The text in lines of at most so many columns, broken between words; only a word that is too long itself is wider. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && widthOf(line) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Joiners belong to emoji and to some scripts, tags to flags. */
const UNSEEN = String.raw`(?![\u200c\u200d\u{e0020}-\u{e007f}])[\p{C}\p{Zl}\p{Zp}]`;

/** Foreign text, with U+FFFD in place of each character that steers a terminal, breaks the line or cannot be seen. */
export function visible(text: string): string {
  return text.replace(new RegExp(UNSEEN, 'gu'), '\ufffd');
}

/** Line ends, and colours as `createStyle` writes them: text that is built from foreign values may keep these alone. */
const OWN_CODES = String.raw`(\n|\u001b\[(?:1|2|22|31|32|33|39)m)`;
const OWN = new RegExp(OWN_CODES, 'u');

/** Like `visible`, for text whose lines and colours are this program's own. */
export function visibleLines(text: string): string {
  return text
    .split(OWN)
    .map((part, at) => (at % 2 === 1 ? part : visible(part)))
    .join('');
}

/** JSON text that parses to the same value, with escapes in place of characters that steer a terminal or cannot be seen. */
export function visibleInJson(json: string): string {
  return json.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  );
}
