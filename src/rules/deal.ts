/** Shuffling, dealing, and accidents while dealing (R-DEAL-1..5, R-MIS-1, R-MIS-2). */
import type { Card, Cards } from './cards.ts';
import type { Draw } from './context.ts';
import type { ExposedCard } from './view.ts';

/** A uniform permutation of `items` (Fisher-Yates), drawn from one purpose's stream (R-DEAL-4). */
export function shuffled<T>(items: readonly T[], draw: Draw, purpose: string): T[] {
  const pile = items.slice();
  for (let last = pile.length - 1; last > 0; last -= 1) {
    const chosen = draw(purpose, last + 1);
    const item = pile[last] as T;
    pile[last] = pile[chosen] as T;
    pile[chosen] = item;
  }
  return pile;
}

/** Deals `deck` singly, the first card to position 0, until none is left; hands by position, in the order dealt (R-DEAL-1). */
export function dealOut(deck: Cards, players: number): readonly Cards[] {
  const hands = Array.from({ length: players }, (): Card[] => []);
  deck.forEach((card, index) => {
    hands[index % players]?.push(card);
  });
  return hands;
}

const CHANCES = 1_000_000;

/**
 * The next card that is exposed by accident, each with probability `rate`; never one for the Greater Peon (R-MIS-2).
 *
 * @param from how many cards have been dealt already
 * @returns its place in the deck, `null` when the rest is dealt without an accident
 */
export function nextExposed(
  cards: number,
  players: number,
  from: number,
  rate: number,
  random: (place: number, bound: number) => number,
): number | null {
  for (let place = from; place < cards; place += 1) {
    const isForGreaterPeon = place % players === players - 1;
    if (!isForGreaterPeon && random(place, CHANCES) < rate * CHANCES) return place;
  }
  return null;
}

/** Places in the deck of the cards that the Greater Peon holds when `dealt` cards have been dealt. */
export function dealtToGreaterPeon(players: number, dealt: number): readonly number[] {
  const cards = Math.floor(dealt / players);
  return Array.from({ length: cards }, (_, round) => round * players + players - 1);
}

/** The deck after an exposed card was settled: it may have changed places with a card of the Greater Peon (R-MIS-2). */
export function settledDeck(
  deck: Cards,
  { dealt, card }: ExposedCard,
  players: number,
  replacement: Card | null,
): Cards {
  const given = dealtToGreaterPeon(players, dealt).find((place) => deck[place] === replacement) ?? dealt;
  return deck.with(dealt, replacement ?? card).with(given, card);
}
