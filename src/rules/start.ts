/** How a game begins: what it pins, and who sits where (R-SEAT-1..8). */
import type { Context, Draw } from './context.ts';
import { shuffled } from './deal.ts';
import { deckCards, deckVariant } from './deck.ts';
import { drawPile } from './draw-pile.ts';
import type { EventOf, GameEvent } from './events.ts';
import { initial } from './evolve.ts';
import type { Ruleset } from './ruleset.ts';
import { drawSeats, type SeatDraw } from './seat-draw.ts';
import type { Seat } from './seats.ts';
import type { GameSetup } from './setup.ts';
import { causeOf, drawOf, emit, type Step } from './step.ts';
import { seatTitles } from './titles.ts';
import { RULES_VERSION } from './versions.ts';

const FEWEST = 3;
const MOST = 12;

/**
 * The first step of a game: `gameStarted` and `seatsDrawn`.
 *
 * @throws RangeError when the seats are not 0, 1, 2 … or not 3 to 12 of them (R-TITLE-4), or when `order` is not all of them once
 */
export function start(setup: GameSetup, context: Context): readonly GameEvent[] {
  const { gameId, tableId, ruleset, clock, seats, access, handLimit, fairness } = setup;
  if (seats.length < FEWEST || seats.length > MOST || seats.some(({ seat }, index) => seat !== index)) {
    throw new RangeError(`A game has seats 0, 1, 2 …, ${FEWEST} to ${MOST} of them.`);
  }
  const started: EventOf<'gameStarted'> = {
    version: 1,
    type: 'gameStarted',
    at: context.now,
    cause: causeOf(context),
    gameId,
    tableId,
    ruleset,
    rulesVersion: setup.rulesVersion ?? RULES_VERSION,
    clock,
    seats,
    access,
    handLimit,
    fairness,
    classesKept: setup.order !== undefined,
  };
  const step: Step = { state: initial(started), events: [started], context };
  const joining = seats.map(({ seat }) => seat);
  const { rounds, order } =
    setup.order === undefined ? firstOrder(ruleset, joining, drawOf(step)) : given(setup.order, joining);
  emit(step, 'rule', {
    type: 'seatsDrawn',
    rounds: rounds.map((draws) => ({ draws })),
    order,
    titles: seatTitles(ruleset, order),
  });
  return step.events;
}

function firstOrder(ruleset: Ruleset, seats: readonly Seat[], draw: Draw): SeatDraw {
  switch (ruleset.seating.method) {
    case 'draw': {
      const deck = deckCards(deckVariant(ruleset.deck, seats.length));
      return drawSeats(seats, drawPile(deck, draw), ruleset);
    }
    case 'random':
      return { rounds: [], order: shuffled(seats, draw, 'seating') };
    case 'given':
      return { rounds: [], order: seats };
    default:
      return ruleset.seating.method satisfies never;
  }
}

/** Nothing is drawn where the classes are known already (R-SEAT-8). */
function given(order: readonly Seat[], seats: readonly Seat[]): SeatDraw {
  if (order.length !== seats.length || seats.some((seat) => !order.includes(seat))) {
    throw new RangeError('A given order has every seat once.');
  }
  return { rounds: [], order };
}
