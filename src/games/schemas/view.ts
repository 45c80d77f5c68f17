/** What one viewer is shown of a game: the rules' view with names, presence and the server's time. */
import { z } from 'zod';
import { IdSchema, PlayerSchema, TimeSchema } from '../../http/schemas.ts';
import { CardsSchema, ClockSchema, DeckSchema, PhaseSchema, RankSchema, SeatSchema, TitleSchema } from './basics.ts';
import { CommandSchema } from './commands.ts';
import { RulesetSchema } from './ruleset.ts';

export const YouSchema = z
  .object({
    seat: SeatSchema,
    cards: CardsSchema,
    legal: z
      .array(CommandSchema)
      .meta({ description: 'Answers to what the game asks of this seat now; cheapest first, `pass` last.' }),
    asked: z.int().nullable().meta({
      description:
        'Version at which the question was put that `legal` answers, null when nothing is asked. The same until it is answered or withdrawn, whatever other seats do meanwhile: send it as `expectedVersion`, and make the `Idempotency-Key` of it.',
    }),
    onTimeout: CommandSchema.nullable().meta({ description: 'What the clock would send for this seat.' }),
    available: z.array(z.enum(['proposeEnd', 'voteEnd', 'leave', 'comeBack'])).meta({
      description:
        'Commands that this seat may send whatever the game asks, never part of `legal`; in the order `comeBack`, `leave`, `proposeEnd` or `voteEnd`.',
    }),
  })
  .meta({ id: 'You' });

export const FrameStateSchema = z
  .object({
    phase: PhaseSchema,
    turn: SeatSchema.nullable(),
    awaiting: z.array(SeatSchema),
    deadline: TimeSchema.nullable(),
  })
  .meta({ id: 'FrameState' });

const SeatViewSchema = z
  .object({
    seat: SeatSchema,
    player: PlayerSchema,
    state: z.enum(['active', 'waiting', 'folded', 'left']).meta({
      description:
        '`active`: has a position. `waiting`: a newcomer, not dealt in yet. `folded`: gave up the cards of this hand. `left`: closed for good.',
    }),
    controlledBy: z
      .enum(['player', 'standIn'])
      .meta({ description: '`standIn`: the owner left, or was silent for too long after a missed deadline.' }),
    connected: z.boolean().meta({ description: 'The one field that changes without an event.' }),
    position: z.int().nullable(),
    title: TitleSchema.nullable(),
    cardCount: z.int(),
    place: z.int().nullable(),
    points: z.int().nullable(),
    total: z.int().nullable(),
    bankSeconds: z
      .number()
      .nullable()
      .meta({ description: 'What is left of the time bank; already part of the `deadline` of a turn. null: none.' }),
    away: z.enum(['left', 'idle']).nullable().meta({
      description:
        'Why the owner is away: they left, or were silent for too long. It is set until they return or the seat closes.',
    }),
  })
  .meta({ id: 'SeatView' });

const PlaySchema = z.object({ seat: SeatSchema, cards: CardsSchema, rank: RankSchema }).meta({ id: 'Play' });

const TrickSchema = z
  .object({
    number: z.int(),
    lead: SeatSchema,
    plays: z.array(PlaySchema),
    top: z.object({ seat: SeatSchema, rank: RankSchema, count: z.int() }),
    passed: z.array(SeatSchema).meta({ description: 'Since the last play.' }),
    barred: z.array(SeatSchema).meta({ description: 'Out of this trick for good.' }),
  })
  .meta({ id: 'Trick' });

const FinishedTrickSchema = z
  .object({ number: z.int(), plays: z.array(PlaySchema), winner: SeatSchema.nullable() })
  .meta({ id: 'FinishedTrick' });

const ExchangeSchema = z
  .object({
    kind: z.enum(['greater', 'lesser', 'merchant']),
    upper: SeatSchema,
    lower: SeatSchema.nullable(),
    count: z.int(),
    state: z.enum(['open', 'settled', 'declined']),
    upperGives: CardsSchema.nullable(),
    lowerGives: CardsSchema.nullable(),
  })
  .meta({ id: 'Exchange' });

export const PlacingSchema = z
  .object({
    place: z.int(),
    seat: SeatSchema,
    finish: z
      .enum(['out', 'last', 'folded'])
      .meta({ description: '`last`: held cards when no other player did; if others folded, placed above them.' }),
    points: z.int().nullable(),
    bonus: z.int().nullable(),
    total: z.int().nullable(),
  })
  .meta({ id: 'Placing' });

export const gameResult = {
  reason: z.enum(['hands', 'timeLimit', 'consent', 'host', 'abandoned', 'admin']).meta({
    description:
      '`consent`: the people agreed. `host`: the host ended a game that waited for players. `abandoned`: no person is left or moves, or a limit of the operator is reached. `admin`: an operator ended it.',
  }),
  winners: z.array(SeatSchema).meta({ description: 'Several when shared; empty without scoring.' }),
  standings: z
    .array(
      z.object({
        rank: z.int(),
        seat: SeatSchema,
        total: z.int().nullable(),
        longestReign: z.int().min(0).meta({
          description: 'Counted hands in a row through which the seat was Greater Dalmuti, at the longest.',
        }),
      }),
    )
    .meta({ description: 'Seats that had a position at the end.' }),
};

export const ViewSchema = z
  .object({
    gameId: IdSchema,
    tableId: IdSchema,
    version: z.int(),
    serverTime: TimeSchema,
    phase: PhaseSchema,
    handNumber: z.int(),
    turn: SeatSchema.nullable(),
    awaiting: z.array(SeatSchema),
    deadline: TimeSchema.nullable(),
    deck: DeckSchema.nullable(),
    order: z.array(SeatSchema).meta({ description: 'order[0] is the Greater Dalmuti.' }),
    seats: z.array(SeatViewSchema).meta({ description: 'seats[k].seat is k, always.' }),
    trick: TrickSchema.nullable().meta({ description: 'null: the player on turn leads.' }),
    history: z.array(FinishedTrickSchema).nullable(),
    revolution: z.object({ by: SeatSchema, greater: z.boolean() }).nullable(),
    exchanges: z.array(ExchangeSchema),
    placement: z
      .object({ seats: z.array(SeatSchema), above: z.array(z.int()) })
      .nullable()
      .meta({
        description:
          'Newcomers whom the Greater Dalmuti of the coming hand is asked to place, and how many players may sit above them.',
      }),
    ending: z
      .object({
        proposedBy: SeatSchema,
        when: z.enum(['afterHand', 'now']),
        agreed: z.array(SeatSchema),
        refused: z.array(SeatSchema),
      })
      .nullable()
      .meta({ description: 'The open vote about the end of the game; it has no deadline, and is over with the hand.' }),
    lastHand: z
      .object({ handNumber: z.int(), void: z.boolean(), placings: z.array(PlacingSchema) })
      .nullable()
      .meta({ description: 'The hand before; a void one has no placings.' }),
    result: z.object(gameResult).nullable(),
    ruleset: RulesetSchema,
    clock: ClockSchema,
    fairness: z.object({ commitment: z.string() }),
    you: YouSchema.nullable().meta({ description: 'null for spectators.' }),
  })
  .meta({ id: 'View', description: 'Everything that one viewer may know of a game.' });

export type WireView = z.infer<typeof ViewSchema>;
export type WireYou = z.infer<typeof YouSchema>;
export type FrameState = z.infer<typeof FrameStateSchema>;
