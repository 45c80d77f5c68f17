/** One step in the making: the events that a command leads to, and the state after each of them. */
import type { Context, Draw } from './context.ts';
import type { Cause, GameEvent, GameFact } from './events.ts';
import { evolve } from './evolve.ts';
import { type Rejection, reject } from './rejections.ts';
import type { Seat } from './seats.ts';
import { isStoodInFor } from './stand-ins.ts';
import type { State } from './state.ts';
import type { Phase } from './view.ts';

/** Grows while one command is decided, and is seen by nobody else; that of a refused command is thrown away (R-ERR-3). */
export interface Step {
  state: State;
  readonly events: GameEvent[];
  readonly context: Context;
}

/** Lets something happen: the next version, at the time of the command. */
export function emit(step: Step, cause: Cause, fact: GameFact): void {
  const version = step.state.board.version + 1;
  const event: GameEvent = { version, at: step.context.now, cause, ...fact };
  step.events.push(event);
  step.state = evolve(step.state, event);
}

/** Chance as it is drawn now, with the contributions of everybody who has been given a place by now (promise 4). */
export function drawOf({ state, context }: Step): Draw {
  const { contributions } = state;
  return (purpose, bound) => context.random(purpose, bound, contributions);
}

/** The cause of what a command says directly; everything that follows from it has the cause `rule`. */
export function causeOf({ actor }: Context): Cause {
  switch (actor.kind) {
    case 'clock':
      return 'clock';
    case 'standIn':
      return 'standIn';
    case 'seat':
    case 'stranger':
    case 'table':
      return 'player';
    case 'operator':
      return 'admin';
    default:
      return actor satisfies never;
  }
}

/** The seat that acts, if the game is in `phase` and this seat was dealt in; the first two checks of R-ERR-1. */
export function actingSeat(step: Step, phase: Phase): Seat | Rejection {
  const { context } = step;
  const { board } = step.state;
  if (board.phase !== phase) return reject('E_PHASE', PHASE_OVER[board.phase]);
  const seat = playerOf(step, context);
  if (typeof seat !== 'number') return seat;
  return board.order.includes(seat) ? seat : reject('E_PLAYER', 'You do not play in this hand.');
}

/** The seat that somebody speaks for and may speak for: its owner, unless he has left, or the stand-in that plays it. */
export function playerOf({ state }: Pick<Step, 'state'>, { actor }: Context): Seat | Rejection {
  if (actor.kind !== 'seat' && actor.kind !== 'standIn') return reject('E_PLAYER', 'You do not play in this game.');
  const shown = state.board.seats[actor.seat];
  if (shown === undefined || shown.state === 'left')
    return reject('E_PLAYER', 'You do not play in this game any more.');
  if (actor.kind === 'standIn' && !isStoodInFor(state.board, actor.seat)) {
    return reject('E_PLAYER', 'The player has taken the seat back.');
  }
  if (actor.kind === 'seat' && shown.away === 'left') {
    return reject('E_PLAYER', 'You have left; only comeBack takes your seat back.');
  }
  return actor.seat;
}

/** What the game is doing instead. */
const PHASE_OVER: Readonly<Record<Phase, string>> = {
  seating: 'The first hand has not been dealt yet.',
  waiting: 'The table waits for more players.',
  deal: 'The hand is still being dealt.',
  revolution: 'The game waits for the answers about a revolution.',
  tax: 'The game waits for the taxes.',
  play: 'The cards are being played.',
  handEnd: 'The hand is over.',
  ended: 'The game is over.',
};
