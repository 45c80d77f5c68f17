/** When a game must be looked at again, and why: written beside every step, so that any node can carry on (decision 11). */
import type { Wake } from '../ports/event-log.ts';
import type { Clock } from '../rules/clock.ts';
import type { Seat } from '../rules/seats.ts';
import type { State } from '../rules/state.ts';
import type { Phase } from '../rules/view.ts';

/**
 * Reads nothing hidden but who has answered the revolution window, so that the moments at which the server acts by itself
 * tell nobody anything about cards (promise 3).
 *
 * @param now milliseconds since 1970
 * @param botDelayMs how long built-in bots think where a person plays along
 * @returns `null`: nothing happens until somebody sends a command
 */
export function wakeFor(state: State, now: number, botDelayMs: number): Wake | null {
  const { phase, deadline } = state.board;
  if (phase === 'ended') return { reason: 'ended', delayMs: 0 };
  if (awaitedBots(state).length > 0) return { reason: 'bots', delayMs: thinking(state, now, botDelayMs) };
  if (deadline === null) return null;
  return { reason: 'clock', delayMs: Math.max(0, Date.parse(deadline) - now) };
}

/** Built-in bots that owe the game an answer, in the order of their seats. */
export function awaitedBots({ board, answered }: State): readonly Seat[] {
  const asked = board.awaiting.filter((seat) => board.seats[seat]?.kind === 'builtIn');
  return board.phase === 'revolution' ? asked.filter((seat) => !answered.includes(seat)) : asked;
}

/**
 * Counted from the moment of the question, so that other seats' answers put it off no further, and never more than half
 * of the time that the clock leaves.
 */
function thinking({ board }: State, now: number, botDelayMs: number): number {
  if (!board.seats.some((seat) => seat.kind === 'human' && seat.state !== 'left')) return 0;
  const seconds = secondsFor(board.phase, board.clock);
  if (seconds === null || board.deadline === null) return botDelayMs;
  const delayMs = Math.min(botDelayMs, seconds * 500);
  const askedAt = Date.parse(board.deadline) - seconds * 1000;
  return Math.min(delayMs, Math.max(0, askedAt + delayMs - now));
}

function secondsFor(phase: Phase, clock: Clock): number | null {
  switch (phase) {
    case 'revolution':
      return clock.revolutionSeconds;
    case 'tax':
      return clock.taxSeconds;
    case 'deal':
    case 'play':
      return clock.turnSeconds;
    case 'seating':
    case 'waiting':
    case 'handEnd':
    case 'ended':
      return null;
    default:
      return phase satisfies never;
  }
}
