/** The real documents with one thing changed, for tests of what is said about it. */

import type { Change } from '../../../../tools/contract/changes/change.ts';
import type { Node } from '../../../../tools/contract/changes/document.ts';
import type { Json } from '../../../support/documents.ts';

/** A sentence that the change must be told in, what changes the document, and an operation in which it must be found. */
export type Case = readonly [
  severity: Change['severity'],
  what: string,
  edit: (document: Json) => unknown,
  operation: string,
];

export function changesBy(
  compare: (before: Node, after: Node) => readonly Change[],
  from: Json,
  edit: (to: Json) => unknown,
): readonly Change[] {
  const to = structuredClone(from);
  edit(to);
  return compare(from, to);
}

/** One change of a document is one sentence, however many operations it is found in. */
export function told(changes: readonly Change[]): readonly string[] {
  return [...new Set(changes.map(({ severity, what }) => `${severity}: ${what}`))];
}
