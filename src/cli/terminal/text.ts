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

/** What a stranger wrote, with a sign in place of all that steers a terminal or has no looks of its own. */
export function visible(text: string): string {
  return text.replace(new RegExp(UNSEEN, 'gu'), '\ufffd');
}
