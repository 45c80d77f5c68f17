/** The shuffled pile from which players draw for their seats (R-SEAT-1, R-SEAT-6). */
import type { Card, Cards } from './cards.ts';
import type { Draw } from './context.ts';
import { shuffled } from './deal.ts';
import type { DrawCard } from './seat-draw.ts';
import type { Seat } from './seats.ts';

/** A pile of `deck`. Cards drawn stay out; should it run out, those that were replaced are shuffled into a new one. */
export function drawPile(deck: Cards, draw: Draw): DrawCard {
  let pile = shuffled(deck, draw, 'seating');
  let replaced: Card[] = [];
  const latest = new Map<Seat, Card>();
  return (seat) => {
    const earlier = latest.get(seat);
    if (earlier !== undefined) replaced.push(earlier);
    if (pile.length === 0) {
      pile = shuffled(replaced, draw, 'seating');
      replaced = [];
    }
    const card = pile.pop();
    if (card === undefined) throw new RangeError('More seats draw than the deck has cards.');
    latest.set(seat, card);
    return card;
  };
}
