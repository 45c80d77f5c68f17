/** Reads documents of a contract by pointers and follows their references, without knowing what they hold. */

export type Node = Readonly<Record<string, unknown>>;

/** A piece of a document and the JSON pointer under which it stands there. */
export interface Located {
  readonly node: Node;
  readonly pointer: string;
}

/** @returns an empty node for what is no object */
export function nodeOf(value: unknown): Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** @returns the text, or an empty one for what is none */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function root(document: Node): Located {
  return { node: document, pointer: '#' };
}

/** What stands under a key, with its references followed; an empty node where nothing does. */
export function below(document: Node, { node, pointer }: Located, ...keys: readonly (string | number)[]): Located {
  let value: unknown = node;
  let at = pointer;
  for (const key of keys) {
    value = Array.isArray(value) ? value[Number(key)] : nodeOf(value)[key];
    at = placeOf(at, key);
  }
  return follow(document, { node: nodeOf(value), pointer: at });
}

export function placeOf(pointer: string, ...keys: readonly (string | number)[]): string {
  return [pointer, ...keys.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}

/**
 * Where a reference leads, to its end. What stands beside a reference (a description, a default) is laid over what it leads to, and the pair
 * keeps the pointer of the reference.
 * @throws Error for a reference that leads nowhere, out of the document or in a circle
 */
export function follow(document: Node, start: Located): Located {
  let at = start;
  const passed = new Set<string>();
  while ('$ref' in at.node) {
    if (passed.has(at.pointer)) throw new Error(`${at.pointer} refers to itself.`);
    passed.add(at.pointer);
    const { $ref, ...beside } = at.node;
    const target = { node: atPointer(document, textOf($ref)), pointer: textOf($ref) };
    at = Object.keys(beside).length === 0 ? target : { node: { ...target.node, ...beside }, pointer: at.pointer };
  }
  return at;
}

function atPointer(document: Node, pointer: string): Node {
  let value: unknown = document;
  for (const key of pointer.split('/').slice(1)) {
    const plain = decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
    value = Array.isArray(value) ? value[Number(plain)] : nodeOf(value)[plain];
  }
  if (!pointer.startsWith('#/') || value === undefined) throw new Error(`The reference ${pointer} leads nowhere.`);
  return nodeOf(value);
}
