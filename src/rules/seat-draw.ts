/** Drawing cards for the first seating (R-SEAT-1..6, R-CORP-23). */
import { type Card, isWild, type Rank, rankOf } from './cards.ts';
import type { Ruleset } from './ruleset.ts';
import type { Seat } from './seats.ts';

export interface Drawn {
  readonly seat: Seat;
  readonly card: Card;
}

/** Cards drawn one after another; a later card of a seat replaces its earlier one. */
export type DrawRound = readonly Drawn[];

export interface SeatDraw {
  readonly rounds: readonly DrawRound[];
  /** Best card first: the order of positions (R-SEAT-2). */
  readonly order: readonly Seat[];
}

/** Hands out the next card of the shuffled deck, face up (R-SEAT-1). */
export type DrawCard = (seat: Seat) => Card;

/** Seats the players in `seats` (their joining order) by the cards they draw. */
export function drawSeats(seats: readonly Seat[], draw: DrawCard, ruleset: Ruleset): SeatDraw {
  const value = (card: Card): Rank => drawValue(card, ruleset);
  return ruleset.seating.ties === 'until-unique' ? drawUntilUnique(seats, draw, value) : redrawTies(seats, draw, value);
}

/** A wild is the worst draw (R-SEAT-3) unless Corporate Shuffle makes it the best (R-CORP-23). */
function drawValue(card: Card, ruleset: Ruleset): Rank {
  return isWild(card) && ruleset.corp?.drawWilds === 'best' ? -1 : rankOf(card);
}

/** Only tied players draw again, and the new cards order them inside the positions that they share (R-SEAT-4). */
function redrawTies(seats: readonly Seat[], draw: DrawCard, value: (card: Card) => Rank): SeatDraw {
  const rounds: DrawRound[] = [];
  let blocks: readonly (readonly Seat[])[] = [seats];
  while (blocks.some(isTied)) {
    const tied = blocks.filter(isTied).flat();
    const round = seats.filter((seat) => tied.includes(seat)).map((seat) => ({ seat, card: draw(seat) }));
    const drawn = new Map(round.map(({ seat, card }) => [seat, value(card)]));
    rounds.push(round);
    blocks = blocks.flatMap((block) => splitByValue(block, drawn));
  }
  return { rounds, order: blocks.flat() };
}

const isTied = (block: readonly Seat[]): boolean => block.length > 1;

/** Whoever was not tied drew nothing, and keeps his block to himself. */
function splitByValue(block: readonly Seat[], drawn: ReadonlyMap<Seat, Rank>): readonly (readonly Seat[])[] {
  const values = [...new Set(block.map((seat) => drawn.get(seat) ?? 0))].sort((a, b) => a - b);
  return values.map((value) => block.filter((seat) => (drawn.get(seat) ?? 0) === value));
}

/** One after another; who draws a rank that somebody before him holds draws again (R-SEAT-5). */
function drawUntilUnique(seats: readonly Seat[], draw: DrawCard, value: (card: Card) => Rank): SeatDraw {
  const round: Drawn[] = [];
  const held = new Map<Rank, Seat>();
  for (const seat of seats) {
    let card = draw(seat);
    round.push({ seat, card });
    while (held.has(value(card))) {
      card = draw(seat);
      round.push({ seat, card });
    }
    held.set(value(card), seat);
  }
  const order = [...held].sort(([a], [b]) => a - b).map(([, seat]) => seat);
  return { rounds: [round], order };
}
