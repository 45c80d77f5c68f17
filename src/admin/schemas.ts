/** Shapes of keeping order on the wire. */
import { z } from 'zod';
import { SeatSchema } from '../games/schemas/basics.ts';
import { ViewSchema } from '../games/schemas/view.ts';
import { ADMIN_SCOPES } from '../http/identity.ts';
import { IdSchema, PlayerSchema, TimeSchema } from '../http/schemas.ts';
import { STUCK_SECONDS } from './find-games.ts';

/** A text without control characters: the database keeps no NUL. */
export const OneLineSchema = z
  .string()
  .min(1)
  .regex(/^\P{Cc}*$/u);

/** Every act says why; it stands in the log and is seen by administrators alone. */
export const ReasonSchema = z.strictObject({
  reason: OneLineSchema.max(500).describe('For the log; players do not see it.'),
});

export const AdminScopeSchema = z.enum(ADMIN_SCOPES);

const WakeSchema = z.object({
  reason: z.string().describe('`clock`, `bots`, or `ended`: its table must learn of the end.'),
  version: z.int(),
  due: TimeSchema,
  overdueSeconds: z.int().describe('0 for one that is still to come.'),
});

export const FoundGameSchema = z
  .object({
    id: IdSchema,
    tableId: IdSchema.nullable(),
    state: z.enum(['running', 'over']),
    startedAt: TimeSchema.nullable(),
    endedAt: TimeSchema.nullable(),
    wake: WakeSchema.nullable().describe('When the game is looked at again by itself.'),
  })
  .meta({ id: 'FoundGame' });

export const GameStateSchema = z
  .enum(['running', 'over', 'stuck'])
  .describe(`\`stuck\`: something was to happen by itself more than ${STUCK_SECONDS} seconds ago, and has not.`);

export const InspectedGameSchema = z
  .object({
    id: IdSchema,
    tableId: IdSchema,
    private: z.boolean(),
    spectators: z.boolean(),
    startedAt: TimeSchema,
    lastEventAt: TimeSchema.nullable(),
    wake: WakeSchema.nullable(),
    view: ViewSchema,
    secrets: z
      .array(z.object({ seat: SeatSchema, cards: z.array(z.string()) }))
      .nullable()
      .describe('Every hand, with `secrets=true`; null without it.'),
  })
  .meta({ id: 'InspectedGame' });

export const AdminPlayerSchema = z
  .object({
    ...PlayerSchema.shape,
    createdAt: TimeSchema,
    ownerId: IdSchema.nullable().describe('Whose bot it is.'),
    erased: z.boolean(),
    ban: z.object({ at: TimeSchema, reason: z.string().nullable() }).nullable(),
    scopes: z.array(AdminScopeSchema).describe('Administrative scopes.'),
  })
  .meta({ id: 'AdminPlayer' });

export const ClosedTableSchema = z
  .object({
    id: IdSchema,
    name: z.string().nullable(),
    state: z.enum(['open', 'playing', 'closed']),
    hostId: IdSchema,
    pastGameIds: z.array(IdSchema),
  })
  .meta({ id: 'ClosedTable' });

export const AuditEntrySchema = z
  .object({
    id: IdSchema,
    at: TimeSchema,
    actor: PlayerSchema,
    action: z.string().describe('More actions may be added.'),
    subject: IdSchema.describe('The player, game or table that it was done to.'),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  })
  .meta({ id: 'AuditEntry' });
