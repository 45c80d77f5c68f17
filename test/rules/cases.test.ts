/** Every case of the cases file against the engine; `RULES_CASES` names another file of the same form. */
import { describe, expect, it } from 'vitest';
import { isActive } from '../../src/rules/turns.ts';
import {
  type Case,
  type FileCard,
  type FileCommand,
  fileCard,
  type Query,
  readCases,
  rulesetOf,
} from './cases/case-file.ts';
import { fileEvents, merchantsFirst, type Outcome, run } from './cases/commands.ts';
import { answer } from './cases/queries.ts';
import { type Situation, situation } from './cases/situation.ts';

const file = process.env.RULES_CASES ?? new URL('./cases.jsonl', import.meta.url);
const cases = readCases(file);

describe('cases', () => {
  for (const each of cases) {
    it(`${each.id} ${each.clause}`, () => ('query' in each.when ? checkQuery(each, each.when) : checkCommands(each)));
  }

  it('are there', () => {
    expect(cases.length).toBeGreaterThan(0);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  });
});

function checkQuery(each: Case, query: Query): void {
  const given = answer(rulesetOf(each.given.ruleset), query);
  expect(given.result).toBe(each.then.result);
  if (given.result === 'rejected') {
    expect(given.code).toBe(each.then.code);
    return;
  }
  expect(unordered(query, given.value)).toEqual(unordered(query, each.then.value));
  if (each.then.titles !== undefined) expect(given.titles).toEqual(each.then.titles);
}

/** Hands, payments and lists of sets are multisets in the file. */
function unordered({ query }: Query, value: unknown): unknown {
  if (query === 'deal') {
    const hands = Object.entries(value as Readonly<Record<string, readonly FileCard[]>>);
    return Object.fromEntries(hands.map(([player, hand]) => [player, multiset(hand)]));
  }
  if (query === 'taxCards') return multiset(value as readonly FileCard[]);
  if (query === 'legalSets')
    return (value as readonly (readonly FileCard[])[]).map((set) => multiset(set).join()).sort();
  return value;
}

const multiset = (cards: readonly FileCard[]): readonly string[] => cards.map(String).sort();

function checkCommands(each: Case): void {
  const before = situation(rulesetOf(each.given.ruleset), each.given);
  const commands = Array.isArray(each.when) ? (each.when as readonly FileCommand[]) : [each.when as FileCommand];
  const outcome = run(before, commands);
  expect(outcome.code).toBe(each.then.result === 'rejected' ? each.then.code : null);
  checkTable(each, before, outcome);
}

/** The file has no word for a table that waits for players after a hand. */
const PHASES: Readonly<Record<string, string>> = { ended: 'gameEnd', waiting: 'handEnd' };

function checkTable({ then }: Case, { name, seat }: Situation, { state, events }: Outcome): void {
  const { board } = state;
  // Seats of those who have left close after the hand; the file's ranks still have them.
  const ranked = events.find((event) => event.type === 'handEnded')?.order ?? board.order;
  const names = (seats: readonly number[]): readonly string[] => seats.map(name);
  const finished = board.seats
    .filter(({ place, seat: index }) => place !== null && (board.phase === 'play' || !isActive(board, index)))
    .sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  if (then.events !== undefined) expect(fileEvents(events)).toEqual(merchantsFirst(then.events));
  if (then.turn !== undefined) expect(board.turn === null ? null : name(board.turn)).toBe(then.turn);
  if (then.phase !== undefined) expect(PHASES[board.phase] ?? board.phase).toBe(then.phase);
  if (then.finished !== undefined) expect(finished.map(({ seat: index }) => name(index))).toEqual(then.finished);
  if (then.order !== undefined) expect(names(board.order)).toEqual(then.order);
  if (then.ranks !== undefined) expect(names(ranked)).toEqual(then.ranks);
  if (then.start !== undefined) expect(names(board.order)).toEqual(then.start);
  for (const [player, hand] of Object.entries(then.hands ?? {})) {
    expect(multiset((state.hands[seat(player)] ?? []).map(fileCard)), `hand of ${player}`).toEqual(multiset(hand));
  }
  for (const [player, points] of Object.entries(then.points ?? {})) {
    expect(board.seats[seat(player)]?.points, `points of ${player}`).toBe(points);
  }
  checkTrick(then.trick, board.trick, names);
}

function checkTrick(
  expected: Case['then']['trick'],
  trick: Outcome['state']['board']['trick'],
  names: (seats: readonly number[]) => readonly string[],
): void {
  if (expected === undefined) return;
  if (expected === null || trick === null) {
    expect(trick).toBe(expected);
    return;
  }
  const { rank, count, seat } = trick.top;
  const shown = { rank, count, by: names([seat])[0], passed: names(trick.passed), banned: names(trick.barred) };
  const sets = (fields: object): object =>
    Object.fromEntries(
      Object.entries(fields).map(([key, field]) => [key, Array.isArray(field) ? field.toSorted() : field]),
    );
  const { pile: _, ...listed } = expected;
  expect(sets(shown)).toMatchObject(sets(listed));
}
