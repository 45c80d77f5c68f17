/** A JSON Schema as a TypeScript type: only what the contract uses, everything readonly. */
import { isJsonSchema, type JsonSchema } from '../../../src/http/json-schema.ts';

/** @returns the type as an expression; a reference to a component is the component's name */
export function typeOf(schema: unknown, indent = ''): string {
  if (!isJsonSchema(schema)) return 'unknown';
  const { $ref, enum: values, const: only, oneOf, anyOf, type } = schema;
  if (typeof $ref === 'string') return nameIn($ref);
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return unionOf(values.map((value) => JSON.stringify(value)));
  const branches = oneOf ?? anyOf;
  if (Array.isArray(branches)) return unionOf(branches.map((branch) => typeOf(branch, indent)));
  if (Array.isArray(type)) return unionOf(type.map((each) => typeOf({ ...schema, type: each }, indent)));
  return plainType(schema, indent);
}

function plainType(schema: JsonSchema, indent: string): string {
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array': {
      const items = typeOf(schema.items, indent);
      return /[ |{]/.test(items) ? `readonly (${items})[]` : `readonly ${items}[]`;
    }
    case 'object':
      return objectType(schema, indent);
    default:
      return 'unknown';
  }
}

function objectType({ properties, required, additionalProperties }: JsonSchema, indent: string): string {
  const named = isJsonSchema(properties) ? Object.entries(properties) : [];
  // A request that takes names of its own says so by a schema, be it an empty one.
  if (named.length === 0) {
    const value = additionalProperties === false ? 'never' : typeOf(additionalProperties);
    return `{ readonly [name: string]: ${value} }`;
  }
  const always: readonly unknown[] = Array.isArray(required) ? required : [];
  const inner = `${indent}  `;
  const lines = named.map(([name, property]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const optional = always.includes(name) ? '' : '?';
    return `${comment(property, inner)}${inner}readonly ${key}${optional}: ${typeOf(property, inner)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

/** What the contract says of it, as a docstring; empty when it says nothing. */
export function comment(schema: unknown, indent = ''): string {
  const said = isJsonSchema(schema) && typeof schema.description === 'string' ? schema.description : '';
  return said === '' ? '' : `${indent}/** ${said.replaceAll('*/', '*\\/').replaceAll('\n', ' ')} */\n`;
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
