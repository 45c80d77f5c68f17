/** How hard a hand is to get rid of: the one number by which the greedy bot compares its answers. */
import { type Cards, isWild, type Rank, rankOf } from '../rules/cards.ts';
import type { Outlook } from './outlook.ts';

/** All natural cards of one rank in a hand: played together they cost one turn. */
export interface Group {
  readonly rank: Rank;
  readonly count: number;
}

/** Part of a turn that a group saves when it is sure to find something to follow. */
const FOLLOW = 0.3;
/** Turns that one Jester saves, as long as there is a group that it can join. */
const JESTER = 0.6;

export function groupsOf(hand: Cards): readonly Group[] {
  const counts = new Map<Rank, number>();
  for (const card of hand) if (!isWild(card)) counts.set(rankOf(card), (counts.get(rankOf(card)) ?? 0) + 1);
  return [...counts].map(([rank, count]) => ({ rank, count }));
}

/**
 * About how many tricks others must let this hand win before it is gone: one for each group, less where a group wins its
 * trick by itself or can follow somebody's, and less for Jesters. Weights were found by letting variants play each other.
 */
export function burden(hand: Cards, outlook: Outlook): number {
  const groups = groupsOf(hand);
  const jesters = hand.filter(isWild).length;
  if (groups.length === 0) return Math.min(1, jesters);
  let turns = -JESTER * jesters;
  for (const { rank, count } of groups) turns += 1 - outlook.wins(rank, count) - FOLLOW * outlook.follows(rank, count);
  return turns;
}

/** Groups that are not sure to win their trick; Jesters, which could stay behind alone, count as one. */
export function losers(hand: Cards, outlook: Outlook): number {
  const unsure = groupsOf(hand).filter(({ rank, count }) => outlook.wins(rank, count) < 1).length;
  return unsure + (hand.some(isWild) ? 1 : 0);
}
