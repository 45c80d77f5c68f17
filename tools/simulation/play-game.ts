/** Plays a planned game by random legal moves, and tells everything that happened. */
import { seededChance } from '../../src/bots/chance.ts';
import type { Chance } from '../../src/bots/policy.ts';
import { CLOCK } from '../../src/bots/whole-game.ts';
import type { Actor, Context } from '../../src/rules/context.ts';
import type { GameEvent } from '../../src/rules/events.ts';
import type { State } from '../../src/rules/state.ts';
import type { View } from '../../src/rules/view.ts';
import { besides, type Said, speakerFor, whileWaiting } from './people.ts';
import { type GamePlan, rulesetOf } from './plan.ts';
import { type Rules, WORLD, type World } from './world.ts';

export interface Move {
  readonly before: State;
  /** The view of one of those who are asked, by lot, with what it may answer; `null` where nobody is. */
  readonly shown: View | null;
  readonly command: Said['command'];
  readonly context: Context;
  readonly events: readonly GameEvent[];
  /** The state after them, as the decision gave it. */
  readonly after: State;
}

/** One event, and the state on both sides of it. */
export interface Moment {
  readonly event: GameEvent;
  readonly before: State;
  readonly after: State;
}

/** What there is to see of a game, in the order in which it comes. */
export type Sight =
  | { readonly kind: 'start'; readonly event: GameEvent; readonly after: State }
  | ({ readonly kind: 'event' } & Moment)
  | ({ readonly kind: 'move' } & Move)
  | { readonly kind: 'end'; readonly end: State };

export interface PlayedGame {
  readonly opening: readonly GameEvent[];
  readonly moves: readonly Move[];
  readonly end: State;
}

/** Of a ruleset without a limit of hands, the operator's limit ends the game (R-GAME-6). */
const HAND_LIMIT = 100;

/** More than any hand can need, answers before the play included (R-TRICK-6); a game that does not end fails here. */
const MOST_MOVES_OF_A_HAND = 1200;

export function openGame(plan: GamePlan, world = WORLD): readonly GameEvent[] {
  const seats = Array.from({ length: plan.players }, (_, seat) => {
    return { seat, player: `player ${seat}`, kind: seat < plan.humans ? ('human' as const) : ('bot' as const) };
  });
  const ruleset = rulesetOf(plan);
  const setup = {
    gameId: 'game',
    tableId: 'table',
    ruleset,
    clock: { ...CLOCK, pauseSeconds: 8 },
    seats,
    access: { private: false, spectators: true },
    handLimit: ruleset.end.hands === null ? plan.hands : HAND_LIMIT,
    fairness: { commitment: 'commitment', contributions: [] },
  };
  return world.rules.start(setup, contextOf(plan, { kind: 'stranger' }, 0, world));
}

/** Time goes on by a second with each move. */
function contextOf(plan: GamePlan, actor: Actor, move: number, world: World): Context {
  const now = new Date(Date.UTC(2026, 0, 5, 19) + move * 1000).toISOString();
  return { actor, now, random: world.random(plan) };
}

/** The game cannot be played on as it should. */
export class Stuck extends Error {
  /** What does not hold: a clause of the rules, or a promise of the protocol. */
  readonly source: string;
  constructor(source: string, message: string) {
    super(message);
    this.name = 'Stuck';
    this.source = source;
  }
}

/**
 * A game from its beginning to its end, bit by bit as it is played: each move before the events that it leads to.
 *
 * @throws Stuck when the rules refuse what they have listed as legal, or when the game does not end
 */
export function* sightsOf(plan: GamePlan, world = WORLD): Generator<Sight, void> {
  const { replay, decide, evolve, view } = world.rules;
  const chance = seededChance(`moves ${plan.seed}`);
  const [first, ...others] = openGame(plan, world);
  if (first === undefined) throw new Error('The game has no beginning.');
  let state = replay([first]);
  yield { kind: 'start', event: first, after: state };

  function* happen(events: readonly GameEvent[]): Generator<Sight, void> {
    for (const event of events) {
      const before = state;
      state = evolve(before, event);
      yield { kind: 'event', event, before, after: state };
    }
  }

  yield* happen(others);
  for (let made = 1; state.board.phase !== 'ended'; made += 1) {
    if (made > (state.board.handNumber + 1) * MOST_MOVES_OF_A_HAND)
      throw new Stuck('R-TRICK-6', 'The game does not end.');
    const shown = oneAsked(state, view, chance);
    const { command, actor } = choose(state, shown, plan, world, chance);
    const context = contextOf(plan, actor, made, world);
    const decision = decide(state, command, context);
    if (!decision.ok) {
      throw new Stuck('PROTOCOL legal', `${JSON.stringify(command)} was refused: ${decision.rejection.code}`);
    }
    yield { kind: 'move', before: state, shown, command, context, events: decision.events, after: decision.state };
    yield* happen(decision.events);
  }
  yield { kind: 'end', end: state };
}

/** In the revolution window those are awaited as well who have answered (R-REV-4). */
function oneAsked(state: State, view: Rules['view'], chance: Chance): View | null {
  const { awaiting } = state.board;
  const from = chance(Math.max(1, awaiting.length));
  for (let next = 0; next < awaiting.length; next += 1) {
    const shown = view(state, awaiting[(from + next) % awaiting.length] ?? 0);
    if (shown.you !== null && shown.you.legal.length > 0) return shown;
  }
  return null;
}

/** The one who is asked does something legal, or the clock does it, or somebody does something else. */
function choose(state: State, shown: View | null, plan: GamePlan, { rules }: World, chance: Chance): Said {
  const { overdue, restless = 0 } = plan;
  if (state.board.phase === 'waiting') return whileWaiting(state, chance);
  const said = chance(100) < restless ? besides(state, rules.view, chance) : null;
  if (said !== null) return said;
  const legal = shown?.you?.legal ?? [];
  const command = legal[chance(Math.max(1, legal.length))];
  if (shown?.you === undefined || shown.you === null || command === undefined || chance(100) < overdue) {
    return { command: { type: 'timeout' }, actor: { kind: 'clock' } };
  }
  const { seat } = shown.you;
  // Who was only silent takes his seat back by what he does.
  const isBack = shown.seats[seat]?.away === 'idle' && chance(4) === 0;
  return { command, actor: isBack ? { kind: 'seat', seat } : speakerFor(shown, seat) };
}

/** The whole game at once. @throws Stuck like `sightsOf` */
export function playGame(plan: GamePlan, world = WORLD): PlayedGame {
  const sights = [...sightsOf(plan, world)];
  const moves = sights.filter((sight) => sight.kind === 'move');
  const last = sights.at(-1);
  if (last?.kind !== 'end') throw new Error('The game does not end.');
  return { opening: openGame(plan, world), moves, end: last.end };
}

export const eventsOf = ({ opening, moves }: PlayedGame): readonly GameEvent[] => [
  ...opening,
  ...moves.flatMap(({ events }) => events),
];
