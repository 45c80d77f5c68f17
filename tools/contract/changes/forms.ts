/** Takes a schema apart into the forms that a value may have (a text, null, one of several objects) and matches those of two schemas. */
import { below, type Located, listOf, type Node, nodeOf, textOf } from './document.ts';

export interface Form extends Located {
  /** `anything` or a type of JSON Schema; `number` for `integer` too. */
  readonly kind: string;
  /** What an object says of itself in a property that has one value: `type "play"`; `null` for none. */
  readonly tag: string | null;
}

export interface Matched {
  readonly both: readonly (readonly [before: Form, after: Form])[];
  readonly gone: readonly Form[];
  readonly come: readonly Form[];
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

export function unionOf(node: Node): 'oneOf' | 'anyOf' | null {
  if (listOf(node.oneOf).length > 0) return 'oneOf';
  return listOf(node.anyOf).length > 0 ? 'anyOf' : null;
}

export function formsOf(document: Node, at: Located): readonly Form[] {
  return merged(branchesOf(document, at, null, new Set()));
}

/** @param teller the property by which a union around this schema tells its objects apart, if it says so */
function branchesOf(document: Node, at: Located, teller: string | null, passed: ReadonlySet<string>): readonly Form[] {
  const union = unionOf(at.node);
  if (union === null) return kindsOf(at.node).map((kind) => ({ ...at, kind, tag: tagOf(document, at, teller) }));
  if (passed.has(at.pointer)) return [];
  const inside = textOf(nodeOf(at.node.discriminator).propertyName) || teller;
  return listOf(at.node[union]).flatMap((_, index) =>
    branchesOf(document, below(document, at, union, index), inside, new Set([...passed, at.pointer])),
  );
}

function kindsOf(node: Node): readonly string[] {
  if (node.type !== undefined) {
    const types = [node.type].flat().map((type) => (type === 'integer' ? 'number' : String(type)));
    return [...new Set(types)];
  }
  const values = valuesOf(node);
  if (values !== null) return [...new Set(values.map(kindOf))];
  return 'properties' in node ? ['object'] : ['anything'];
}

/** The values that are named one by one, `null` when they are not. */
export function valuesOf(node: Node): readonly unknown[] | null {
  if ('const' in node) return [node.const];
  return 'enum' in node ? listOf(node.enum) : null;
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** By `type` rather than others, and in an order of its own, so that both documents are read alike. */
function tagOf(document: Node, at: Located, teller: string | null): string | null {
  const required = listOf(at.node.required).map(textOf).toSorted();
  for (const name of teller === null ? [...required.filter((each) => each === 'type'), ...required] : [teller]) {
    const values = valuesOf(below(document, at, 'properties', name).node);
    if (values?.length === 1 && typeof values[0] === 'string') return `${name} "${values[0]}"`;
  }
  return null;
}

/** Branches that each name values of one kind are one form that names all of them. */
function merged(forms: readonly Form[]): readonly Form[] {
  return forms.flatMap((form, index) => {
    const alike = forms.filter(({ kind }) => kind === form.kind);
    const values = alike.map(({ node }) => valuesOf(node));
    if (!SCALARS.has(form.kind) || alike.length === 1 || values.includes(null)) return [form];
    if (forms.findIndex(({ kind }) => kind === form.kind) !== index) return [];
    return [{ ...form, node: { enum: values.flatMap((each) => each ?? []) } }];
  });
}

/** Forms are matched by their kind; where there are several objects, by what they say of themselves, else by their schemas' names. */
export function match(before: readonly Form[], after: readonly Form[]): Matched {
  const keysBefore = keysOf(before, after);
  const keysAfter = keysOf(after, before);
  return {
    both: before.flatMap((form, index) => {
      const other = after[keysAfter.indexOf(keysBefore[index] ?? '')];
      return other === undefined ? [] : [[form, other] as const];
    }),
    gone: before.filter((_, index) => !keysAfter.includes(keysBefore[index] ?? '')),
    come: after.filter((_, index) => !keysBefore.includes(keysAfter[index] ?? '')),
  };
}

function keysOf(forms: readonly Form[], others: readonly Form[]): readonly string[] {
  const several = (kind: string) => [forms, others].some((all) => all.filter((form) => form.kind === kind).length > 1);
  const keys: string[] = [];
  for (const { kind, tag, pointer } of forms) {
    const own = tag ?? (pointer.startsWith('#/components/') ? pointer : '');
    const key = several(kind) ? `${kind} ${own}` : kind;
    keys.push(keys.includes(key) ? `${key} ${keys.length}` : key);
  }
  return keys;
}

/** How a form is called in a sentence. */
export function nameOf({ kind, tag, node }: Form): string {
  if (tag !== null && kind === 'object') return `an object with ${tag}`;
  const title = textOf(nodeOf(node).title);
  return title === '' ? kind : `${kind} (${title})`;
}
