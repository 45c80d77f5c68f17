/** Compiles the routes' schemas when they are first needed: ajv for what comes in, Fastify's serializer for what goes out. */
import type { AnySchema, ErrorObject } from 'ajv';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

/** Fastify reads the faults from the function itself. */
export interface Validate {
  (data: unknown): boolean;
  errors?: ErrorObject[] | null;
}

interface ToValidate {
  readonly schema: unknown;
  readonly httpPart?: string | undefined;
}

const common: Options = {
  allErrors: true,
  verbose: true,
  useDefaults: true,
  removeAdditional: false,
  discriminator: true,
  strict: false,
};

/** Components are those of `app` itself: routes are declared on it and not on a child of it. */
export function useCompilers(app: FastifyInstance): void {
  app.setValidatorCompiler(createValidators(() => app.getSchemas()));
  app.setSerializerCompiler(({ schema }) => {
    const serialize = once(() => fastJson(asSchema(schema), { schema: ofFastJson(app.getSchemas()) }));
    return (data) => serialize()(data);
  });
}

/**
 * Bodies are taken as they are; numbers in addresses and headers are read.
 * @param components by id; asked for when the first schema is needed
 */
export function createValidators(components: () => Readonly<Record<string, unknown>>): (part: ToValidate) => Validate {
  const forBodies = once(() => prepare({ ...common, coerceTypes: false }, components()));
  const forText = once(() => prepare({ ...common, coerceTypes: 'array' }, components()));
  return ({ schema, httpPart }) => {
    const compiled = once(() => (httpPart === 'body' ? forBodies() : forText()).compile<unknown>(asSchema(schema)));
    const validate: Validate = (data) => {
      const check = compiled();
      const fits = check(data) === true;
      validate.errors = check.errors ?? null;
      return fits;
    };
    return validate;
  };
}

function prepare(options: Options, components: Readonly<Record<string, unknown>>): Ajv2020 {
  const ajv = new Ajv2020(options);
  addFormats.default(ajv);
  for (const component of Object.values(components)) ajv.addSchema(asSchema(component));
  return ajv;
}

function ofFastJson(components: Readonly<Record<string, unknown>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(components).map(([id, component]) => [id, asSchema(component)]));
}

/** What `toJsonSchema` has made; ajv and the serializer look at it themselves. */
function asSchema(schema: unknown): Exclude<AnySchema, boolean> & Schema {
  if (typeof schema === 'object' && schema !== null) return schema as Exclude<AnySchema, boolean> & Schema;
  throw new Error('This is no JSON Schema.');
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
