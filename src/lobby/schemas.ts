/** Tables, invitations and inboxes as they are sent and asked for (docs/PROTOCOL.md). */
import { z } from 'zod';
import { ENTROPY_PATTERN } from '../fairness/entropy.ts';
import { ClockSchema, SeatSchema } from '../games/schemas/basics.ts';
import { RulesetSchema } from '../games/schemas/ruleset.ts';
import { IdSchema, PlayerSchema, pageOf, TimeSchema } from '../http/schemas.ts';
import { NameSchema } from '../identity/names.ts';
import { PRESETS } from '../rules/presets.ts';
import type { Preset } from '../rules/ruleset.ts';

const StateSchema = z.enum(['open', 'playing', 'closed']);
const VisibilitySchema = z.enum(['public', 'unlisted', 'private']);

export const TableSummarySchema = z
  .object({
    id: IdSchema,
    name: z.string().nullable(),
    state: StateSchema,
    visibility: VisibilitySchema,
    host: PlayerSchema,
    preset: z.string(),
    players: z.object({ min: z.int(), max: z.int(), seated: z.int() }),
    spectators: z.boolean(),
    gameId: IdSchema.nullable(),
    createdAt: TimeSchema,
  })
  .meta({ id: 'TableSummary' });

const TableSeatSchema = z
  .object({
    seat: SeatSchema,
    state: z.enum(['empty', 'invited', 'taken']),
    player: PlayerSchema.nullable(),
    ready: z.boolean(),
  })
  .meta({ id: 'TableSeat' });

/** Why somebody does not come. */
export const DeclineReasonSchema = z.enum(['busy', 'ruleset', 'clock', 'generic']);

export type DeclineReason = z.infer<typeof DeclineReasonSchema>;

const TableInvitationSchema = z
  .object({
    id: IdSchema,
    player: PlayerSchema,
    state: z.enum(['open', 'declined']),
    reason: DeclineReasonSchema.nullable().meta({ description: 'The reason for declining, if one was given.' }),
    createdAt: TimeSchema,
    expiresAt: TimeSchema.meta({ description: 'An open one lapses then; a declined one would have.' }),
  })
  .meta({ id: 'TableInvitation', description: 'An invitation to a seat.' });

export const TableSchema = z
  .object({
    id: IdSchema,
    version: z.int().meta({ description: 'Counts changes of the table; its ETag.' }),
    name: z.string().nullable(),
    state: StateSchema,
    visibility: VisibilitySchema,
    createdAt: TimeSchema,
    expiresAt: TimeSchema.nullable().meta({
      description:
        'When an open table at which nothing happens is closed, or until when the host of a finished game can open its table again.',
    }),
    host: PlayerSchema,
    ruleset: RulesetSchema,
    clock: ClockSchema,
    seats: z.array(TableSeatSchema),
    waiting: z.array(PlayerSchema),
    spectators: z.object({ allowed: z.boolean(), delaySeconds: z.int(), count: z.int() }),
    invitations: z.array(TableInvitationSchema).nullable().meta({
      description: 'For the host alone: open invitations, and those declined in the last half-hour.',
    }),
    keepClasses: z.boolean().meta({
      description: 'Whether a rematch begins with the order in which the game before it ended.',
    }),
    inviteCode: z.string().nullable().meta({ description: 'For members only.' }),
    gameId: IdSchema.nullable().meta({ description: 'The running game.' }),
    pastGameIds: z.array(IdSchema).meta({ description: 'Games that have ended here, the last one last.' }),
    next: z
      .object({ gameId: IdSchema, commitment: z.string() })
      .nullable()
      .meta({ description: 'The game that a start would begin, and the commitment to its seed.' }),
    you: z
      .object({
        seat: SeatSchema.nullable(),
        host: z.boolean(),
        ready: z.boolean(),
        entropy: z.string().nullable().meta({
          description: 'What you add to the chance of the coming game; others see it when the game begins.',
        }),
        removed: z.boolean().meta({ description: 'The host has taken your seat; an invitation lets you in again.' }),
        available: z.array(z.enum(['sit', 'stand', 'ready', 'start', 'invite', 'remove', 'rematch', 'end'])),
      })
      .nullable()
      .meta({ description: 'null for callers who have no part in the table and cannot take one now.' }),
  })
  .meta({ id: 'Table' });

export type WireTable = z.infer<typeof TableSchema>;
export type WireTableSummary = z.infer<typeof TableSummarySchema>;

export const InvitationSchema = z
  .object({
    id: IdSchema,
    table: TableSummarySchema,
    from: PlayerSchema,
    forPlayer: IdSchema,
    createdAt: TimeSchema,
    expiresAt: TimeSchema,
  })
  .meta({ id: 'Invitation' });

export const MatchSchema = z
  .object({
    id: IdSchema,
    state: z.enum(['waiting', 'matched', 'cancelled', 'expired']),
    preset: z.string(),
    players: z.object({ min: z.int(), max: z.int() }).meta({ description: 'Of how many the game may be.' }),
    botsAfterSeconds: z.int().nullable().meta({
      description: 'After so many seconds of waiting built-in bots may fill the game; null for never.',
    }),
    gameId: IdSchema.nullable().meta({ description: 'The game of a match; it has begun.' }),
    expiresAt: TimeSchema.meta({
      description: 'When a waiting ticket lapses. It is extended whenever its player is seen.',
    }),
  })
  .meta({ id: 'Match', description: 'A matchmaking ticket: a request to play with others who want the same.' });

export type WireMatch = z.infer<typeof MatchSchema>;

export const InboxSchema = z
  .object({
    games: z.array(
      z.object({
        gameId: IdSchema,
        tableId: IdSchema,
        seat: SeatSchema,
        startedAt: TimeSchema,
        awaited: z.boolean(),
        deadline: TimeSchema.nullable(),
        remindedAt: TimeSchema.nullable().meta({
          description:
            'When topic `me` last reminded of the question that is open: half-way to its deadline and an hour before it, or once a day where there is none.',
        }),
      }),
    ),
    tables: z.array(TableSummarySchema),
    invitations: z.array(InvitationSchema),
    matches: z.array(MatchSchema),
  })
  .meta({ id: 'Inbox', description: 'All that concerns a player, whole.' });

export type WireInbox = z.infer<typeof InboxSchema>;

/**
 * What a list of tables is narrowed down to, over HTTP as on topic `lobby`. Each spelling is a list of its own that a node
 * keeps, so there are only as many as there are presets.
 */
export const TableFilterSchema = z.strictObject({
  state: StateSchema.default('open'),
  preset: z.enum(Object.keys(PRESETS) as Preset[]).optional(),
});

/** A frame of topic `lobby`, without its head. */
export const LobbyFrameSchema = z.object({
  full: z.boolean().meta({ description: 'true for the first frame: `tables` is the whole list.' }),
  tables: z.array(TableSummarySchema).meta({ description: 'New ones and those that have changed, newest first.' }),
  removed: z.array(IdSchema).meta({ description: 'Tables that are in the list no longer.' }),
});

export const TablePageSchema = pageOf(TableSummarySchema).meta({ id: 'TablePage' });

/** An hour. */
const MOST_DELAY_SECONDS = 3600;

const seconds = z.number().min(0).max(31_536_000);
/** A turn of no time at all would be over before anybody heard of it. */
const waiting = z.number().min(1).max(31_536_000).nullable();

/** What a player adds to the chance of a game (docs/FAIRNESS.md). */
export const EntropySchema = z.string().regex(ENTROPY_PATTERN).meta({
  description:
    'An unguessable value of 1 to 128 printable ASCII characters. It contributes to the deals of the game, so that the operator alone cannot decide them. It becomes public when the game begins.',
});

/** As it is shown: `K7QM-2FXD`; small letters will do. */
export const InviteCodeSchema = z
  .string()
  .max(20)
  .regex(/^[A-Za-z0-9-]+$/);

export const CreateTableSchema = z
  .strictObject({
    name: NameSchema.optional(),
    visibility: VisibilitySchema.default('unlisted'),
    ruleset: z.looseObject({}).optional().meta({
      description: '`preset` and whatever differs from it, nested as in `Ruleset`. Without it `official-scored`.',
    }),
    clock: z
      .strictObject({
        turnSeconds: waiting,
        taxSeconds: waiting,
        revolutionSeconds: waiting,
        placementSeconds: waiting,
        pauseSeconds: seconds,
        graceSeconds: seconds,
        bankSeconds: waiting,
      })
      .partial()
      .optional()
      .meta({ description: 'Whatever differs from 30, 45, 10, 45, 8, 60 seconds and no time bank.' }),
    spectators: z
      .union([z.boolean(), z.strictObject({ delaySeconds: z.int().min(0).max(MOST_DELAY_SECONDS) })])
      .default(true)
      .meta({
        description:
          'Whether others may look on, or that they may with so many seconds of delay: they see the game as it was then.',
      }),
    keepClasses: z.boolean().default(false).meta({
      description: 'A rematch begins with the order in which the game before it ended, instead of drawing seats.',
    }),
  })
  // No component: Fastify's serializer would compile it too, and it knows no Unicode patterns.
  .meta({ description: 'Everything may be left out.' });

export const MatchWishSchema = z.strictObject({
  preset: z.string().max(40).meta({ description: 'One of those of `GET /v1/rulesets`, as it stands.' }),
  players: z.strictObject({ min: z.int(), max: z.int() }).meta({
    description: 'Of how many the game may be; within `players` of the preset.',
  }),
  botsAfterSeconds: z.int().min(0).max(3600).nullable().default(null).meta({
    description:
      'Seconds of waiting after which built-in bots may fill the game, if all players in it accept them by then; null for never.',
  }),
  entropy: EntropySchema.optional().meta({
    description:
      'As at a table, but the seed is taken when the players have been found: after this. A later one takes the place of the one before.',
  }),
});
