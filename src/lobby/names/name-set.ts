/** What cards and classes are called in one language and one theme: presentation only, so no rule knows it (R-CARD-7). */
import { z } from 'zod';
import { CardSchema, TitleSchema } from '../../games/schemas/basics.ts';

const NameSourceSchema = z.object({
  title: z.string(),
  url: z.url().nullable().meta({ description: 'null where no address is known.' }),
});

export const NameSetSchema = z
  .object({
    language: z.string().meta({ description: 'A BCP 47 tag.' }),
    theme: z
      .enum(['dalmuti', 'corporate', 'dnd'])
      .meta({ description: 'Whose words they are: those of `edition` itself, or of a version with other pictures.' }),
    edition: z.enum(['dalmuti', 'corporate']).meta({ description: 'The `edition` of rulesets that can wear it.' }),
    title: z.string().meta({ description: 'What the game is called.' }),
    cards: z
      .partialRecord(CardSchema, z.string())
      .meta({ description: 'By `Card`; a card without an established name is not there.' }),
    classes: z
      .partialRecord(TitleSchema, z.string())
      .meta({ description: 'By `Title`; a class without an established name is not there.' }),
    sources: z.array(NameSourceSchema).min(1).meta({ description: 'Who says so.' }),
  })
  .meta({
    id: 'NameSet',
    description:
      'Names of cards and classes. For what a set lacks take the English one of its `theme`, then the English one whose `theme` is its `edition`; those have everything.',
  });

export type NameSet = z.infer<typeof NameSetSchema>;
