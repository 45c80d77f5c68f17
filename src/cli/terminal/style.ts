/** Colours of the terminal, in plain ANSI; without them where they are not wanted. */

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
