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
      above: z.int().min(0),
      order: z.array(SeatSchema).max(12).exactOptional(),
      expectedVersion,
    }),
    z.strictObject({ type: z.literal('settleMisdeal'), to: z.enum(['intended', 'greaterPeon']), expectedVersion }),
    z.strictObject({ type: z.literal('proposeEnd'), when: z.enum(['afterHand', 'now']) }),
    z.strictObject({ type: z.literal('voteEnd'), agree: z.boolean() }),
    z.strictObject({ type: z.literal('leave') }),
    z.strictObject({ type: z.literal('comeBack') }),
  ])
  .meta({ id: 'Command', description: 'What a seat may send. Any member of `you.legal` will do as it stands.' });

/** A command with the version that its sender decided on. */
export type SentCommand = Command & { readonly expectedVersion?: number };
CommandSchema satisfies z.ZodType<SentCommand>;
