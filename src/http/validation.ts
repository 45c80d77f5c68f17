/** Compiles the routes' schemas with ajv: bodies are taken as they are, numbers in addresses and headers are read. */
import type { AnySchema, ValidateFunction } from 'ajv';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const common: Options = {
  allErrors: true,
  verbose: true,
  useDefaults: true,
  removeAdditional: false,
  discriminator: true,
  strict: false,
};

type Compile = (part: { readonly schema: AnySchema; readonly httpPart?: string }) => ValidateFunction;

/** For Fastify's `schemaController.compilersFactory.buildValidator`; called once for each set of components. */
export function buildValidator(components: Readonly<Record<string, unknown>>): Compile {
  const forBodies = prepare({ ...common, coerceTypes: false }, components);
  const forText = prepare({ ...common, coerceTypes: 'array' }, components);
  return ({ schema, httpPart }) => (httpPart === 'body' ? forBodies : forText).compile(schema);
}

function prepare(options: Options, components: Readonly<Record<string, unknown>>): Ajv2020 {
  const ajv = new Ajv2020(options);
  addFormats.default(ajv);
  for (const component of Object.values(components)) {
    if (typeof component === 'object' && component !== null) ajv.addSchema(component);
  }
  return ajv;
}
