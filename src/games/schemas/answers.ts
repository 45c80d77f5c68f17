/** What the game endpoints answer with. */
import { z } from 'zod';
import { PublicEventSchema } from './events.ts';
import { FrameStateSchema, ViewSchema, YouSchema } from './view.ts';

export const CommandResultSchema = z
  .object({
    version: z.int().meta({ description: "Version of the command's last event." }),
    replayed: z.boolean().meta({ description: 'Whether this key had been carried out before.' }),
    events: z.array(PublicEventSchema),
    view: ViewSchema.nullable().meta({ description: 'The present view; null under `Prefer: return=minimal`.' }),
  })
  .meta({ id: 'CommandResult' });

export const EventsPageSchema = z
  .object({
    after: z.int(),
    version: z.int(),
    head: z.int(),
    more: z.boolean(),
    events: z.array(PublicEventSchema),
    state: FrameStateSchema.nullable().meta({ description: 'On the last page only.' }),
    you: YouSchema.nullable().meta({ description: 'On the last page only.' }),
  })
  .meta({ id: 'EventsPage' });
