/** How hard a hand is to get rid of: the one number by which the greedy bot compares its answers. */
import { type Cards, isWild, type Rank, rankOf } from '../rules/cards.ts';
import type { Outlook } from './outlook.ts';

/** All natural cards of one rank in a hand: played together they cost one turn. */
export interface Group {
  readonly rank: Rank;
  readonly count: number;
}

/** Turns that a set saves when it is sure to win: its own, and the one for which it brings the lead. */
export const LEAD = 1.6;
/** Part of a turn that a set saves when it is sure to find something to follow. */
const FOLLOW = 0.5;
/** Turns that one Jester saves, as long as there is a group that it can join. */
const JESTER = 0.8;

export function groupsOf(hand: Cards): readonly Group[] {
  const counts = new Map<Rank, number>();
  for (const card of hand) if (!isWild(card)) counts.set(rankOf(card), (counts.get(rankOf(card)) ?? 0) + 1);
  return [...counts].map(([rank, count]) => ({ rank, count }));
}

/**
 * The number of tricks that must be won to be rid of `hand`, roughly: one for each group, less for those that win a trick
 * themselves or that can follow, and less for Jesters.
 */
export function burden(hand: Cards, outlook: Outlook): number {
  const groups = groupsOf(hand);
  const jesters = hand.filter(isWild).length;
  let turns = 0;
  for (const { rank, count } of groups) {
    turns += 1 - LEAD * outlook.wins(rank, count) - FOLLOW * outlook.follows(rank, count);
  }
  return groups.length === 0 ? Math.min(1, jesters) : turns - JESTER * jesters;
}
