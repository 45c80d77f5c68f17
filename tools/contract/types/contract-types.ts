/** The client's types and its list of calls, written from the OpenAPI and AsyncAPI documents (decision 13). */
import { isJsonSchema, type JsonSchema } from '../../../src/http/json-schema.ts';
import { comment, typeOf } from './types-of.ts';

const HEAD = `/** What travels between a client and the service. Written from the contract by \`npm run openapi\`: not to be edited. */
`;

/** @returns the text of src/client/contract.ts, always the same for the same documents */
export function contractTypes(openapi: unknown, asyncapi: unknown): string {
  const components = { ...at(asyncapi, 'components', 'schemas'), ...at(openapi, 'components', 'schemas') };
  const calls = callsIn(at(openapi, 'paths'));
  return [
    HEAD,
    ...Object.entries(components).map(([name, schema]) => declaration(name, schema)),
    ...framesIn(asyncapi),
    `/** Every call of the contract, by its \`operationId\`: what it takes, and what it answers. */\n`,
    `export interface Calls {\n${calls.map(callType).join('')}}\n`,
    `/** Method and address of each call; what stands in braces is taken from its parameters. */\n`,
    `export const CALLS = {\n${calls.map(({ id, method, path }) => `  ${id}: ['${method}', '${path}'],\n`).join('')}} as const;\n`,
  ].join('\n');
}

function declaration(name: string, schema: unknown): string {
  const type = typeOf(schema);
  const isInterface = isJsonSchema(schema) && isJsonSchema(schema.properties);
  return `${comment(schema)}export ${isInterface ? `interface ${name}` : `type ${name} =`} ${type}${isInterface ? '' : ';'}\n`;
}

/** The unions of frames that a client sends and is sent; each frame is a component of its own (`EventsFrame`). */
function framesIn(asyncapi: unknown): readonly string[] {
  const nameOf = (type: string) => `${type.charAt(0).toUpperCase()}${type.slice(1)}Frame`;
  const union = (operation: string) => {
    const listed = at(asyncapi, 'operations', operation).messages;
    const types = (Array.isArray(listed) ? listed : []).map((one) => typeOf(one));
    return types.map((type) => `\n  | ${nameOf(type)}`).join('');
  };
  return [
    `/** What a client may send over the WebSocket. */\nexport type ClientFrame =${union('fromClient')};\n`,
    `/** What the service sends over the WebSocket. */\nexport type ServerFrame =${union('toClient')};\n`,
  ];
}

interface Call {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: JsonSchema;
}

function callsIn(paths: JsonSchema): readonly Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(isJsonSchema(methods) ? methods : {}).flatMap(([method, operation]) => {
      const id = isJsonSchema(operation) ? operation.operationId : undefined;
      return isJsonSchema(operation) && typeof id === 'string'
        ? [{ id, method: method.toUpperCase(), path, operation }]
        : [];
    }),
  );
}

function callType({ id, operation }: Call): string {
  const parts = [
    ...(['path', 'query', 'header'] as const).map((place) => [place, parametersType(operation, place)] as const),
    ['body', bodyType(operation)] as const,
    ['answer', answerType(operation)] as const,
  ];
  const lines = parts.flatMap(([name, type]) => (type === null ? [] : [`    readonly ${name}: ${type};\n`]));
  return `${comment({ description: operation.summary }, '  ')}  readonly ${id}: {\n${lines.join('')}  };\n`;
}

function parametersType({ parameters }: JsonSchema, place: string): string | null {
  const mine = (Array.isArray(parameters) ? parameters : []).filter((one) => isJsonSchema(one) && one.in === place);
  if (mine.length === 0) return null;
  const properties = Object.fromEntries(mine.map(({ name, schema }) => [name, schema]));
  const required = mine.filter((one) => one.required === true).map(({ name }) => name);
  return typeOf({ type: 'object', properties, required }, '    ');
}

function bodyType(operation: JsonSchema): string | null {
  const schema = schemaIn(operation.requestBody);
  return schema === null ? null : typeOf(schema, '    ');
}

/** Answers of one call that are no problems have one shape, whatever their status. */
function answerType({ responses }: JsonSchema): string {
  const good = Object.entries(isJsonSchema(responses) ? responses : {}).filter(([status]) => status.startsWith('2'));
  const types = good.map(([, response]) => {
    const schema = schemaIn(response);
    return schema === null ? 'undefined' : typeOf(schema, '    ');
  });
  return [...new Set(types)].join(' | ') || 'undefined';
}

function schemaIn(part: unknown): unknown {
  const json = at(part, 'content', 'application/json');
  return json.schema ?? null;
}

/** What stands inside, level by level; an empty object where there is nothing. */
function at(value: unknown, ...names: readonly string[]): JsonSchema {
  const found = names.reduce<unknown>((inner, name) => (isJsonSchema(inner) ? inner[name] : undefined), value);
  return isJsonSchema(found) ? found : {};
}
