/** Gives the schemas of a document names of their own, so that generated clients have a type for whatever they meet. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonSchema, type JsonSchema } from '../json-schema.ts';

export const SCHEMAS = '#/components/schemas/';

/** Objects with fewer properties stand where they are used, unless they are entries of a list. */
const FEW = 3;

/**
 * Makes components of inline objects, and of all branches of a union that is told apart by a property. A `title` is the
 * name; without one it comes from where the schema stands: `Inbox.games[]` becomes `InboxGame`, the branch `play` of
 * `Command` becomes `PlayCommand`.
 */
export interface Naming {
  /** Components by name; those that are made are added. */
  readonly components: Record<string, unknown>;
  /**
   * @param name what a schema without a title is called
   * @returns what stands in its place
   */
  component(schema: JsonSchema, name: string): JsonSchema;
}

export function createNaming(components: Record<string, unknown>): Naming {
  /** As they were before their own parts had names: the same branch of two unions is one component. */
  const raw = new Map<string, JsonSchema>();

  function component(schema: JsonSchema, name: string): JsonSchema {
    if (typeof schema.$ref === 'string') return schema;
    const { title, description, ...rest } = schema;
    const called = freeName(typeof title === 'string' ? title : name, rest);
    if (!raw.has(called)) {
      raw.set(called, rest);
      components[called] = { ...(description === undefined ? {} : { description }), ...partsOf(rest, called) };
    }
    const reference = { $ref: `${SCHEMAS}${called}` };
    const kept = components[called];
    const same = isJsonSchema(kept) && kept.description === description;
    return same || description === undefined ? reference : { ...reference, description };
  }

  /** A branch that differs from what already has its name is called after its union as well. */
  function freeName(name: string, schema: JsonSchema): string {
    const known = raw.get(name);
    if (known !== undefined ? isDeepStrictEqual(known, schema) : components[name] === undefined) return name;
    throw new Error(`Two different schemas are called ${name}: give one of them a title.`);
  }

  /** Names whatever is inside of a schema that is itself called `parent`. */
  function partsOf(schema: JsonSchema, parent: string): JsonSchema {
    const branches = schema.oneOf;
    const tag = tagOf(schema);
    if (tag !== null && Array.isArray(branches)) return { ...schema, ...union(branches, tag, parent) };
    return Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => {
        if (keyword === 'properties' && isJsonSchema(value)) {
          const entries = Object.entries(value).map(([key, part]) => [key, place(part, parent + capital(key), FEW)]);
          return [keyword, Object.fromEntries(entries)];
        }
        if (keyword === 'items') return [keyword, place(value, singular(parent), 1)];
        if (keyword === 'anyOf' && Array.isArray(value))
          return [keyword, value.map((part) => place(part, parent, FEW))];
        return [keyword, value];
      }),
    );
  }

  function union(branches: readonly unknown[], tag: string, parent: string): JsonSchema {
    const mapping: [string, unknown][] = [];
    const oneOf = branches.map((branch) => {
      if (!isJsonSchema(branch)) throw new Error(`A branch of ${parent} is no schema.`);
      const values = valuesOf(branch, tag, components);
      const reference = component(branch, branchName(values[0] ?? '', branch, parent));
      for (const value of values) mapping.push([value, reference.$ref]);
      return reference;
    });
    return { oneOf, discriminator: { propertyName: tag, mapping: Object.fromEntries(mapping) } };
  }

  /** `SetPlayedEvent`, and `SetPlayedReplayEvent` where a replay tells more. */
  function branchName(value: string, branch: JsonSchema, parent: string): string {
    const { title: _, description: __, ...rest } = branch;
    const kind = /[A-Z][a-z]*$/.exec(parent)?.[0] ?? parent;
    const short = capital(value) + (kind === 'Request' || kind === 'Response' ? parent : kind);
    const known = raw.get(short);
    return known === undefined || isDeepStrictEqual(known, rest) ? short : capital(value) + parent;
  }

  function place(part: unknown, name: string, few: number): unknown {
    if (!isJsonSchema(part) || part.$ref !== undefined) return part;
    const size = isJsonSchema(part.properties) ? Object.keys(part.properties).length : 0;
    if (size >= few || typeof part.title === 'string' || tagOf(part) !== null) return component(part, name);
    return partsOf(part, name);
  }

  for (const [name, schema] of Object.entries(components)) {
    if (!isJsonSchema(schema)) continue;
    const { title: _, description: __, ...rest } = schema;
    raw.set(name, rest);
  }
  for (const [name, schema] of Object.entries(components)) {
    if (isJsonSchema(schema)) components[name] = partsOf(schema, name);
  }
  return { components, component };
}

/** The property by which the branches of a union are told apart. */
function tagOf({ discriminator }: JsonSchema): string | null {
  return isJsonSchema(discriminator) && typeof discriminator.propertyName === 'string'
    ? discriminator.propertyName
    : null;
}

/** What a branch may have in that property. */
function valuesOf(branch: JsonSchema, tag: string, components: Readonly<Record<string, unknown>>): readonly string[] {
  const named = typeof branch.$ref === 'string' ? components[branch.$ref.slice(SCHEMAS.length)] : branch;
  const properties = isJsonSchema(named) && isJsonSchema(named.properties) ? named.properties : {};
  const schema = properties[tag];
  if (!isJsonSchema(schema)) return [];
  return (Array.isArray(schema.enum) ? schema.enum : [schema.const]).map(String);
}

export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}
