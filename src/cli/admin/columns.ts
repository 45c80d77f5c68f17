/** Answers as a person reads them in a terminal: columns, and nothing in them that the terminal would obey. */
import { fill, visible, widthOf } from '../terminal/text.ts';

/** @param rows of equal length; the first one is the heading. @returns lines, each ended */
export function columns(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map(visible));
  const widths = (clean[0] ?? []).map((_, at) => Math.max(...clean.map((row) => widthOf(row[at] ?? ''))));
  return clean
    .map(
      (row) =>
        `${row
          .map((text, at) => fill(text, widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

/** One thing, a property a line; those without a value are left out. */
export function facts(all: readonly (readonly [string, string | null])[]): string {
  const told = all.filter((fact): fact is readonly [string, string] => fact[1] !== null);
  const width = Math.max(0, ...told.map(([name]) => name.length));
  return told.map(([name, value]) => `${name.padEnd(width)}  ${visible(value)}\n`).join('');
}

/** `2026-01-05T19:00:00.000Z` as `2026-01-05 19:00:00`; in UTC, as everything here. */
export function when(time: string | null): string {
  return time === null ? '' : time.slice(0, 19).replace('T', ' ');
}

/** Says how to go on where a list goes on. */
export function more(next: string | null): string {
  return next === null ? '' : `More: --cursor ${next}\n`;
}
