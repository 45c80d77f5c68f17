/** A whole game of policies straight on the rules, without service, clock or log: for measuring bots and for simulations. */
import type { Clock } from '../rules/clock.ts';
import type { Actor } from '../rules/context.ts';
import { decide, evolve, initial, start, view } from '../rules/dalmuti.ts';
import type { GameEvent } from '../rules/events.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import type { Seat } from '../rules/seats.ts';
import type { State } from '../rules/state.ts';
import { purposeChance, seededChance } from './chance.ts';
import type { Policy } from './policy.ts';

export interface WholeGame {
  readonly ruleset: Ruleset;
  /** One for each seat, in the order of seats. */
  readonly policies: readonly Policy[];
  /** The same seed gives the same game. */
  readonly seed: string;
  /** Sees each event as it happens. */
  readonly watch?: (event: GameEvent, state: State) => void;
}

/** Nothing waits: an answer comes the moment it is asked for. */
export const CLOCK: Clock = {
  turnSeconds: 30,
  taxSeconds: 45,
  revolutionSeconds: 10,
  placementSeconds: 45,
  pauseSeconds: 0,
  graceSeconds: 60,
  bankSeconds: null,
};
const NOW = '2026-01-05T19:00:00.000Z';
const HAND_LIMIT = 1000;

/**
 * @returns the state at the end
 * @throws Error when the rules refuse a policy's command, or when nobody can move
 */
export function playWholeGame({ ruleset, policies, seed, watch }: WholeGame): State {
  const chances = policies.map((_, seat) => seededChance(`${seed}/policy/${seat}`));
  const context = (actor: Actor) => ({ actor, now: NOW, random: purposeChance(seed) });

  let state = begin(start(setupFor(ruleset, policies.length, seed), context({ kind: 'clock' })), watch);
  while (state.board.phase !== 'ended') {
    const [actor, command] = nextMove(state, policies, chances);
    const decision = decide(state, command, context(actor));
    if (!decision.ok) {
      throw new Error(
        `game ${seed}, version ${state.board.version}: ${JSON.stringify(command)} is ${decision.rejection.code}`,
      );
    }
    if (watch !== undefined) showEach(state, decision.events, watch);
    state = decision.state;
  }
  return state;
}

function showEach(before: State, events: readonly GameEvent[], watch: NonNullable<WholeGame['watch']>): void {
  let state = before;
  for (const event of events) {
    state = evolve(state, event);
    watch(event, state);
  }
}

function nextMove(
  state: State,
  policies: readonly Policy[],
  chances: readonly ReturnType<typeof seededChance>[],
): readonly [Actor, Parameters<typeof decide>[1]] {
  for (const seat of state.board.awaiting) {
    const shown = view(state, seat);
    const [policy, chance] = [policies[seat], chances[seat]];
    if (policy === undefined || chance === undefined || (shown.you?.legal.length ?? 0) === 0) continue;
    return [{ kind: 'seat', seat }, policy(shown, chance)];
  }
  if (state.board.deadline === null) throw new Error(`game stands still at version ${state.board.version}`);
  return [{ kind: 'clock' }, { type: 'timeout' }];
}

function setupFor(ruleset: Ruleset, players: number, seed: string): Parameters<typeof start>[0] {
  return {
    gameId: seed,
    tableId: seed,
    ruleset,
    clock: CLOCK,
    seats: Array.from({ length: players }, (_, seat: Seat) => ({
      seat,
      player: `player-${seat}`,
      kind: 'builtIn' as const,
    })),
    access: { private: false, spectators: true },
    handLimit: HAND_LIMIT,
    fairness: { commitment: 'none', contributions: [] },
  };
}

function begin(events: readonly GameEvent[], watch: WholeGame['watch']): State {
  const [first, ...others] = events;
  if (first?.type !== 'gameStarted') throw new Error('A game begins with gameStarted.');
  let state = initial(first);
  watch?.(first, state);
  for (const event of others) {
    state = evolve(state, event);
    watch?.(event, state);
  }
  return state;
}
