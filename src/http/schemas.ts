/** Shapes that every feature shares on the wire (PROTOCOL; the types behind them are in problem.ts and identity.ts). */
import { z } from 'zod';
import type { Player } from './identity.ts';
import type { Limit, ProblemBody } from './problem.ts';

/** UUIDv7 in lower case; clients treat it as opaque. */
export const IdSchema = z.uuid();

/** RFC 3339 in UTC. */
export const TimeSchema = z.iso.datetime();

/** Made by a sender for one command; printable, so that it can stand in a header and in the database. */
export const CommandKeySchema = z
  .string()
  .min(16)
  .max(128)
  .regex(/^[\x21-\x7e]*$/)
  .describe(
    'A new value for each command, and the same one when it is repeated: 16 to 128 printable ASCII characters without blanks, such as a UUID.',
  );

export const PlayerSchema = z
  .object({
    id: IdSchema,
    name: z.string(),
    kind: z.enum(['guest', 'account', 'bot', 'builtIn']),
  })
  .meta({ id: 'Player', description: 'A player as others see them.' }) satisfies z.ZodType<Player>;

export const LimitSchema = z
  .object({
    name: z.string(),
    quota: z.int().describe('Requests in each window.'),
    windowSeconds: z.int(),
  })
  .meta({ id: 'Limit', description: 'So many requests in so many seconds.' }) satisfies z.ZodType<Limit>;

const FaultSchema = z.object({
  pointer: z
    .string()
    .describe(
      'JSON Pointer into the body (`#/cards/1`), `?name` in the query, or the name of a header (`@idempotency-key`).',
    ),
  code: z.string().describe('What is wrong there: `unknown_field`, `missing_field`, `wrong_type`, `invalid_enum` …'),
  detail: z.string(),
});

export const ProblemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('For people; decide by `code`.'),
    code: z.string().describe('Stable. Refusals by the rules begin with `rule_`; more codes may be added.'),
    requestId: z.string().describe('By which the operator finds this request.'),
    version: z.int().optional().describe('The version of the game, where the problem is about a game.'),
    errors: z.array(FaultSchema).optional().describe('One entry for each fault of the request.'),
    limit: LimitSchema.optional(),
    retryAfterSeconds: z.int().optional(),
    requiredScope: z.string().optional(),
    by: z.array(z.string()).optional(),
    gameId: IdSchema.optional(),
  })
  .meta({ id: 'Problem', description: 'Every answer that is not a success (RFC 9457).' });

/** Compiles only while the schema has every member that a problem may carry, and no other. */
type Same<A, B> = [keyof A] extends [keyof B] ? ([keyof B] extends [keyof A] ? true : never) : never;
export const problemSchemaIsComplete: Same<z.infer<typeof ProblemSchema>, ProblemBody> = true;

/** One page of a list; `next` goes into `?cursor=` and is `null` on the last page. */
export function pageOf<S extends z.ZodType>(items: S) {
  return z.object({
    items: z.array(items),
    next: z.string().nullable().describe('Goes into `?cursor=` for the next page; null on the last one.'),
  });
}
