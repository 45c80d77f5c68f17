/** Tells the changes of one document: those that break first, each with where it is to be found. */
import type { Change } from './change.ts';

/** One change of a schema is found by every operation that refers to it; so many of them are named. */
const NAMED = 3;

/** @param title which documents were compared */
export function report(title: string, changes: readonly Change[]): string {
  if (changes.length === 0) return `${title}: no change.\n`;
  const told = new Map<string, readonly Change[]>();
  for (const change of changes.toSorted((a, b) => a.severity.localeCompare(b.severity))) {
    const key = [change.severity, change.pointer, change.what].join(' ');
    told.set(key, [...(told.get(key) ?? []), change]);
  }
  return [`${title}:`, ...[...told.values()].map(inWords), ''].join('\n');
}

function inWords(same: readonly Change[]): string {
  const [first] = same;
  if (first === undefined) return '';
  const operations = [...new Set(same.map(({ operation }) => operation))];
  const more = operations.length > NAMED ? ` and ${operations.length - NAMED} more` : '';
  const places = `${operations.slice(0, NAMED).join('; ')}${more}`;
  return `  ${first.severity}: ${first.what}\n    in ${places}\n    at ${first.pointer}`;
}
