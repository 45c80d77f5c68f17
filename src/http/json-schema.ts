/** From zod to the JSON Schema (2020-12) that validates, serialises and documents; schemas with an id become components. */
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** A JSON Schema; only the converter looks inside. */
export type JsonSchema = { [keyword: string]: unknown };

/** `input`: what a request may be; `output`: what an answer is (defaults are filled in, unknown properties may come). */
export type Direction = 'input' | 'output';

/**
 * Components found inside the schema are added to `app` under their id, once.
 * @throws Error when one id names two different schemas: a fault of the program, found at start-up
 */
export function toJsonSchema(app: FastifyInstance, schema: z.ZodType, direction: Direction): JsonSchema {
  // The wrapping makes the outermost schema a component too, when it has an id.
  const { properties, $defs } = z.toJSONSchema(z.object({ schema }), {
    io: direction,
    unrepresentable: 'any',
    override: tidy,
  });
  for (const [id, component] of Object.entries($defs ?? {})) addComponent(app, id, refer(component));
  const converted = refer(properties?.schema);
  return isJsonSchema(converted) ? converted : {};
}

/** A schema on its own, without components: for what is no route. */
export function standaloneJsonSchema(schema: z.ZodType, direction: Direction): JsonSchema {
  const { id: _, ...standalone } = z.toJSONSchema(schema, { io: direction, reused: 'inline', override: tidy });
  return standalone;
}

function addComponent(app: FastifyInstance, id: string, component: unknown): void {
  if (!isJsonSchema(component)) return;
  const { id: _, ...rest } = component;
  const named = { $id: id, ...rest };
  const known = app.getSchema(id);
  if (known === undefined) app.addSchema(named);
  else if (!isDeepStrictEqual(known, named)) throw new Error(`Two different schemas are called ${id}.`);
}

/** What zod writes for its own sake and no reader of the contract needs. */
function tidy({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  const { def } = zodSchema._zod;
  // A client must ignore properties that it does not know, unless the schema is strict by itself.
  if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (def.type === 'union' && 'discriminator' in def && jsonSchema.oneOf !== undefined) {
    jsonSchema.discriminator = { propertyName: def.discriminator };
    // The discriminator looks at objects only: without a type everything else would pass.
    jsonSchema.type = 'object';
  }
  // JSON has no other keys than strings.
  delete jsonSchema.propertyNames;
}

/** `#/$defs/View` becomes `View#`, as Fastify names shared schemas. */
function refer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(refer);
  if (!isJsonSchema(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key !== '$ref' || typeof inner !== 'string') return [key, refer(inner)];
      return [key, inner.replace(/^#\/\$defs\/(.+)$/, '$1#')];
    }),
  );
}

export function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
