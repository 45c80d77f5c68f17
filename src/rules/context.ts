/** What the world hands to a decision: who acts, when, and chance. The rules have no clock and no randomness of their own. */
import type { Time } from './clock.ts';
import type { Contribution } from './contribution.ts';
import type { GameEvent } from './events.ts';
import type { Rejection } from './rejections.ts';
import type { Seat } from './seats.ts';
import type { State } from './state.ts';

/**
 * A `standIn` plays a seat whose owner is away (R-LEAVE-3). A `stranger` may look but holds no seat in this game
 * (`E_PLAYER`). The `table` speaks for what happens in the lobby: who sits down, and what the host decides. The `operator`
 * keeps order in the service.
 */
export type Actor =
  | { readonly kind: 'seat'; readonly seat: Seat }
  | { readonly kind: 'standIn'; readonly seat: Seat }
  | { readonly kind: 'stranger' }
  | { readonly kind: 'table' }
  | { readonly kind: 'operator' }
  | { readonly kind: 'clock' };

/**
 * A uniform integer in 0..bound-1. Each `purpose` (`seating`, `deal/3`) is a stream of its own, so that a deal depends on
 * the game's seed, the contributions and the number of the hand alone and nobody can choose it by the moment at which he acts.
 */
export type Random = (purpose: string, bound: number, contributions: readonly Contribution[]) => number;

/** The same for one state of a game, whose contributions are known. */
export type Draw = (purpose: string, bound: number) => number;

export interface Context {
  readonly actor: Actor;
  readonly now: Time;
  readonly random: Random;
}

/** The events of an accepted command and the state after the last of them, or why the command was refused. */
export type Decision =
  | { readonly ok: true; readonly events: readonly GameEvent[]; readonly state: State }
  | { readonly ok: false; readonly rejection: Rejection };
