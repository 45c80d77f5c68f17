/** Holds every answer of the test suite to the contract (promise 9): an undeclared status, code or property fails the test. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createValidators } from '../../src/http/compilers.ts';
import { isJsonSchema, type JsonSchema } from '../../src/http/json-schema.ts';

export interface CheckedResponses {
  /** What did not keep the contract, in words. */
  readonly broken: readonly string[];
}

type Validate = (body: unknown) => readonly string[];

/** Answers of routes that are no part of the contract (the page at /docs), and to addresses that do not exist. */
const OUTSIDE: readonly string[] = ['not_found', 'method_not_allowed', 'invalid_request', 'internal', 'unavailable'];

export function checkResponses(app: FastifyInstance): CheckedResponses {
  const broken: string[] = [];
  const validators = new Map<unknown, Validate>();
  let compile: ((schema: JsonSchema) => Validate) | null = null;

  function validatorOf(schema: JsonSchema): Validate {
    compile ??= compiler(app.getSchemas());
    const known = validators.get(schema) ?? compile(schema);
    validators.set(schema, known);
    return known;
  }

  app.addHook('onSend', async (request, reply, payload) => {
    const faults = check(request, reply, payload, validatorOf);
    if (faults.length === 0) return payload;
    const said = `${request.method} ${request.routeOptions.url ?? request.url} answered ${reply.statusCode}: ${faults.join('; ')}`;
    broken.push(said);
    return payload;
  });
  return { broken };
}

function check(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  validatorOf: (schema: JsonSchema) => Validate,
) {
  const { schema, config } = request.routeOptions;
  const type = String(reply.getHeader('content-type') ?? '').split(';', 1)[0] ?? '';
  const text = typeof payload === 'string' ? payload : '';
  if (schema?.tags === undefined) return type === 'application/problem+json' ? outside(text) : [];
  const declared: unknown = isJsonSchema(schema.response) ? schema.response[String(reply.statusCode)] : undefined;
  if (!isJsonSchema(declared)) return ['this status is not in the contract'];
  if (declared.type === 'null') return text === '' ? [] : ['there should be no body'];
  if (request.method === 'HEAD') return [];
  const content = isJsonSchema(declared.content) ? declared.content[type] : undefined;
  if (!isJsonSchema(content) || !isJsonSchema(content.schema)) return [`the type ${type} is not in the contract`];
  if (!type.endsWith('json')) return [];
  const body: unknown = JSON.parse(text);
  const code = isJsonSchema(body) && type === 'application/problem+json' ? body.code : undefined;
  const undeclared = code !== undefined && !(config.problems ?? []).some((problem) => problem === code);
  return [
    ...validatorOf(content.schema)(body),
    ...(undeclared ? [`the code ${String(code)} is not in the contract`] : []),
  ];
}

function outside(text: string): readonly string[] {
  const { code } = JSON.parse(text);
  return OUTSIDE.includes(code) ? [] : [`the code ${code} is not in the contract`];
}

/** Unlike a client, a test wants no property that the contract does not name. */
function compiler(components: Readonly<Record<string, unknown>>): (schema: JsonSchema) => Validate {
  const closed = Object.fromEntries(Object.entries(components).map(([id, component]) => [id, close(component)]));
  const build = createValidators(() => closed);
  return (schema) => {
    const validate = build({ schema: close(schema), httpPart: 'body' });
    return (body) => {
      validate(body);
      return (validate.errors ?? [])
        .slice(0, 5)
        .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
    };
  };
}

function close(value: unknown): Record<string, unknown> {
  const closed = closeAny(value);
  return isJsonSchema(closed) ? closed : {};
}

function closeAny(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeAny);
  if (!isJsonSchema(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closeAny(part)]));
  const open = value.type === 'object' && isJsonSchema(value.properties) && value.additionalProperties === undefined;
  return open ? { ...inner, additionalProperties: false } : inner;
}
