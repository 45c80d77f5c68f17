/** Compares what an operation answers: statuses, headers and contents. */
import { type Change, judged } from './change.ts';
import { compareContents } from './compare-requests.ts';
import { compareSchemas } from './compare-schemas.ts';
import { below, type Located, nodeOf } from './document.ts';
import type { Operation } from './operation.ts';
import { type Comparison, type Walk, walked } from './walk.ts';

export function compareResponses(comparison: Comparison, before: Operation, after: Operation): readonly Change[] {
  const statuses = [before, after].flatMap(({ node }) => Object.keys(nodeOf(node.responses)));
  return [...new Set(statuses)].flatMap((status) =>
    walked(comparison, { direction: 'written', operation: `${after.name}, answer ${status}` }, (walk) =>
      compareStatus(walk, status, before, after),
    ),
  );
}

function compareStatus(walk: Walk, status: string, before: Operation, after: Operation): readonly Change[] {
  const old = below(walk.before, before, 'responses', status);
  const now = below(walk.after, after, 'responses', status);
  if (!isThere(now)) return [judged(walk, old.pointer, 'other', `The status ${status} is gone.`)];
  if (isThere(old)) return compareResponse(walk, old, now);
  // A refusal is read by its code, of which new ones may come; another success is something else to be coped with.
  return [judged(walk, now.pointer, isRefusal(status) ? 'open' : 'wider', `The status ${status} is new.`)];
}

function isThere({ node }: Located): boolean {
  return Object.keys(node).length > 0;
}

function isRefusal(status: string): boolean {
  return /^[45]/.test(status);
}

function compareResponse(walk: Walk, before: Located, after: Located): readonly Change[] {
  const [old, now] = [headersOf(before), headersOf(after)];
  const at = (side: Located, name: string) => below(side === before ? walk.before : walk.after, side, 'headers', name);
  return [
    ...[...old].flatMap(([plain, name]) => {
      const other = now.get(plain);
      const header = at(before, name);
      if (other === undefined) return [judged(walk, header.pointer, 'other', `The header ${name} is gone.`)];
      return compareSchemas(walk, below(walk.before, header, 'schema'), below(walk.after, at(after, other), 'schema'));
    }),
    ...[...now].flatMap(([plain, name]) =>
      old.has(plain) ? [] : [judged(walk, at(after, name).pointer, 'open', `The header ${name} is new.`)],
    ),
    ...compareContents(walk, before, after),
  ];
}

/** By their names in small letters. */
function headersOf({ node }: Located): ReadonlyMap<string, string> {
  return new Map(Object.keys(nodeOf(node.headers)).map((name) => [name.toLowerCase(), name]));
}
