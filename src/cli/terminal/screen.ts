/** How a terminal is asked for a screen of its own, and how it gets its own back. */
import { visibleLines } from './text.ts';

/** The alternate screen, without a cursor, and no line is wrapped. */
export const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l';
export const LEAVE = '\u001b[?7h\u001b[?25h\u001b[?1049l';

const HOME = '\u001b[H';
const CLEAR_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';

/** What is written to show exactly these lines in place of the screen's; nothing in them but colours is obeyed. */
export function redraw(lines: readonly string[]): string {
  const last = lines.length - 1;
  // Cleared before it is written: behind a line as wide as the screen the cursor stands on its last letter.
  const drawn = lines.map((line, row) => `${row === last ? CLEAR_BELOW : CLEAR_LINE}${visibleLines(line)}`);
  return `${HOME}${drawn.join('\r\n')}`;
}

/** Whether the terminal can be drawn on; `TERM=dumb` cannot. */
export function canDraw(output: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean {
  return output.isTTY === true && environment.TERM !== 'dumb';
}

/** Whether nobody has asked for less: https://no-color.org. */
export function wantsColours(environment: NodeJS.ProcessEnv): boolean {
  return (environment.NO_COLOR ?? '') === '';
}
