/** Checks what did not come by a route against a schema, with the same compiler and in the same words as the routes. */
import type { z } from 'zod';
import { createValidators } from './compilers.ts';
import { type Fault, faultsOf } from './faults.ts';
import { standaloneJsonSchema } from './json-schema.ts';

export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: readonly Fault[] };

/** The compiler knows that the schema and the type are one: both come from zod. */
export function createReader<S extends z.ZodType>(schema: S): (sent: unknown) => Read<z.output<S>> {
  const validate = createValidators(() => ({}))({ schema: standaloneJsonSchema(schema, 'input'), httpPart: 'body' });
  const fits = (sent: unknown): sent is z.output<S> => validate(sent);
  return (sent) =>
    fits(sent) ? { ok: true, value: sent } : { ok: false, errors: faultsOf('body', validate.errors ?? []) };
}
