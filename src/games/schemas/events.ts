/** Events as one viewer receives them: every viewer gets every event, with `null` where something is not for him. */
import { z } from 'zod';
import { IdSchema, PlayerSchema, TimeSchema } from '../../http/schemas.ts';
import type { EventType } from '../../rules/events.ts';
import {
  CardSchema,
  CardsSchema,
  CauseSchema,
  ClockSchema,
  DeckSchema,
  RankSchema,
  SeatSchema,
  SeatTitleSchema,
} from './basics.ts';
import { RulesetSchema } from './ruleset.ts';
import { gameResult, PlacingSchema } from './view.ts';

const stamp = {
  version: z.int().min(1).meta({ description: 'Number of the event in its game, from 1, the same for every viewer.' }),
  at: TimeSchema,
  cause: CauseSchema.nullable(),
};
const order = z.array(SeatSchema);
const titles = z.array(SeatTitleSchema);
const hidden = CardsSchema.nullable();
export const ContributionSchema = z.object({ seat: SeatSchema, entropy: z.string() });
const kind = z.enum(['greater', 'lesser', 'merchant']);
const when = z
  .enum(['afterHand', 'now'])
  .meta({ description: 'After the running hand, or at once, which voids it; between two hands both mean at once.' });

function event<const T extends string, const Shape extends z.core.$ZodLooseShape>(type: T, shape: Shape) {
  return z.object({ ...stamp, type: z.literal(type), ...shape });
}

/** The shape of each type of event, as it is sent. */
export const EVENT_SCHEMAS = {
  gameStarted: event('gameStarted', {
    gameId: IdSchema,
    tableId: IdSchema,
    ruleset: RulesetSchema,
    clock: ClockSchema,
    seats: z.array(z.object({ seat: SeatSchema, player: PlayerSchema })),
    fairness: z.object({
      commitment: z.string(),
      contributions: z
        .array(ContributionSchema)
        .meta({ description: 'What players added to the chance of this game when they sat down.' }),
    }),
    classesKept: z.boolean().meta({
      description: 'Whether the first order is that in which the game before ended at this table, and not drawn.',
    }),
  }),
  seatsDrawn: event('seatsDrawn', {
    rounds: z.array(z.object({ draws: z.array(z.object({ seat: SeatSchema, card: CardSchema })) })),
    order,
    titles,
  }),
  cardExposed: event('cardExposed', {
    seat: SeatSchema,
    card: CardSchema,
    dealt: z.int().meta({ description: 'How many cards had been dealt before it.' }),
  }),
  misdealSettled: event('misdealSettled', {
    seat: SeatSchema,
    to: z.enum(['intended', 'greaterPeon']),
    card: CardSchema,
    replacement: CardSchema.nullable(),
  }),
  handDealt: event('handDealt', {
    handNumber: z.int(),
    deck: DeckSchema,
    dealer: SeatSchema,
    order,
    titles,
    hands: z.array(z.object({ seat: SeatSchema, count: z.int(), cards: hidden })),
  }),
  revolutionAnswered: event('revolutionAnswered', { seat: SeatSchema.nullable(), call: z.boolean().nullable() }),
  revolutionDeclared: event('revolutionDeclared', { seat: SeatSchema, greater: z.boolean() }),
  revolutionWindowClosed: event('revolutionWindowClosed', { called: z.boolean() }),
  seatsReversed: event('seatsReversed', { order, titles }),
  taxOpened: event('taxOpened', {
    exchanges: z.array(
      z.object({ kind, upper: SeatSchema, lower: SeatSchema.nullable(), count: z.int(), lowerGives: hidden }),
    ),
  }),
  taxChosen: event('taxChosen', { seat: SeatSchema, cards: hidden }),
  taxesExchanged: event('taxesExchanged', {
    exchanges: z.array(
      z.object({
        kind: z.enum(['greater', 'lesser']),
        upper: SeatSchema,
        lower: SeatSchema,
        count: z.int(),
        upperGives: hidden,
        lowerGives: hidden,
      }),
    ),
  }),
  merchantPartnerNamed: event('merchantPartnerNamed', { upper: SeatSchema, lower: SeatSchema, upperGives: hidden }),
  merchantExchanged: event('merchantExchanged', {
    upper: SeatSchema,
    lower: SeatSchema,
    upperGives: hidden,
    lowerGives: hidden,
  }),
  merchantExchangeDeclined: event('merchantExchangeDeclined', { seat: SeatSchema }),
  playStarted: event('playStarted', { lead: SeatSchema }),
  setPlayed: event('setPlayed', { seat: SeatSchema, cards: CardsSchema, rank: RankSchema, left: z.int() }),
  playerPassed: event('playerPassed', { seat: SeatSchema, barred: z.boolean() }),
  playerBanned: event('playerBanned', { seat: SeatSchema, by: SeatSchema }),
  forcedPass: event('forcedPass', { seat: SeatSchema }),
  playerWentOut: event('playerWentOut', { seat: SeatSchema, place: z.int(), points: z.int().nullable() }),
  trickWon: event('trickWon', { seat: SeatSchema, number: z.int() }),
  ratbertTaken: event('ratbertTaken', { seat: SeatSchema, left: z.int() }),
  leadPassed: event('leadPassed', { from: SeatSchema, to: SeatSchema }),
  playerFolded: event('playerFolded', {
    seat: SeatSchema,
    count: z.int().meta({ description: 'How many cards went face down.' }),
    cards: hidden,
  }),
  handEnded: event('handEnded', {
    handNumber: z.int(),
    placings: z.array(PlacingSchema),
    remaining: hidden,
    order,
    titles,
  }),
  handVoided: event('handVoided', {
    handNumber: z.int().meta({ description: 'Used up: the next hand has the next number.' }),
    reason: z
      .enum(['left', 'consent'])
      .meta({ description: 'A player left under `leave.midHand=void`, or all people agreed to stop at once.' }),
  }),
  newcomerArrived: event('newcomerArrived', {
    seat: SeatSchema,
    player: PlayerSchema,
    total: z.int().nullable().meta({
      description:
        'The points that the player begins with: their own total if they played before. null without scoring.',
    }),
    entropy: z.string().nullable().meta({
      description:
        'What the player contributes to the deals; it counts from the first hand in which they are dealt cards.',
    }),
  }),
  placementOpened: event('placementOpened', {
    seats: z.array(SeatSchema).meta({ description: 'The newcomers, in the order in which they came.' }),
    above: z.array(z.int()).meta({ description: 'How many players may sit above them: the numbers to choose from.' }),
  }).meta({ description: 'The Greater Dalmuti of the coming hand is asked for `placeNewcomers`.' }),
  newcomersPlaced: event('newcomersPlaced', {
    above: z.int(),
    seats: z.array(SeatSchema).meta({ description: 'From the highest to the lowest.' }),
    order,
    titles,
  }),
  playerLeft: event('playerLeft', { seat: SeatSchema }).meta({
    description:
      'A player leaves, or, with the cause `clock`, was silent for too long. What becomes of the seat or of the hand follows in an event of its own.',
  }),
  playerReturned: event('playerReturned', { seat: SeatSchema }).meta({
    description: 'The owner returns where no stand-in played, for instance after folding, and keeps the seat.',
  }),
  standInStarted: event('standInStarted', {
    seat: SeatSchema,
    reason: z.enum(['left', 'idle']).meta({
      description: '`left`: only `comeBack` takes the seat back. `idle`: any accepted command of the owner does.',
    }),
  }),
  standInEnded: event('standInEnded', { seat: SeatSchema }).meta({ description: 'The owner has taken the seat back.' }),
  seatClosed: event('seatClosed', { seat: SeatSchema, order, titles }).meta({
    description:
      'The seat is closed for good, and the others move up. A table that is too small now is in phase `waiting`.',
  }),
  endProposed: event('endProposed', { seat: SeatSchema, when }).meta({ description: 'Who proposes agrees.' }),
  endVoted: event('endVoted', { seat: SeatSchema, agree: z.boolean() }),
  endVoteClosed: event('endVoteClosed', { agreed: z.boolean(), when }).meta({
    description: 'Decided, or overtaken by the end of the hand, which counts as refused.',
  }),
  gameEnded: event('gameEnded', gameResult),
} satisfies Record<EventType, z.ZodObject>;

/** Every event type that this release knows; a log may hold one of a later release (decision 14). */
export const EVENT_TYPES: ReadonlySet<string> = new Set(Object.keys(EVENT_SCHEMAS));

const [first, ...rest] = Object.values(EVENT_SCHEMAS);
if (first === undefined) throw new Error('there are no events');

export const PublicEventSchema = z
  .discriminatedUnion('type', [first, ...rest])
  .meta({ id: 'PublicEvent', description: 'Clients ignore types that they do not know, but count their version.' });

export type WireEvent = z.infer<(typeof EVENT_SCHEMAS)[EventType]>;
