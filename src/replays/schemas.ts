/** A finished game as one document, and the proof of its deals (docs/FAIRNESS.md). */
import { z } from 'zod';
import { ENTROPY_PATTERN } from '../fairness/entropy.ts';
import { CardsSchema, SeatSchema } from '../games/schemas/basics.ts';
import { EVENT_SCHEMAS } from '../games/schemas/events.ts';
import { RulesetSchema } from '../games/schemas/ruleset.ts';
import { IdSchema, PlayerSchema } from '../http/schemas.ts';

const CommitmentSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256 over a tag, the id of the game and its seed; shown before anybody could sit down.' });

export const AlgorithmSchema = z
  .literal('dalmuti-1')
  .meta({ description: 'How numbers come from the seed; another way would have another name.' });

const ContributionsSchema = z.array(
  z.object({
    seat: SeatSchema,
    entropy: z.string().regex(ENTROPY_PATTERN),
    fromHand: z.int().min(1).nullable().meta({
      description:
        'The first hand whose chance it goes into; 1 means the draw for seats too. null while a newcomer has not been dealt in.',
    }),
  }),
);

export const SeedSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: '32 bytes, in hexadecimal.' });

export const FairnessSchema = z
  .object({
    gameId: IdSchema,
    algorithm: AlgorithmSchema,
    commitment: CommitmentSchema,
    contributions: ContributionsSchema,
    seed: SeedSchema.nullable().meta({ description: 'null until the game is over.' }),
  })
  .meta({ id: 'Fairness', description: 'What every draw and deal of a game follows from.' });

const { gameStarted, cardExposed, misdealSettled, handDealt, revolutionAnswered, taxOpened, taxChosen } = EVENT_SCHEMAS;
const { taxesExchanged, merchantExchanged, playerFolded, handEnded, newcomerArrived } = EVENT_SCHEMAS;

const SeatKindSchema = z
  .enum(['human', 'bot', 'builtIn'])
  .meta({ description: 'What the player was when they sat down.' });

/** Events that hide something from somebody, with all of it. */
const inFull = {
  gameStarted: gameStarted.extend({
    seats: z.array(z.object({ seat: SeatSchema, player: PlayerSchema, kind: SeatKindSchema })),
    rulesVersion: z.int().meta({ description: 'Names the rules that decided this game.' }),
    access: z.object({
      private: z.boolean(),
      spectators: z.boolean(),
      delaySeconds: z
        .int()
        .optional()
        .meta({ description: 'How much later than players spectators saw the game; absent for not at all.' }),
    }),
    handLimit: z.int().meta({ description: "The operator's own limit of hands." }),
  }),
  cardExposed: cardExposed.extend({
    deck: CardsSchema.meta({ description: 'The whole deck in the order in which it is being dealt.' }),
  }),
  misdealSettled: misdealSettled.extend({ greaterPeon: SeatSchema }),
  handDealt: handDealt.extend({
    hands: z.array(z.object({ seat: SeatSchema, count: z.int(), cards: CardsSchema })),
  }),
  revolutionAnswered: revolutionAnswered.extend({ seat: SeatSchema, call: z.boolean() }),
  taxOpened: taxOpened.extend({ timing: z.enum(['sealed', 'sequential']) }),
  taxChosen: taxChosen.extend({ cards: CardsSchema, shownTo: SeatSchema.nullable() }),
  taxesExchanged: taxesExchanged.extend({ visibility: z.enum(['parties', 'public']) }),
  merchantExchanged: merchantExchanged.extend({ upperGives: CardsSchema, lowerGives: CardsSchema }),
  playerFolded: playerFolded.extend({ cards: CardsSchema }),
  handEnded: handEnded.extend({ remaining: CardsSchema }),
  newcomerArrived: newcomerArrived.extend({ kind: SeatKindSchema }),
};

const [first, ...rest] = Object.values({ ...EVENT_SCHEMAS, ...inFull });
if (first === undefined) throw new Error('there are no events');

const ReplayEventSchema = z
  .discriminatedUnion('type', [first, ...rest])
  .meta({ id: 'ReplayEvent', description: 'An event with all that was hidden while the game was played.' });

/** Counts changes of the document that a reader of the one before would not understand. */
export const REPLAY_VERSION = 1;

export const ReplaySchema = z
  .object({
    format: z.literal('dalmuti-replay'),
    version: z.literal(REPLAY_VERSION),
    gameId: IdSchema,
    ruleset: RulesetSchema,
    events: z.array(ReplayEventSchema).min(2),
    proof: z.object({
      algorithm: AlgorithmSchema,
      commitment: CommitmentSchema,
      contributions: ContributionsSchema,
      seed: SeedSchema,
    }),
  })
  .meta({
    id: 'Replay',
    description:
      'A finished game: everything that happened, in full, and what its chance came from. `dalmuti verify` and `examples/verify.py` check it.',
  });

export type Replay = z.infer<typeof ReplaySchema>;
export type WireFairness = z.infer<typeof FairnessSchema>;
