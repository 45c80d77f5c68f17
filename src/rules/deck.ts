/** Which cards are in the game: the full deck, the stripped ones, and that of Corporate Shuffle (R-CARD-1..5, R-CORP-1). */
import { type Card, type Cards, rankOf } from './cards.ts';
import type { DeckVariant, Ruleset } from './ruleset.ts';

const NATURALS: Cards = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'];

/** Rank r occurs r times (R-CARD-1). */
const naturalsTo = (worst: number): Card[] =>
  NATURALS.slice(0, worst).flatMap((card) => Array<Card>(rankOf(card)).fill(card));

const DECKS: Readonly<Record<DeckVariant, Cards>> = {
  full: [...naturalsTo(12), 'J', 'J'],
  strip12: [...naturalsTo(11), 'J', 'J'],
  'strip11-12': [...naturalsTo(10), 'J', 'J'],
  corporate60: ['DW', ...naturalsTo(6), 'TW', ...naturalsTo(10).slice(21), 'RB', 'W', 'W'],
};

/** All cards of a deck, best first. */
export function deckCards(variant: DeckVariant): Cards {
  return DECKS[variant];
}

/** The deck for a hand of `players`; `auto` keeps hands of a similar size (R-CARD-5). */
export function deckVariant(deck: Ruleset['deck'], players: number): DeckVariant {
  if (deck !== 'auto') return deck;
  if (players <= 4) return 'strip11-12';
  return players === 5 ? 'strip12' : 'full';
}

/** How many different ranks can be drawn for a seat (R-SEAT-5). */
export function distinctRanks(variant: DeckVariant): number {
  return new Set(deckCards(variant).map(rankOf)).size;
}
