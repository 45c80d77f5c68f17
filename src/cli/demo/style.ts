/** Colours and widths of the terminal, in plain ANSI; without colours where they are not wanted. */
import { stripVTControlCharacters } from 'node:util';

export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  accent(text: string): string;
}

const plain = (text: string): string => text;

/** @param colours `false` for pipes and where `NO_COLOR` is set */
export function createStyle(colours: boolean): Style {
  const code = (on: number, off: number) => (colours ? (text: string) => `\u001b[${on}m${text}\u001b[${off}m` : plain);
  return { bold: code(1, 22), dim: code(2, 22), good: code(32, 39), bad: code(31, 39), accent: code(33, 39) };
}

/** Columns that a text takes on the screen. */
export function widthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}

/** The text, filled up with blanks on its right. */
export function fill(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** The text, filled up with blanks on its left. */
export function fillLeft(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}
