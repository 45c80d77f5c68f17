/** Compares the properties of two objects: which there are, which must be there, and what may stand beside them. */
import { type Change, type Effect, judged } from './change.ts';
import { below, listOf, nodeOf, placeOf } from './document.ts';
import type { Form } from './forms.ts';
import type { Compare, Walk } from './walk.ts';

/** The keywords of a schema that are judged here. */
export const OBJECT_KEYWORDS: readonly string[] = ['properties', 'required', 'additionalProperties'];

export function compareObjects(walk: Walk, before: Form, after: Form, compare: Compare): readonly Change[] {
  const [old, now] = [nodeOf(before.node.properties), nodeOf(after.node.properties)];
  return [
    ...Object.keys(old).flatMap((name) =>
      name in now ? kept(walk, before, after, name, compare) : [gone(walk, before, after, name)],
    ),
    ...Object.keys(now).flatMap((name) => (name in old ? [] : [come(walk, after, name)])),
    ...others(walk, before, after, compare),
  ];
}

function kept(walk: Walk, before: Form, after: Form, name: string, compare: Compare): readonly Change[] {
  const there = below(walk.after, after, 'properties', name);
  const pointer = placeOf(after.pointer, 'properties', name);
  const [was, is] = [requires(before, name), requires(after, name)];
  const words = is ? 'must be there now' : 'may be missing now';
  return [
    ...(was === is ? [] : [judged(walk, pointer, is ? 'narrower' : 'wider', `The property "${name}" ${words}.`)]),
    ...compare(walk, below(walk.before, before, 'properties', name), there),
  ];
}

function gone(walk: Walk, before: Form, after: Form, name: string): Change {
  const ignored = walk.direction === 'read' && after.node.additionalProperties !== false;
  const what = ignored ? `The property "${name}" is ignored now.` : `The property "${name}" is gone.`;
  return judged(walk, placeOf(before.pointer, 'properties', name), ignored ? 'open' : 'other', what);
}

function come(walk: Walk, after: Form, name: string): Change {
  const demanded = requires(after, name);
  const effect: Effect = walk.direction === 'written' ? 'open' : demanded ? 'narrower' : 'wider';
  const what = `The property "${name}" is new${demanded ? ' and must be there' : ''}.`;
  return judged(walk, placeOf(after.pointer, 'properties', name), effect, what);
}

function requires({ node }: Form, name: string): boolean {
  return listOf(node.required).includes(name);
}

/** What stands beside the named properties: nothing, anything, or what a schema says (maps by ids and the like). */
function others(walk: Walk, before: Form, after: Form, compare: Compare): readonly Change[] {
  const [was, is] = [freedom(before), freedom(after)];
  const pointer = `${after.pointer}/additionalProperties`;
  if (was === 'some' && is === 'some') {
    return compare(
      walk,
      below(walk.before, before, 'additionalProperties'),
      below(walk.after, after, 'additionalProperties'),
    );
  }
  if (was === is) return [];
  if (is === 'none' || was === 'any') {
    return [judged(walk, pointer, 'narrower', 'Fewer properties than before may stand beside the named ones.')];
  }
  const effect = walk.direction === 'written' ? 'open' : 'wider';
  return [judged(walk, pointer, effect, 'More properties than before may stand beside the named ones.')];
}

function freedom({ node: { additionalProperties } }: Form): 'none' | 'some' | 'any' {
  if (additionalProperties === false) return 'none';
  return Object.keys(nodeOf(additionalProperties)).length > 0 ? 'some' : 'any';
}
