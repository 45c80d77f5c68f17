/** Compares two OpenAPI documents: which operations there are, and what each takes and answers. */
import type { Change } from './change.ts';
import { compareRequests } from './compare-requests.ts';
import { compareResponses } from './compare-responses.ts';
import { compareSchemes, compareSecurity } from './compare-security.ts';
import { below, type Node, nodeOf, root } from './document.ts';
import type { Operation } from './operation.ts';
import { type Comparison, comparisonOf } from './walk.ts';

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

export function compareOpenapi(before: Node, after: Node): readonly Change[] {
  const comparison = comparisonOf(before, after);
  const [old, now] = [operationsOf(before), operationsOf(after)];
  return [
    ...[...old].flatMap(([key, operation]) => {
      const other = now.get(key);
      return other === undefined ? [gone(operation)] : compareOperations(comparison, operation, other);
    }),
    ...[...now].flatMap(([key, operation]) => (old.has(key) ? [] : [come(operation)])),
    ...compareSchemes(before, after),
  ];
}

/** By method and path, in which the names of parameters do not count: no request shows them. */
function operationsOf(document: Node): ReadonlyMap<string, Operation> {
  return new Map(
    Object.keys(nodeOf(document.paths)).flatMap((path) => {
      const item = below(document, root(document), 'paths', path);
      const methods = Object.keys(item.node).filter((key) => METHODS.has(key));
      return methods.map((method) => {
        const name = `${method.toUpperCase()} ${path}`;
        return [name.replace(/\{[^}]*\}/g, '{}'), { ...below(document, item, method), document, name, path }] as const;
      });
    }),
  );
}

function gone({ name, pointer }: Operation): Change {
  return { severity: 'breaking', operation: name, pointer, what: 'The operation is gone.' };
}

function come({ name, pointer }: Operation): Change {
  return { severity: 'compatible', operation: name, pointer, what: 'The operation is new.' };
}

function compareOperations(comparison: Comparison, before: Operation, after: Operation): readonly Change[] {
  return [
    ...announced(before, after),
    ...compareRequests(comparison, before, after),
    ...compareResponses(comparison, before, after),
    ...compareSecurity(before, after),
  ];
}

/** What readers of the contract should hear of although no request or answer is different. */
function announced({ node: old }: Operation, { node: now, name, pointer }: Operation): readonly Change[] {
  const found = (what: string): Change => ({ severity: 'compatible', operation: name, pointer, what });
  return [
    ...(old.operationId === now.operationId ? [] : [found(`It is called ${String(now.operationId)} now.`)]),
    ...(old.deprecated !== true && now.deprecated === true ? [found('It is deprecated now.')] : []),
    ...(old.deprecated === true && now.deprecated !== true ? [found('It is not deprecated any more.')] : []),
  ];
}
