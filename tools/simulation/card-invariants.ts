/** What always holds of the cards: none is lost, none appears, and what was played can be read again. */
import { type Card, type Cards, holds as holdsCards, sorted, without } from '../../src/rules/cards.ts';
import { deckCards, deckVariant } from '../../src/rules/deck.ts';
import type { EventType } from '../../src/rules/events.ts';
import type { Seat } from '../../src/rules/seats.ts';
import type { State } from '../../src/rules/state.ts';
import { atEvents, type Fault, type Invariant, unless, unlike } from './invariant.ts';
import type { Moment } from './play-game.ts';

/** Hands, trick, put-aside and folded cards are the deck, at every event; the board tells how many each seat holds. */
export const conservation: Invariant = {
  source: 'R-INV-1',
  watch() {
    let aside: Cards = [];
    let isDealt = false;
    return {
      event({ event, before, after }) {
        if (event.type === 'handDealt') aside = [];
        if (event.type === 'setPlayed' || event.type === 'playerFolded') aside = [...aside, ...event.cards];
        if (event.type === 'ratbertTaken') aside = without(aside, ['RB']);
        // The cards of a hand that does not count go back to the deck, as before the first deal.
        if (event.type === 'handVoided') isDealt = false;
        if (event.type === 'handDealt') isDealt = true;
        if (!MOVES_CARDS.has(event.type) && after.hands === before.hands) return countFault(after);
        // What was right before is so still when one set has moved out of one hand.
        if (event.type === 'setPlayed' && haveOthersKept(event.seat, before, after)) {
          const [had, left] = [before.hands[event.seat] ?? [], after.hands[event.seat] ?? []];
          return isSame([...left, ...event.cards], had)
            ? countFault(after)
            : unlike('hand', left, without(had, event.cards));
        }
        const { deck } = after.board;
        const all = isDealt ? [...after.hands.flat(), ...aside] : after.hands.flat();
        const expected = isDealt && deck !== null ? deckCards(deck.variant) : [];
        return isSame(all, expected) ? countFault(after) : unlike('cards', sorted(all), expected);
      },
    };
  },
};

/** After these the cards are counted, whatever the state says to have changed. */
const MOVES_CARDS: ReadonlySet<EventType> = new Set([
  'handDealt',
  'taxesExchanged',
  'merchantExchanged',
  'setPlayed',
  'playerFolded',
  'ratbertTaken',
  'handEnded',
  'handVoided',
]);

const haveOthersKept = (player: Seat, before: State, after: State): boolean =>
  after.hands.every((hand, seat) => seat === player || hand === before.hands[seat]);

function countFault({ board, hands }: State): Fault {
  const wrong = board.seats.find(({ seat, cardCount }) => hands[seat]?.length !== cardCount);
  return wrong === undefined ? null : `seat ${wrong.seat} does not hold ${wrong.cardCount} cards`;
}

/** Whether two piles have the same copies of the same kinds. */
function isSame(pile: Cards, other: Cards): boolean {
  if (pile.length !== other.length) return false;
  const left = new Map<Card, number>();
  for (const card of pile) left.set(card, (left.get(card) ?? 0) + 1);
  for (const card of other) {
    const copies = left.get(card) ?? 0;
    if (copies === 0) return false;
    left.set(card, copies - 1);
  }
  return true;
}

/** The open history and the trick show every card that was played; a closed one shows nothing. */
export const history: Invariant = {
  source: 'R-VIS-3',
  watch() {
    let played: Cards = [];
    let isDealt = false;
    return {
      event({ event, after: { board } }) {
        if (event.type === 'handDealt') [played, isDealt] = [[], true];
        if (event.type === 'handVoided') isDealt = false;
        if (event.type === 'setPlayed') played = [...played, ...event.cards];
        if (board.ruleset.history.discards === 'closed') return unlike('history', board.history, null);
        if (!isDealt) return null;
        const shown = [...(board.history ?? []), ...(board.trick === null ? [] : [board.trick])];
        const cards = shown.flatMap(({ plays }) => plays.flatMap((play) => play.cards));
        const numbers = shown.map(({ number }) => number);
        return (
          unlike('shown', cards, played) ??
          unlike(
            'tricks',
            numbers,
            numbers.map((_, index) => index + 1),
          )
        );
      },
    };
  },
};

/** No exchange changes the size of a hand (R-TAX-15). */
export const sizes: Invariant = atEvents('R-MEX-4', ({ event, before, after }): Fault => {
  if (event.type !== 'taxesExchanged' && event.type !== 'merchantExchanged') return null;
  const [old, now] = [before, after].map(({ hands }) => hands.map(({ length }) => length));
  return unlike('sizes', now, old);
});

/** A hand is dealt in one event, the whole deck, from the Greater Peon (R-DEAL-1). */
export const deal: Invariant = atEvents('R-DEAL-5', ({ event, after: { board } }): Fault => {
  if (event.type !== 'handDealt') return null;
  const dealt = sorted(event.hands.flatMap(({ cards }) => cards));
  return (
    unlike('dealt', dealt, deckCards(event.deck.variant)) ??
    unlike(
      'dealt to',
      event.hands.map(({ seat }) => seat),
      board.order,
    ) ??
    unlike('dealer', event.dealer, board.order.at(-1))
  );
});

/** Seats are drawn once, at the start, and cards for them without replacement, until the pile has run out (R-SEAT-6). */
export const draw: Invariant = atEvents('R-SEAT-1', ({ event, before: { board } }: Moment): Fault => {
  if (event.type !== 'seatsDrawn') return unless(event.version !== 2, 'the second event is no drawing of seats');
  const shown = event.rounds.flatMap(({ draws }) => draws.map(({ card }) => card));
  const pile = deckCards(deckVariant(board.ruleset.deck, board.seats.length));
  return (
    unlike('version of the drawing', event.version, 2) ??
    unless(holdsCards(pile, shown.slice(0, pile.length)), `drawn from one pile: ${shown.join(' ')}`)
  );
});
