/** The walk through two documents at once that compares one part of an operation, and what later walks need not see again. */
import type { Change, Direction, Finder } from './change.ts';
import type { Located, Node } from './document.ts';

/** Two documents, and the pairs of pointers from which on they are known to say the same, by direction. */
export interface Comparison {
  readonly before: Node;
  readonly after: Node;
  readonly same: Readonly<Record<Direction, Set<string>>>;
}

export interface Walk extends Finder {
  readonly before: Node;
  readonly after: Node;
  /** Pairs of pointers that were compared or are being compared, so that recursive schemas end. */
  readonly seen: Set<string>;
  readonly same: ReadonlySet<string>;
}

/** Compares what both documents say at one place; handed to those who only know of a part of a schema. */
export type Compare = (walk: Walk, before: Located, after: Located) => readonly Change[];

export function comparisonOf(before: Node, after: Node): Comparison {
  return { before, after, same: { read: new Set(), written: new Set() } };
}

/** One walk. When it has found nothing, nothing is to be found from any pair that it has seen: it has followed all of them to their ends. */
export function walked(
  { before, after, same }: Comparison,
  finder: Finder,
  compare: (walk: Walk) => readonly Change[],
): readonly Change[] {
  const seen = new Set<string>();
  const known = same[finder.direction];
  const changes = compare({ ...finder, before, after, seen, same: known });
  if (changes.length === 0) for (const pair of seen) known.add(pair);
  return changes;
}
