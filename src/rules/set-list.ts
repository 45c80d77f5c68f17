/** Every set that a hand can make, cheapest first: fewer cards, then fewer wilds, then the worse rank. */
import { type Cards, isWild, type Rank, rankOf } from './cards.ts';
import type { Command } from './commands.ts';
import type { Ruleset } from './ruleset.ts';
import type { Seat } from './seats.ts';
import { classify, DECLARABLE, wildsAreDeclared } from './sets.ts';

export type PlayCommand = Extract<Command, { readonly type: 'play' }>;

/** What a set must beat: strictly better, with the same number of cards (R-PLAY-2, R-PLAY-3). `null`: it is led (R-PLAY-1). */
export type Top = { readonly rank: Rank; readonly count: number } | null;

/** The natural cards of one rank; only the Twirling Wedgie is not like the others. */
interface OwnRank {
  readonly rank: Rank;
  readonly plain: Cards;
  readonly wedgie: Cards;
}

/**
 * The sets of `hand` that may be played on `top`.
 *
 * @param hand best card first
 * @param targets whom the Twirling Wedgie may be aimed at (R-CORP-7); `null` for no player
 */
export function playableSets(
  ruleset: Ruleset,
  hand: Cards,
  top: Top,
  targets: readonly (Seat | null)[],
): readonly PlayCommand[] {
  const wilds = hand.filter(isWild);
  const ranks = ranksOf(hand, top);
  const fewest = top === null ? 1 : top.count;
  const most = top === null ? largestSet(ranks) + wilds.length : top.count;
  const sets: PlayCommand[] = [];
  for (let count = fewest; count <= most; count += 1) {
    for (let wild = 0; wild < count && wild <= wilds.length; wild += 1) {
      for (const rank of ranks) addNaturalSets(sets, rank, count - wild, wilds.slice(0, wild), targets);
    }
    if (count <= wilds.length) addWildSets(sets, ruleset, wilds.slice(0, count));
  }
  return sets.filter((set) => isPlayable(ruleset, set, top, hand));
}

/** The ranks of a hand's natural cards that are good enough, the worst first. */
function ranksOf(hand: Cards, top: Top): readonly OwnRank[] {
  const ranks: OwnRank[] = [];
  let from = hand.findLastIndex((card) => !isWild(card)) + 1;
  while (from > 0) {
    const end = from;
    const rank = rankOf(hand[end - 1] ?? 'J');
    while (from > 0 && rankOf(hand[from - 1] ?? 'J') === rank) from -= 1;
    if (top !== null && rank >= top.rank) continue;
    const plainEnd = hand[end - 1] === 'TW' ? end - 1 : end;
    ranks.push({ rank, plain: hand.slice(from, plainEnd), wedgie: hand.slice(plainEnd, end) });
  }
  return ranks;
}

function largestSet(ranks: readonly OwnRank[]): number {
  return ranks.reduce((largest, { plain, wedgie }) => Math.max(largest, plain.length + wedgie.length), 0);
}

/** Sets of `count` natural cards and the wilds that join them; with the Wedgie once for each target. */
function addNaturalSets(
  sets: PlayCommand[],
  { plain, wedgie }: OwnRank,
  count: number,
  wilds: Cards,
  targets: readonly (Seat | null)[],
): void {
  if (plain.length >= count) sets.push({ type: 'play', cards: [...plain.slice(0, count), ...wilds] });
  if (wedgie.length === 0 || plain.length < count - 1) return;
  const cards = [...plain.slice(0, count - 1), ...wedgie, ...wilds];
  for (const target of targets) sets.push(target === null ? { type: 'play', cards } : { type: 'play', cards, target });
}

function addWildSets(sets: PlayCommand[], ruleset: Ruleset, wilds: Cards): void {
  if (!wildsAreDeclared(ruleset)) sets.push({ type: 'play', cards: wilds });
  else for (const declare of DECLARABLE.toReversed()) sets.push({ type: 'play', cards: wilds, declare });
}

function isPlayable(ruleset: Ruleset, { cards, declare }: PlayCommand, top: Top, hand: Cards): boolean {
  const rank = classify(ruleset, { cards, declare, leading: top === null && hand.length > 1 });
  return typeof rank === 'number' && (top === null || rank < top.rank);
}
