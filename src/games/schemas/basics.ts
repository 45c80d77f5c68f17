/** The small words of the wire: cards, seats, titles, seconds. */
import { z } from 'zod';
import type { Card } from '../../rules/cards.ts';
import type { Clock } from '../../rules/clock.ts';
import type { Cause } from '../../rules/events.ts';
import type { DeckVariant } from '../../rules/ruleset.ts';
import type { SeatTitle, Title } from '../../rules/seats.ts';
import type { Phase } from '../../rules/view.ts';

const CARDS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', 'J', 'W', 'TW', 'RB', 'DW'] as const;

export const CardSchema = z.enum(CARDS).meta({
  id: 'Card',
  description: '"1" (best) .. "12", "J"; Corporate Shuffle also "W", "TW", "RB", "DW". Never sort as text.',
});
CardSchema satisfies z.ZodType<Card>;

export const CardsSchema = z.array(CardSchema);
export const RankSchema = z
  .int()
  .min(0)
  .max(13)
  .meta({ id: 'Rank', description: '0 (World Ruler), 1 .. 12, 13 (a Jester alone); lower is better.' });
export const SeatSchema = z
  .int()
  .min(0)
  .meta({ id: 'Seat', description: "Index into `seats`; one player's for the whole game." });

export const TitleSchema = z
  .enum(['GD', 'LD', 'M', 'LP', 'GP'])
  .meta({ id: 'Title', description: 'The class, in every edition.' });
TitleSchema satisfies z.ZodType<Title>;

export const SeatTitleSchema = z.object({ seat: SeatSchema, title: TitleSchema }).meta({ id: 'SeatTitle' });
SeatTitleSchema satisfies z.ZodType<SeatTitle>;

export const DeckSchema = z
  .object({ variant: z.enum(['full', 'strip12', 'strip11-12', 'corporate60']), cards: z.int() })
  .meta({ id: 'Deck', description: 'The deck of a hand: which one, and how many cards it has.' });
DeckSchema satisfies z.ZodType<{ readonly variant: DeckVariant; readonly cards: number }>;

export const PhaseSchema = z
  .enum(['seating', 'waiting', 'deal', 'revolution', 'tax', 'play', 'handEnd', 'ended'])
  .meta({ id: 'Phase' });
PhaseSchema satisfies z.ZodType<Phase>;

export const CauseSchema = z.enum(['player', 'standIn', 'clock', 'rule', 'admin']).meta({ id: 'Cause' });
CauseSchema satisfies z.ZodType<Cause>;

const seconds = z.number().min(0).max(31_536_000);

export const ClockSchema = z
  .object({
    turnSeconds: seconds.nullable(),
    taxSeconds: seconds.nullable(),
    revolutionSeconds: seconds.nullable(),
    placementSeconds: seconds.nullable(),
    pauseSeconds: seconds,
    graceSeconds: seconds,
    bankSeconds: seconds.nullable(),
  })
  .meta({ id: 'Clock', description: 'Seconds; null waits for ever.' });
ClockSchema satisfies z.ZodType<Clock>;
