/** Compares what an operation takes: parameters and body. */
import { type Change, type Effect, judged } from './change.ts';
import { compareSchemas } from './compare-schemas.ts';
import { below, type Located, listOf, nodeOf, textOf } from './document.ts';
import type { Operation } from './operation.ts';
import { type Comparison, type Walk, walked } from './walk.ts';

export function compareRequests(comparison: Comparison, before: Operation, after: Operation): readonly Change[] {
  return walked(comparison, { direction: 'read', operation: `${after.name}, request` }, (walk) => [
    ...compareParameters(walk, before, after),
    ...compareBodies(walk, before, after),
  ]);
}

function compareParameters(walk: Walk, before: Operation, after: Operation): readonly Change[] {
  const [old, now] = [parametersOf(before), parametersOf(after)];
  return [
    ...[...old].flatMap(([key, parameter]) => {
      const other = now.get(key);
      if (other === undefined) return [judged(walk, parameter.pointer, 'other', `The parameter ${key} is gone.`)];
      return compareParameter(walk, key, parameter, other);
    }),
    ...[...now].flatMap(([key, { node, pointer }]) => {
      if (old.has(key)) return [];
      const [effect, words]: [Effect, string] =
        node.required === true ? ['narrower', ' and must be there'] : ['wider', ''];
      return [judged(walk, pointer, effect, `The parameter ${key} is new${words}.`)];
    }),
  ];
}

function compareParameter(walk: Walk, key: string, before: Located, after: Located): readonly Change[] {
  const [was, is] = [before.node.required === true, after.node.required === true];
  const what = `The parameter ${key} ${is ? 'must be there' : 'may be missing'} now.`;
  return [
    ...(was === is ? [] : [judged(walk, after.pointer, is ? 'narrower' : 'wider', what)]),
    ...compareSchemas(walk, below(walk.before, before, 'schema'), below(walk.after, after, 'schema')),
  ];
}

/** Those in the path by their place in it, since no request shows their names. */
function parametersOf(operation: Operation): ReadonlyMap<string, Located> {
  const inPath = [...operation.path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? '');
  return new Map(
    listOf(operation.node.parameters).map((_, index) => {
      const parameter = below(operation.document, operation, 'parameters', index);
      const [where, name] = [textOf(parameter.node.in), textOf(parameter.node.name)];
      const plain = where === 'header' ? name.toLowerCase() : name;
      return [where === 'path' ? `${inPath.indexOf(name) + 1} of the path` : `"${plain}" (${where})`, parameter];
    }),
  );
}

function compareBodies(walk: Walk, before: Operation, after: Operation): readonly Change[] {
  const [old, now] = [below(walk.before, before, 'requestBody'), below(walk.after, after, 'requestBody')];
  const there = ({ node }: Located) => Object.keys(node).length > 0;
  const [was, is] = [old.node.required === true, now.node.required === true];
  if (!there(now)) return there(old) ? [judged(walk, old.pointer, 'other', 'The body is gone.')] : [];
  if (!there(old))
    return [judged(walk, now.pointer, is ? 'narrower' : 'wider', `A body ${is ? 'must' : 'may'} be sent now.`)];
  const what = `The body ${is ? 'must be there' : 'may be missing'} now.`;
  return [
    ...(was === is ? [] : [judged(walk, now.pointer, is ? 'narrower' : 'wider', what)]),
    ...compareContents(walk, old, now),
  ];
}

/** Media types of a body, or of an answer, and their schemas. */
export function compareContents(walk: Walk, before: Located, after: Located): readonly Change[] {
  const [old, now] = [nodeOf(before.node.content), nodeOf(after.node.content)];
  const at = (side: Located, type: string) => below(side === before ? walk.before : walk.after, side, 'content', type);
  return [
    ...Object.keys(old).flatMap((type) =>
      type in now
        ? compareSchemas(
            walk,
            below(walk.before, at(before, type), 'schema'),
            below(walk.after, at(after, type), 'schema'),
          )
        : [judged(walk, at(before, type).pointer, 'other', `The media type ${type} is gone.`)],
    ),
    ...Object.keys(now)
      .filter((type) => !(type in old))
      .map((type) => judged(walk, at(after, type).pointer, 'open', `The media type ${type} is new.`)),
  ];
}
