/** A case's `given` as a state of the engine, built from events as if the game had come to it. */
import { type Cards, sorted } from '../../../src/rules/cards.ts';
import { evolve, initial } from '../../../src/rules/dalmuti.ts';
import type { GameFact } from '../../../src/rules/events.ts';
import { openedExchanges } from '../../../src/rules/exchanges.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { pointsFor } from '../../../src/rules/scoring.ts';
import type { Seat } from '../../../src/rules/seats.ts';
import type { State } from '../../../src/rules/state.ts';
import { seatTitles } from '../../../src/rules/titles.ts';
import { CLOCK } from '../../support/clock.ts';
import { cards, type FileTrick, type Given } from './case-file.ts';

export const NOW = '2026-01-05T19:00:00.000Z';

/** Players of the file are named, ours are numbered by their place in the list. */
export interface Situation {
  readonly state: State;
  seat(name: string): Seat;
  name(seat: Seat): string;
}

export function situation(ruleset: Ruleset, given: Given): Situation {
  const players = given.players ?? [];
  const names = players.map(({ id }) => id);
  const seat = (name: string): Seat => names.indexOf(name);
  const name = (index: Seat): string => names[index] ?? `seat ${index}`;
  if (given.start !== undefined && given.start.join() !== names.join()) {
    throw new Error('The roles at the start of play are those of the order of seats.');
  }
  const facts = factsOf(ruleset, given, seat);
  let state = opened(ruleset, names);
  for (const fact of facts) state = apply(state, typeof fact === 'function' ? fact(state) : fact);
  const turn = given.turn ?? firstOf(given);
  if (turn !== undefined && state.board.phase === 'play') state = withTurn(state, seat(turn));
  return { state, seat, name };
}

/** Whose turn it is when a case does not say: the first player's who still holds cards. */
function firstOf({ players = [], finished = [] }: Given): string | undefined {
  return players.find(({ id }) => !finished.includes(id))?.id;
}

/** Some cases give the turn to a later player without listing the passes before him. */
function withTurn(state: State, turn: Seat): State {
  return { ...state, board: { ...state.board, turn, awaiting: [turn] } };
}

function opened(ruleset: Ruleset, names: readonly string[]): State {
  return initial({
    version: 1,
    at: NOW,
    cause: 'player',
    type: 'gameStarted',
    gameId: 'case',
    tableId: 'case',
    ruleset,
    rulesVersion: 1,
    clock: CLOCK,
    seats: names.map((player, seat) => ({ seat, player, kind: 'bot' })),
    access: { private: false, spectators: true },
    handLimit: 1000,
    fairness: { commitment: 'none', contributions: [] },
    classesKept: false,
  });
}

function apply(state: State, fact: GameFact): State {
  return evolve(state, { version: state.board.version + 1, at: NOW, cause: 'rule', ...fact });
}

type Fact = GameFact | ((state: State) => GameFact);

function factsOf(ruleset: Ruleset, given: Given, seat: (name: string) => Seat): readonly Fact[] {
  const players = given.players ?? [];
  const order = players.map((_, index) => index);
  const titles = seatTitles(ruleset, order);
  const hands = players.map(({ hand }, index) => ({ seat: index, count: hand.length, cards: sorted(cards(hand)) }));
  const before: readonly Fact[] = [
    { type: 'seatsDrawn', rounds: [], order, titles },
    {
      type: 'handDealt',
      handNumber: given.handNo ?? 2,
      deck: { variant: 'full', cards: 80 },
      dealer: order.at(-1) ?? 0,
      order,
      titles,
      hands,
    },
  ];
  switch (given.phase ?? 'play') {
    case 'revolution':
      return before;
    case 'tax':
      return [...before, { type: 'revolutionWindowClosed', called: false }, openTaxes];
    case 'play':
      return [...before, { type: 'revolutionWindowClosed', called: false }, ...inPlay(ruleset, given, seat)];
    case 'handEnd':
      return [...before, { type: 'revolutionWindowClosed', called: false }, ...inPlay(ruleset, given, seat), endHand];
    default:
      throw new Error(`No case begins in phase ${given.phase} so far.`);
  }
}

function openTaxes({ board, hands }: State): GameFact {
  return { type: 'taxOpened', exchanges: openedExchanges(board, hands), timing: board.ruleset.tax.timing };
}

function endHand({ board }: State): GameFact {
  const order = [...board.order].sort((a, b) => (board.seats[a]?.place ?? 99) - (board.seats[b]?.place ?? 99));
  const placings = order.map((seat, index) => {
    const { points = null, total = null } = board.seats[seat] ?? {};
    return { place: index + 1, seat, finish: 'out' as const, points, bonus: null, total };
  });
  const { handNumber, ruleset } = board;
  return { type: 'handEnded', handNumber, placings, remaining: [], order, titles: seatTitles(ruleset, order) };
}

function inPlay(ruleset: Ruleset, given: Given, seat: (name: string) => Seat): readonly Fact[] {
  const players = given.players ?? [];
  const finished = given.finished ?? [];
  const lead = given.trick?.by ?? given.turn ?? firstOf(given) ?? '';
  const scored = ruleset.scoring.mode === 'points';
  const out = finished.map((id, index): GameFact => {
    const points = scored ? pointsFor(index + 1, players.length) : null;
    return { type: 'playerWentOut', seat: seat(id), place: index + 1, points };
  });
  const folded = (given.folded ?? []).flatMap((id): readonly GameFact[] => [
    { type: 'playerLeft', seat: seat(id) },
    { type: 'playerFolded', seat: seat(id), count: players[seat(id)]?.hand.length ?? 0, cards: [] },
  ]);
  const trick = given.trick ?? null;
  return [
    { type: 'playStarted', lead: seat(lead) },
    ...out,
    ...folded,
    ...(trick === null ? [] : inTrick(ruleset, given, trick, seat)),
  ];
}

function inTrick(ruleset: Ruleset, given: Given, trick: FileTrick, seat: (name: string) => Seat): readonly GameFact[] {
  const by = seat(trick.by);
  const left = given.players?.[by]?.hand.length ?? 0;
  const pile = trick.pile === undefined ? [] : cards(trick.pile);
  const top: Cards = pile.length >= trick.count ? pile.slice(-trick.count) : cards(Array(trick.count).fill(trick.rank));
  const below = pile.slice(0, -trick.count);
  const earlier: readonly GameFact[] =
    below.length === 0 ? [] : [{ type: 'setPlayed', seat: by, cards: below, rank: 13, left }];
  return [
    ...earlier,
    { type: 'setPlayed', seat: by, cards: top, rank: trick.rank, left },
    ...(trick.banned ?? []).map((id): GameFact => ({ type: 'playerBanned', seat: seat(id), by })),
    ...(trick.passed ?? []).map((id): GameFact => {
      return { type: 'playerPassed', seat: seat(id), barred: ruleset.play.passLock };
    }),
  ];
}
