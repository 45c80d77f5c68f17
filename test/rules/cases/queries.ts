/** The file's questions about pure functions, each answered by the function that the engine itself uses. */
import { expect } from 'vitest';
import { sorted } from '../../../src/rules/cards.ts';
import { dealOut } from '../../../src/rules/deal.ts';
import { deckCards, deckVariant } from '../../../src/rules/deck.ts';
import { closedUp, halfwayPlaces, joined } from '../../../src/rules/joining.ts';
import { bestCards, isBestPayment } from '../../../src/rules/payments.ts';
import type { Rejection } from '../../../src/rules/rejections.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { handPoints } from '../../../src/rules/scoring.ts';
import { drawSeats } from '../../../src/rules/seat-draw.ts';
import { playableSets, type Top } from '../../../src/rules/set-list.ts';
import { classify } from '../../../src/rules/sets.ts';
import { standings } from '../../../src/rules/standings.ts';
import { titlesFor } from '../../../src/rules/titles.ts';
import { SENTENCE } from '../sentence.ts';
import { card, cards, type FileCard, fileCard, fileTitles, type Query } from './case-file.ts';

export type Answer =
  | { readonly result: 'accepted'; readonly value: unknown; readonly titles?: readonly string[] }
  | { readonly result: 'rejected'; readonly code: string };

/** What the engine answers, in the notation of the file. */
export function answer(ruleset: Ruleset, query: Query): Answer {
  const ask = QUERIES[query.query];
  if (ask === undefined) throw new Error(`Unknown query ${query.query}.`);
  return ask(ruleset, query);
}

type Ask = (ruleset: Ruleset, query: Query) => Answer;
type Names = readonly string[];

const value = (given: unknown, titles?: readonly string[]): Answer =>
  titles === undefined ? { result: 'accepted', value: given } : { result: 'accepted', value: given, titles };
const refused = ({ code, detail }: Rejection): Answer => {
  expect(detail).toMatch(SENTENCE);
  return { result: 'rejected', code };
};
const numbers = (names: Names): readonly number[] => names.map((_, index) => index);
const hand = (given: unknown) => sorted(cards(given as readonly FileCard[]));

const QUERIES: Readonly<Record<string, Ask>> = {
  deck: (ruleset, { deck = ruleset.deck, n = 6 }) => {
    const pile = deckCards(deckVariant(deck as Ruleset['deck'], n as number));
    const counts: Record<string, number> = {};
    for (const kind of pile) counts[kind] = (counts[kind] ?? 0) + 1;
    return value({ total: pile.length, counts });
  },

  titles: (ruleset, { n }) => value(fileTitles(ruleset, titlesFor(n as number, ruleset.titles.three))),

  dealSizes: (ruleset, { deck = ruleset.deck, n }) => {
    const pile = deckCards(deckVariant(deck as Ruleset['deck'], n as number));
    return value(dealOut(pile, n as number).map(({ length }) => length));
  },

  deal: (_, { order, deck }) => {
    const dealt = dealOut(cards(deck as readonly FileCard[]), (order as Names).length);
    return value(Object.fromEntries((order as Names).map((name, index) => [name, dealt[index]?.map(fileCard)])));
  },

  seatDraw: (ruleset, { players, draws }) => {
    const names = players as Names;
    const left = names.map((name) => [...((draws as Record<string, readonly FileCard[]>)[name] ?? [])]);
    const draw = (seat: number) => {
      const next = left[seat]?.shift();
      if (next === undefined) throw new Error(`${names[seat]} draws more often than the case foresees.`);
      return card(next);
    };
    const { order } = drawSeats(numbers(names), draw, ruleset);
    return value(order.map((seat) => names[seat]));
  },

  classify: (ruleset, { cards: given, declare }) => {
    const laid = cards(given as readonly FileCard[]);
    const rank = classify(ruleset, { cards: laid, declare: declare as number | undefined, leading: false });
    return typeof rank === 'number' ? value({ rank, count: laid.length }) : refused(rank);
  },

  legalSets: (ruleset, { hand: given, trick }) => {
    const sets = playableSets(ruleset, hand(given), (trick ?? null) as Top, [1]);
    return value([...new Map(sets.map((set) => [set.cards.join(), set.cards.map(fileCard)])).values()]);
  },

  taxCards: (ruleset, { hand: given, k }) => {
    return value(bestCards(hand(given), k as number, ruleset.tax.wilds).map(fileCard));
  },

  taxOk: (ruleset, { hand: given, cards: paid }) => {
    return value(isBestPayment(hand(given), cards(paid as readonly FileCard[]), ruleset.tax.wilds));
  },

  handPoints: (ruleset, { start, finish, folded = [] }) => {
    const roles = start as Names;
    const places = finish as Names;
    const finishes = places.map((name, index) => {
      const last = index === places.length - 1 ? 'last' : 'out';
      return {
        seat: roles.indexOf(name),
        finish: (folded as Names).includes(name) ? ('folded' as const) : (last as 'last' | 'out'),
      };
    });
    const points = handPoints(ruleset.scoring.bonus, numbers(roles), finishes);
    const sum = (index: number): number => (points[index]?.points ?? 0) + (points[index]?.bonus ?? 0);
    return value(Object.fromEntries(places.map((name, index) => [name, sum(index)])));
  },

  standings: (ruleset, { total, places, finalOrder }) => {
    const names = finalOrder as Names;
    const scores = names.map((name, seat) => {
      const finishes = (places as Record<string, readonly number[]> | undefined)?.[name] ?? [];
      return { seat, total: (total as Record<string, number>)[name] ?? 0, finishes };
    });
    const table = standings(ruleset.end.tieBreak, scores, numbers(names));
    const ranks = [...new Set(table.map(({ rank }) => rank))];
    return value(ranks.map((rank) => table.filter((row) => row.rank === rank).map(({ seat }) => names[seat])));
  },

  joinSlots: (_, { n }) => value(halfwayPlaces(n as number)),

  join: (ruleset, { order, newcomers, above, by }) => {
    const names = [...(order as Names), ...(newcomers as Names)];
    const seats = (list: unknown) => (list as Names).map((name) => names.indexOf(name));
    const choice = above === undefined ? null : { above: above as number, by: names.indexOf(by as string) };
    const next = joined(ruleset, seats(order), seats(newcomers), choice);
    if (!Array.isArray(next)) return refused(next as Rejection);
    const titles = fileTitles(ruleset, titlesFor(next.length, ruleset.titles.three));
    return value(
      (next as readonly number[]).map((seat) => names[seat]),
      titles,
    );
  },

  nextOrder: (_, { ranks, leavers = [] }) => {
    const names = ranks as Names;
    const left = (leavers as Names).map((name) => names.indexOf(name));
    return value(closedUp(numbers(names), left).map((seat) => names[seat]));
  },
};
