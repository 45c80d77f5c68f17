/** Nothing that a viewer receives depends on what he may not know (promise 3, R-VIS-2, R-REV-4). */

import { describe, expect, it } from 'vitest';
import { purposeChance, seededChance } from '../../../src/bots/chance.ts';
import type { Chance } from '../../../src/bots/policy.ts';
import { wakeFor } from '../../../src/games/wake.ts';
import { type Card, type Cards, sorted } from '../../../src/rules/cards.ts';
import type { Command } from '../../../src/rules/commands.ts';
import { decide, disclose, evolve, view } from '../../../src/rules/dalmuti.ts';
import type { EventOf, GameEvent } from '../../../src/rules/events.ts';
import type { Viewer } from '../../../src/rules/public-events.ts';
import type { Seat } from '../../../src/rules/seats.ts';
import type { State } from '../../../src/rules/state.ts';
import type { GamePlan } from '../../../tools/simulation/plan.ts';
import { type Move, type PlayedGame, playGame } from '../../../tools/simulation/play-game.ts';
import { randomCommand } from '../../../tools/simulation/random-command.ts';
import { holds, MINUTES } from './hold.ts';

type Dealt = EventOf<'handDealt'>;

interface Swap {
  readonly first: Seat;
  readonly second: Seat;
}

/** The same deal, but two seats have exchanged one card. */
function swapped(event: Dealt, { first, second }: Swap, chance: Chance): Dealt | null {
  const handOf = (seat: Seat): Cards => event.hands.find((hand) => hand.seat === seat)?.cards ?? [];
  const mine = pick(handOf(first), chance);
  const others = handOf(second).filter((card) => card !== mine);
  if (mine === undefined || others.length === 0) return null;
  const theirs = pick(others, chance);
  if (theirs === undefined) return null;
  const exchange = (cards: Cards, out: Card, back: Card): Cards => sorted(cards.with(cards.indexOf(out), back));
  const hands = event.hands.map((hand) => {
    if (hand.seat === first) return { ...hand, cards: exchange(hand.cards, mine, theirs) };
    if (hand.seat === second) return { ...hand, cards: exchange(hand.cards, theirs, mine) };
    return hand;
  });
  return { ...event, hands };
}

const pick = <T>(items: readonly T[], chance: Chance): T | undefined => items[chance(Math.max(1, items.length))];

/** Who holds other cards in the two games; exchanges pass the difference on. */
const differing = (one: State, other: State): readonly Seat[] =>
  one.hands.flatMap((cards, seat) => (cards.join() === other.hands[seat]?.join() ? [] : [seat]));

/** Whether the viewer may learn from this event what one of `seats` held: by an exchange with it, or in public. */
function mayTell(
  event: GameEvent,
  viewer: Viewer,
  seats: readonly Seat[],
  { ruleset, order }: State['board'],
): boolean {
  const concerns = (seat: Seat | null | undefined): boolean => seats.includes(seat ?? -1);
  const isParty = (upper: Seat, lower: Seat | null): boolean =>
    (upper === viewer && concerns(lower)) || (lower === viewer && concerns(upper));
  switch (event.type) {
    case 'taxOpened':
    case 'taxesExchanged': {
      const isPublic = event.type === 'taxesExchanged' && ruleset.tax.visibility === 'public';
      return isPublic || event.exchanges.some(({ upper, lower }) => isParty(upper, lower));
    }
    case 'taxChosen':
      return event.shownTo === viewer && concerns(event.seat);
    case 'merchantPartnerNamed':
    case 'merchantExchanged':
      return isParty(event.upper, event.lower);
    case 'misdealSettled':
      return concerns(event.seat) || concerns(order.at(-1));
    default:
      return false;
  }
}

/** Whether the clock leads for one of `seats`, which shows cards of its own. */
const isOverdueLead = ({ command, before }: Move, seats: readonly Seat[]): boolean =>
  command.type === 'timeout' && before.board.trick === null && seats.includes(before.board.turn ?? -1);

/** Two games that are the same for a viewer, so far. */
interface Pair {
  readonly one: State;
  readonly other: State;
}

/** Plays the moves of `game` again from a swapped deal and compares what `viewer` gets, for as long as he may not know. */
function compare(plan: GamePlan, game: PlayedGame, viewer: Viewer, swap: Swap, chance: Chance): number {
  const deal = pick(
    game.moves.filter(({ events }) => events.some(({ type }) => type === 'handDealt')),
    chance,
  );
  if (deal === undefined) return 0;
  let pair: Pair | null = redealt(deal, viewer, swap, chance);
  let compared = 0;
  for (const move of game.moves.slice(game.moves.indexOf(deal) + 1)) {
    if (pair === null || pair.one.board.phase === 'handEnd') break;
    pair = stepTogether(plan, move, pair, viewer, chance);
    if (pair !== null) compared += 1;
  }
  return compared;
}

/** The same move in both games; `null` when it cannot be made in the other, or legitimately tells the viewer something. */
function stepTogether(plan: GamePlan, move: Move, pair: Pair, viewer: Viewer, chance: Chance): Pair | null {
  const { command, context, events } = move;
  const seats = differing(pair.one, pair.other);
  if (isOverdueLead(move, seats)) return null;
  const decision = decide(pair.other, command, { ...context, random: purposeChance(`${plan.seed}`) });
  if (!decision.ok || events.some((event) => mayTell(event, viewer, seats, pair.one.board))) return null;
  const after = { one: events.reduce(evolve, pair.one), other: decision.events.reduce(evolve, pair.other) };
  expect(bytes(decision.events, viewer)).toBe(bytes(events, viewer));
  expect(JSON.stringify(view(after.other, viewer))).toBe(JSON.stringify(view(after.one, viewer)));
  expect(wakes(after.other)).toEqual(wakes(after.one));
  if (viewer !== 'spectator') compareRefusals(plan, move, after, viewer, chance);
  return after;
}

/** Both games after the deal, where that is a step of its own. */
function redealt({ before, events }: Move, viewer: Viewer, swap: Swap, chance: Chance): Pair | null {
  const [event, ...more] = events;
  if (event?.type !== 'handDealt' || more.length > 0) return null;
  const changed = swapped(event, swap, chance);
  if (changed === null) return null;
  const pair = { one: evolve(before, event), other: evolve(before, changed) };
  expect(bytes([changed], viewer)).toBe(bytes([event], viewer));
  expect(JSON.stringify(view(pair.other, viewer))).toBe(JSON.stringify(view(pair.one, viewer)));
  return pair;
}

/** When and why the server would act by itself, were every other seat a built-in bot's, and were all of them. */
function wakes(state: State) {
  return [2, 1].map((every) => {
    const seats = state.board.seats.map(
      (seat) => ({ ...seat, kind: seat.seat % every === 0 ? 'builtIn' : 'human' }) as const,
    );
    return wakeFor({ ...state, board: { ...state.board, seats } }, Date.parse(NOW), PATIENCE);
  });
}

const NOW = '2026-01-05T19:00:00.000Z';
const PATIENCE = { botDelayMs: 700, botGameDelayMs: 500, idleMs: 86_400_000, fraction: () => 0.5 };

const bytes = (events: readonly GameEvent[], viewer: Viewer): string =>
  JSON.stringify(events.map((event) => disclose(event, viewer)));

/** What the viewer sends is answered alike, refusals to the letter. */
function compareRefusals(plan: GamePlan, move: Move, { one, other }: Pair, seat: Seat, chance: Chance): void {
  const sent = (state: State, command: Command) =>
    decide(state, command, { ...move.context, actor: { kind: 'seat', seat }, random: purposeChance(`${plan.seed}`) });
  for (let tries = 0; tries < 2; tries += 1) {
    const command = randomCommand(one, seat, chance);
    const [here, there] = [sent(one, command), sent(other, command)];
    expect(here.ok, JSON.stringify(command)).toBe(there.ok);
    if (!here.ok && !there.ok) expect(JSON.stringify(here.rejection)).toBe(JSON.stringify(there.rejection));
  }
}

describe('non-interference', { timeout: MINUTES }, () => {
  it('promise 3: a viewer gets the same bytes whichever of two others holds a card', () => {
    let compared = 0;
    holds('non-interference', 50, (plan) => {
      const game = playGame(plan);
      const chance = seededChance(`swap ${plan.seed}`);
      const [first = 0, second = 1, third = 2] = Array.from({ length: plan.players }, (_, seat) => seat)
        .map((seat) => [chance(2 ** 32), seat] as const)
        .sort(([a], [b]) => a - b)
        .map(([, seat]) => seat);
      compared += compare(plan, game, third, { first, second }, chance);
      compared += compare(plan, game, 'spectator', { first, second }, chance);
    });
    // A comparison that always stopped at once would prove nothing.
    expect(compared).toBeGreaterThan(300);
  });
});
