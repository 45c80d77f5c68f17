/** What cards make together: whether they form a set, and of which rank (R-SET-1..8, R-CORP-3..8, R-CORP-15..18). */
import { type Cards, isWild, type Rank, rankOf } from './cards.ts';
import { type Rejection, reject } from './rejections.ts';
import type { Ruleset } from './ruleset.ts';

/** The values that wilds alone may be declared as (R-CORP-3). */
export const DECLARABLE: readonly Rank[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

const ALONE: Rank = 13;

export interface SetPlay {
  readonly cards: Cards;
  /** What the player says his wilds are; `undefined` when he says nothing. */
  readonly declare: Rank | undefined;
  /**
   * Whether the set opens a trick though its player has other cards: World Ruler may be barred from that (R-CORP-18).
   * Who has nothing else may lead even him, for a leader always has a legal play (R-INV-3).
   */
  readonly leading: boolean;
}

/** The rank of a set, or why the cards are none; checks in the order of R-ERR-1. */
export function classify(ruleset: Ruleset, play: SetPlay): Rank | Rejection {
  const { cards, declare } = play;
  if (cards.length === 0) return reject('E_EMPTY', 'A set needs at least one card.');
  const natural = naturalRank(cards);
  if (natural === 'mixed') return reject('E_MIXED', 'A set has cards of one rank only, and wild cards.');
  const loner = singleOnly(ruleset, play);
  if (loner !== null) return loner;
  if (natural === null) return rankOfWilds(ruleset, cards, declare);
  if (declare !== undefined && declare !== natural) {
    return reject('E_DECLARE', `Wild cards take the rank of the set, here ${natural}.`);
  }
  return natural;
}

/** The one rank of the natural cards (R-SET-1, R-SET-5), `null` where all are wild. */
function naturalRank(cards: Cards): Rank | 'mixed' | null {
  let natural: Rank | null = null;
  for (const card of cards) {
    if (isWild(card)) continue;
    const rank = rankOf(card);
    if (natural !== null && natural !== rank) return 'mixed';
    natural = rank;
  }
  return natural;
}

/** Specials that cannot be played in company, or not led (R-CORP-8, R-CORP-15, R-CORP-16, R-CORP-18). */
function singleOnly({ corp }: Ruleset, { cards, leading }: SetPlay): Rejection | null {
  if (corp === null) return null;
  if (cards.length === 1) {
    if (cards[0] !== 'DW' || !leading || corp.rulerMayLead) return null;
    return reject('E_SINGLE_ONLY', 'At this table World Ruler cannot be led.');
  }
  if (cards.includes('DW')) return reject('E_SINGLE_ONLY', 'World Ruler is played on its own.');
  if (cards.includes('RB') && !corp.ratbertWithWilds) return reject('E_SINGLE_ONLY', 'Ratbert is played alone.');
  if (cards.includes('TW') && !corp.wedgieInSets) {
    return reject('E_SINGLE_ONLY', 'At this table the Twirling Wedgie is played on its own.');
  }
  return null;
}

/** Wilds without a natural card: 13, or in Corporate Shuffle what the player declares (R-SET-2, R-SET-4, R-CORP-3, R-CORP-25). */
function rankOfWilds(ruleset: Ruleset, wilds: Cards, declare: Rank | undefined): Rank | Rejection {
  if (wildsAreDeclared(ruleset)) {
    const declared = DECLARABLE.find((value) => value === declare);
    return declared ?? reject('E_DECLARE', 'Name a value from 1 to 10 for wild cards that are played alone.');
  }
  if (wilds.length > 1 && ruleset.jesters.pair === 'forbidden') {
    return reject('E_JESTER_PAIR', 'At this table two Jesters do not make a pair.');
  }
  if (declare !== undefined && declare !== ALONE) {
    return reject('E_DECLARE', 'A Jester alone is always a 13; there is nothing to declare.');
  }
  return ALONE;
}

export function wildsAreDeclared({ corp }: Ruleset): boolean {
  return corp !== null && corp.wildAlone === 'declared';
}
