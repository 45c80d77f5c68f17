import { describe, expect, it } from 'vitest';
import {
  CARD_ORDER,
  type Card,
  copiesOf,
  holds,
  kindsIn,
  rankOf,
  sorted,
  withMore,
  without,
} from '../../src/rules/cards.ts';
import { PRESETS } from '../../src/rules/dalmuti.ts';
import { dealOut } from '../../src/rules/deal.ts';
import { deckCards, deckVariant, distinctRanks } from '../../src/rules/deck.ts';
import type { DeckVariant } from '../../src/rules/ruleset.ts';
import { playableSets } from '../../src/rules/set-list.ts';
import { classify } from '../../src/rules/sets.ts';
import { titlesFor } from '../../src/rules/titles.ts';
import { cards } from './table.ts';

const NATURALS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const;

describe('decks', () => {
  it('R-CARD-1: rank r is there r times, and two Jesters: 80 cards', () => {
    const deck = deckCards('full');
    expect(deck).toHaveLength(80);
    NATURALS.forEach((card, index) => {
      expect(copiesOf(deck, card)).toBe(index + 1);
    });
    expect(copiesOf(deck, 'J')).toBe(2);
  });

  it('R-CARD-3, R-CARD-4, R-REV-14: stripped decks lack 12s, or 11s and 12s, and keep both Jesters', () => {
    const full = deckCards('full');
    expect(deckCards('strip12')).toEqual(full.filter((card) => card !== '12'));
    expect(deckCards('strip11-12')).toEqual(full.filter((card) => card !== '11' && card !== '12'));
    expect([deckCards('strip12').length, deckCards('strip11-12').length]).toEqual([68, 57]);
  });

  it('R-CARD-5: auto follows the number of players, any other deck does not', () => {
    const variants = Array.from({ length: 10 }, (_, index) => deckVariant('auto', index + 3));
    expect(variants).toEqual(['strip11-12', 'strip11-12', 'strip12', ...Array(7).fill('full')]);
    expect(deckVariant('strip12', 12)).toBe('strip12');
  });

  it('R-CORP-1: the corporate deck has 60 cards, the Wedgie beside six ordinary 6s', () => {
    const deck = deckCards('corporate60');
    expect(deck).toHaveLength(60);
    expect(copiesOf(deck, '6')).toBe(6);
    expect(copiesOf(deck, '10')).toBe(10);
    expect((['TW', 'RB', 'DW'] as const).map((card) => copiesOf(deck, card))).toEqual([1, 1, 1]);
    expect(copiesOf(deck, 'W')).toBe(2);
  });

  it('R-SEAT-5: 13, 12 or 11 ranks can be drawn, and 13 of the corporate deck', () => {
    const variants: readonly DeckVariant[] = ['full', 'strip12', 'strip11-12', 'corporate60'];
    expect(variants.map(distinctRanks)).toEqual([13, 12, 11, 13]);
  });
});

describe('cards', () => {
  it('R-TERM-4: are listed from the best to the worst, wilds last', () => {
    const ranks = CARD_ORDER.map(rankOf);
    expect(ranks.filter((rank) => rank !== 11 && rank !== 12)).toEqual([0, 1, 2, 3, 4, 5, 6, 6, 7, 8, 9, 10, 13, 13]);
    expect(sorted(cards('J 10 2 W DW TW 6 RB 1'))).toEqual(cards('DW 1 2 6 TW 10 RB W J'));
  });

  it('R-CARD-6: the kinds of a pile are each there once, in its order', () => {
    expect(kindsIn(deckCards('full'))).toEqual([...NATURALS, 'J']);
    expect(kindsIn(cards('9 J 9 2 J'))).toEqual(cards('9 J 2'));
  });

  it('R-CARD-2, R-CARD-6, R-PLAY-9: a hand is a multiset', () => {
    expect(holds(cards('5 5 J'), cards('5 J 5'))).toBe(true);
    expect(holds(cards('5 J J'), cards('5 5'))).toBe(false);
    expect(without(cards('5 5 5 J'), cards('5 J'))).toEqual(cards('5 5'));
    expect(without(cards('5 5 J'), cards('9'))).toEqual(cards('5 5 J'));
    expect(withMore(cards('2 9'), cards('10 1'))).toEqual(cards('1 2 9 10'));
  });
});

describe('sets', () => {
  const rank = (text: string) => {
    const found = classify(PRESETS.official, { cards: cards(text), declare: undefined, leading: false });
    return typeof found === 'number' ? found : found.code;
  };

  it('R-SET-5: two natural ranks are no set, with Jesters or without', () => {
    expect([rank('5 6'), rank('5 J 6'), rank('1 12 J J')]).toEqual(['E_MIXED', 'E_MIXED', 'E_MIXED']);
  });

  it('R-SET-8: the largest set is every 12 with both Jesters', () => {
    const hand = cards(`${'12 '.repeat(12)}J J`);
    expect(rank(hand.join(' '))).toBe(12);
    const largest = playableSets(PRESETS.official, hand, null, []).at(-1);
    expect(largest?.cards).toHaveLength(14);
  });
});

describe('the deal', () => {
  /** Sizes of hands: how many are larger, the larger size, how many are smaller, the smaller size. */
  const SIZES: Readonly<Record<'full' | 'strip12' | 'strip11-12', readonly string[]>> = {
    full: ['2x27 1x26', '4x20', '5x16', '2x14 4x13', '3x12 4x11', '8x10', '8x9 1x8', '10x8', '3x8 8x7', '8x7 4x6'],
    strip12: [
      '2x23 1x22',
      '4x17',
      '3x14 2x13',
      '2x12 4x11',
      '5x10 2x9',
      '4x9 4x8',
      '5x8 4x7',
      '8x7 2x6',
      '2x7 9x6',
      '8x6 4x5',
    ],
    'strip11-12': [
      '3x19',
      '1x15 3x14',
      '2x12 3x11',
      '3x10 3x9',
      '1x9 6x8',
      '1x8 7x7',
      '3x7 6x6',
      '7x6 3x5',
      '2x6 9x5',
      '9x5 3x4',
    ],
  };

  it.each(Object.entries(SIZES))(
    'R-DEAL-2, R-DEAL-3: hand sizes of %s, the higher positions getting the extra cards',
    (variant, rows) => {
      rows.forEach((row, index) => {
        const sizes = row.split(' ').flatMap((part) => {
          const [count = 0, size = 0] = part.split('x').map(Number);
          return Array<number>(count).fill(size);
        });
        expect(dealOut(deckCards(variant as DeckVariant), index + 3).map(({ length }) => length)).toEqual(sizes);
      });
    },
  );

  it('R-DEAL-1: singly, beginning with position 0', () => {
    const deck: readonly Card[] = cards('1 2 3 4 5');
    expect(dealOut(deck, 3)).toEqual([cards('1 4'), cards('2 5'), cards('3')]);
  });
});

describe('titles', () => {
  it('R-TITLE-1, R-TITLE-2, R-TITLE-3: n-4 Merchants, and one in the middle of three', () => {
    for (let players = 4; players <= 12; players += 1) {
      const merchants = Array(players - 4).fill('M');
      expect(titlesFor(players, 'merchant')).toEqual(['GD', 'LD', ...merchants, 'LP', 'GP']);
    }
    expect(titlesFor(3, 'merchant')).toEqual(['GD', 'M', 'GP']);
    expect(titlesFor(3, 'lesser-dalmuti')).toEqual(['GD', 'LD', 'GP']);
  });
});
