/** Commands as a seat sends them: the rules' own shapes, with `expectedVersion` beside the answers to a question. */
import { z } from 'zod';
import type { Command } from '../../rules/commands.ts';
import { CardSchema, RankSchema, SeatSchema } from './basics.ts';

const expectedVersion = z.int().min(0).exactOptional().meta({
  description: 'Refused with 409 `version_conflict` if the question that this answers was put after that version.',
});

const cards = z.array(CardSchema).max(40);

export const CommandSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('answerRevolution'), call: z.boolean(), expectedVersion }),
    z.strictObject({ type: z.literal('payTax'), cards, expectedVersion }),
    z.strictObject({
      type: z.literal('exchangeMerchant'),
      target: SeatSchema,
      card: CardSchema.exactOptional(),
      expectedVersion,
    }),
    z.strictObject({ type: z.literal('returnMerchant'), card: CardSchema, expectedVersion }),
    z.strictObject({ type: z.literal('declineMerchantExchange'), expectedVersion }),
    z.strictObject({
      type: z.literal('play'),
      cards,
      declare: RankSchema.exactOptional(),
      target: SeatSchema.exactOptional(),
      expectedVersion,
    }),
    z.strictObject({ type: z.literal('pass'), expectedVersion }),
    z.strictObject({
      type: z.literal('placeNewcomers'),
      above: z
        .int()
        .min(0)
        .meta({ description: 'How many players sit above the newcomers: one of `placement.above`.' }),
      order: z.array(SeatSchema).max(12).exactOptional().meta({
        description: 'The newcomers from the highest to the lowest; without it in the order in which they came.',
      }),
      expectedVersion,
    }),
    z.strictObject({ type: z.literal('settleMisdeal'), to: z.enum(['intended', 'greaterPeon']), expectedVersion }),
    z.strictObject({
      type: z.literal('proposeEnd'),
      when: z.enum(['afterHand', 'now']).meta({
        description: 'After the running hand, or at once: all people must agree, and the hand is void.',
      }),
    }),
    z.strictObject({ type: z.literal('voteEnd'), agree: z.boolean() }),
    z.strictObject({ type: z.literal('leave') }).meta({
      description:
        'Gives up the seat: between two hands at once, else when the hand is over. `comeBack` takes it back until then.',
    }),
    z.strictObject({ type: z.literal('comeBack') }).meta({
      description: 'Takes the seat back from a stand-in, or keeps it after folding, as long as it is not closed.',
    }),
  ])
  .meta({ id: 'Command', description: 'What a seat may send. Any member of `you.legal` will do as it stands.' });

/** A command with the version that its sender decided on. */
export type SentCommand = Command & { readonly expectedVersion?: number };
CommandSchema satisfies z.ZodType<SentCommand>;
