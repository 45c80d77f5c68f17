/** Shuffling and dealing (R-DEAL-1..5). */
import type { Card, Cards } from './cards.ts';
import type { Random } from './context.ts';

/** A uniform permutation of `items` (Fisher-Yates), drawn from one purpose's stream (R-DEAL-4). */
export function shuffled<T>(items: readonly T[], random: Random, purpose: string): readonly T[] {
  const pile = items.slice();
  for (let last = pile.length - 1; last > 0; last -= 1) {
    const chosen = random(purpose, last + 1);
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
