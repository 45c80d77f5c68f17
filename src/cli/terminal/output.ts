/** The one place where commands write to the terminal: nothing foreign that passes here can steer it (held by test/architecture). */
import { visible, visibleInJson, visibleLines } from './text.ts';

/**
 * Writes one line to stdout, as a tagged template: print`${file}: ${answer}`. The values may be foreign; a control
 * character, a line break or a change of direction in one of them is shown as U+FFFD.
 */
export function print(own: TemplateStringsArray, ...values: readonly unknown[]): void {
  process.stdout.write(line(own, values));
}

/** Like `print`, to stderr. */
export function printError(own: TemplateStringsArray, ...values: readonly unknown[]): void {
  process.stderr.write(line(own, values));
}

/** Writes text of several lines to stdout; line breaks stay. The text brings its last line's end. */
export function printText(text: string): void {
  process.stdout.write(visibleLines(text));
}

/** Like `printText`, to stderr, with the last line's end added: messages of errors, and stacks. */
export function printErrorText(text: string): void {
  process.stderr.write(`${visibleLines(text)}\n`);
}

/** Writes one line of JSON to stdout; what would steer a terminal is escaped, so that it parses to the same value. */
export function printJson(value: unknown): void {
  process.stdout.write(`${visibleInJson(JSON.stringify(value))}\n`);
}

/** Writes lines to stdout and waits until they are written, or until the reader has closed the pipe. */
export async function printLines(lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  await new Promise<void>((resolve, reject) => {
    const failed = (error: Error): void => {
      if ('code' in error && error.code === 'EPIPE') resolve();
      else reject(error);
    };
    process.stdout.once('error', failed);
    process.stdout.write(visibleLines(`${lines.join('\n')}\n`), (error) => {
      // Else `failed` hears of it.
      if (error !== null && error !== undefined) return;
      process.stdout.off('error', failed);
      resolve();
    });
  });
}

/** For pictures that are redrawn in place; whoever draws makes its lines fit with `redraw` or `visibleLines`. */
export const screen = process.stdout;

function line(own: TemplateStringsArray, values: readonly unknown[]): string {
  return `${String.raw({ raw: own }, ...values.map((value) => visible(String(value))))}\n`;
}
