/** Compares what a caller must show: a token and its scopes, one way or another. */
import { isDeepStrictEqual } from 'node:util';
import type { Change } from './change.ts';
import { listOf, type Node, nodeOf, placeOf } from './document.ts';
import type { Operation } from './operation.ts';

/** One way to be let in: the schemes that must all be shown, each with the scopes that it must have. */
type Way = ReadonlyMap<string, readonly unknown[]>;

export function compareSecurity(before: Operation, after: Operation): readonly Change[] {
  const [old, now] = [waysOf(before), waysOf(after)];
  const found = (severity: Change['severity'], what: string): Change => ({
    severity,
    operation: `${after.name}, request`,
    pointer: placeOf(after.pointer, 'security'),
    what,
  });
  const shut = old.filter((way) => !now.some((other) => asksNoMore(other, way)));
  const opened = now.filter((way) => !old.some((other) => asksNoMore(other, way)));
  return [
    ...shut.map((way) =>
      found('breaking', `Who shows ${inWords(way)} is not let in any more: it takes ${now.map(inWords).join(' or ')}.`),
    ),
    ...opened
      .filter((way) => !shut.some((other) => asksNoMore(other, way)))
      .map((way) => found('compatible', `Who shows ${inWords(way)} is let in now.`)),
  ];
}

/** An operation that asks for nothing has one way that asks for nothing. */
function waysOf({ node, document }: Operation): readonly Way[] {
  const ways = listOf(node.security ?? document.security);
  if (ways.length === 0) return [new Map()];
  return ways.map((way) => new Map(Object.entries(nodeOf(way)).map(([name, scopes]) => [name, listOf(scopes)])));
}

/** Whether whoever fulfils `way` fulfils `other` too. */
function asksNoMore(other: Way, way: Way): boolean {
  return [...other].every(([name, scopes]) => {
    const shown = way.get(name);
    return shown !== undefined && scopes.every((scope) => shown.includes(scope));
  });
}

function inWords(way: Way): string {
  if (way.size === 0) return 'nothing';
  return [...way].map(([name, scopes]) => [name, ...scopes].join(' ')).join(' and ');
}

/** How tokens are shown: what an operation asks for by name must stay what it is. */
export function compareSchemes(before: Node, after: Node): readonly Change[] {
  const [old, now] = [before, after].map((each) => nodeOf(nodeOf(each.components).securitySchemes));
  return Object.keys(old ?? {}).flatMap((name) => {
    const [was, is] = [old?.[name], now?.[name]].map(nodeOf).map(({ description: _, ...rest }) => rest);
    if (is === undefined || Object.keys(is).length === 0 || isDeepStrictEqual(was, is)) return [];
    const pointer = placeOf('#/components/securitySchemes', name);
    return [
      { severity: 'breaking', operation: 'every operation', pointer, what: `"${name}" is shown in another way.` },
    ];
  });
}
