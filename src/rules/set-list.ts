/** Every set that a hand can make, cheapest first: fewer cards, then fewer wilds, then the worse rank. */
import { type Cards, isWild, type Rank, rankOf, sorted } from './cards.ts';
import type { Command } from './commands.ts';
import type { Ruleset } from './ruleset.ts';
import type { Seat } from './seats.ts';
import { classify, DECLARABLE, wildsAreDeclared } from './sets.ts';

export type PlayCommand = Extract<Command, { readonly type: 'play' }>;

/** What a set must beat: strictly better, with the same number of cards (R-PLAY-2, R-PLAY-3). `null`: it is led (R-PLAY-1). */
export type Top = { readonly rank: Rank; readonly count: number } | null;

/** `targets`: whom the Twirling Wedgie may be aimed at (R-CORP-7). */
export function playableSets(
  ruleset: Ruleset,
  hand: Cards,
  top: Top,
  targets: readonly Seat[],
): readonly PlayCommand[] {
  const wilds = hand.filter(isWild);
  const ranks = ranksOf(hand);
  const largest = Math.max(0, ...ranks.map(({ naturals }) => naturals.length)) + wilds.length;
  const counts = top === null ? Array.from({ length: largest }, (_, index) => index + 1) : [top.count];
  const plays: PlayCommand[] = [];
  for (const count of counts) {
    for (let wild = 0; wild <= Math.min(count, wilds.length); wild += 1) {
      const joined = wilds.slice(0, wild);
      const sets = wild === count ? wildSets(ruleset, joined) : naturalSets(ranks, joined, count - wild, targets);
      for (const set of sets) if (isPlayable(ruleset, hand, set, top)) plays.push(set);
    }
  }
  return plays;
}

interface OwnRank {
  readonly rank: Rank;
  readonly naturals: Cards;
}

/** The natural cards of a hand by rank, the worst rank first. */
function ranksOf(hand: Cards): readonly OwnRank[] {
  const naturals = hand.filter((card) => !isWild(card));
  const ranks = [...new Set(naturals.map(rankOf))].sort((a, b) => b - a);
  return ranks.map((rank) => ({ rank, naturals: naturals.filter((card) => rankOf(card) === rank) }));
}

function isPlayable(ruleset: Ruleset, hand: Cards, { cards, declare }: PlayCommand, top: Top): boolean {
  const rank = classify(ruleset, { cards, declare, leading: top === null && hand.length > 1 });
  return typeof rank === 'number' && (top === null || rank < top.rank);
}

function wildSets(ruleset: Ruleset, wilds: Cards): readonly PlayCommand[] {
  if (!wildsAreDeclared(ruleset)) return [{ type: 'play', cards: wilds }];
  return DECLARABLE.toReversed().map((declare) => ({ type: 'play', cards: wilds, declare }));
}

/** Sets of `count` natural cards and the wilds that join them; with the Wedgie once for each target. */
function naturalSets(ranks: readonly OwnRank[], wilds: Cards, count: number, targets: readonly Seat[]): PlayCommand[] {
  return ranks.flatMap(({ naturals }) =>
    choices(naturals, count).flatMap((cards): readonly PlayCommand[] => {
      const set = { type: 'play', cards: sorted([...cards, ...wilds]) } as const;
      return cards.includes('TW') ? targets.map((target) => ({ ...set, target })) : [set];
    }),
  );
}

/** The different ways to take `count` of cards of one rank: only the Twirling Wedgie is not like the others. */
function choices(naturals: Cards, count: number): readonly Cards[] {
  const [special, plain] = [naturals.filter((card) => card === 'TW'), naturals.filter((card) => card !== 'TW')];
  const ways: Cards[] = [];
  if (plain.length >= count) ways.push(plain.slice(0, count));
  if (special.length > 0 && plain.length >= count - 1) ways.push([...plain.slice(0, count - 1), ...special]);
  return ways;
}
