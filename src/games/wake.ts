/** When a game must be looked at again, and why: written beside every step, so that any node can carry on (decision 11). */
import type { Wake } from '../ports/event-log.ts';
import type { Clock } from '../rules/clock.ts';
import type { ServiceCommand } from '../rules/commands.ts';
import type { Seat } from '../rules/seats.ts';
import { isStoodInFor } from '../rules/stand-ins.ts';
import type { State } from '../rules/state.ts';
import type { Phase } from '../rules/view.ts';

/** How long the operator lets things take. */
export interface Patience {
  /** How long built-in bots and stand-ins think where a person is present. */
  readonly botDelayMs: number;
  /** How long they take where no person is present: bounds what such a game costs. */
  readonly botGameDelayMs: number;
  /** After so long without any event a game that waits for ever is abandoned (R-GAME-6). */
  readonly idleMs: number;
  /** Random, from 0 to below 1: when stand-ins answer the revolution window. */
  readonly fraction: () => number;
}

/** Within this time after a question stand-ins answer the revolution window where no clock runs. */
const ABSENT_ANSWER_MS = 10_000;

/**
 * Reads nothing hidden but who has answered the revolution window, so that the moments at which the server acts by itself
 * tell nobody anything about cards (promise 3).
 *
 * @param now milliseconds since 1970
 */
export function wakeFor(state: State, now: number, patience: Patience): Wake {
  const botsOnly = !isPersonPresent(state);
  if (state.board.phase === 'ended') return { reason: 'ended', delayMs: 0, botsOnly };
  const clock = clockMove(state, patience);
  const clockMs = Math.max(0, clock.at - now);
  if (awaitedBots(state).length === 0) return { reason: 'clock', delayMs: clockMs, botsOnly };
  const botsMs = thinking(state, now, patience);
  return botsMs <= clockMs
    ? { reason: 'bots', delayMs: botsMs, botsOnly }
    : { reason: 'clock', delayMs: clockMs, botsOnly };
}

/** Whether a person holds a seat and is not away. */
export function isPersonPresent({ board }: State): boolean {
  return board.seats.some(({ kind, state, away }) => kind === 'human' && state !== 'left' && away === null);
}

/** What the clock says next to a game that goes on. */
export interface ClockMove {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly command: ServiceCommand;
  /** One for each thing that the clock can say once, so that it is appended once, by whatever node. */
  readonly key: string;
  /** The version of which it holds; beyond it the question is another one. */
  readonly asOf: number;
}

export function clockMove({ board, missed, movedAt }: State, { idleMs }: Patience): ClockMove {
  const { asked, version, deadline, seats, clock } = board;
  const overdue: readonly ClockMove[] =
    deadline === null
      ? []
      : [{ at: Date.parse(deadline), command: { type: 'timeout' }, key: `timeout:${asked}`, asOf: asked }];
  const absent = seats.flatMap(({ seat, away, state }): readonly ClockMove[] => {
    const since = missed[seat] ?? null;
    if (since === null || away !== null || state === 'left') return [];
    const at = Date.parse(since) + clock.graceSeconds * 1000;
    return [{ at, command: { type: 'absence', seat }, key: `absence:${seat}:${since}`, asOf: version }];
  });
  const moves = [...overdue, ...absent].sort((a, b) => a.at - b.at);
  return (
    moves[0] ?? {
      at: Date.parse(movedAt) + idleMs,
      command: { type: 'endGame', reason: 'abandoned' },
      key: `abandoned:${version}`,
      asOf: version,
    }
  );
}

/**
 * Seats that owe the game an answer and for which this service plays: built-in bots, and those whose players are away. In
 * the revolution window the latter come one at a time, and after all bots.
 */
export function awaitedBots({ board, answered }: State): readonly Seat[] {
  const { seats, awaiting, phase } = board;
  const bots = awaiting.filter((seat) => seats[seat]?.kind === 'builtIn');
  const absent = awaiting.filter((seat) => isStoodInFor(board, seat));
  if (phase !== 'revolution') return [...bots, ...absent].sort((a, b) => awaiting.indexOf(a) - awaiting.indexOf(b));
  const silent = (asked: readonly Seat[]) => asked.filter((seat) => !answered.includes(seat));
  const silentBots = silent(bots);
  return silentBots.length > 0 ? silentBots : silent(absent).slice(0, 1);
}

/**
 * Counted from the moment of the question, so that other seats' answers put it off no further, and never more than half
 * of the time that the clock leaves. A player's absence from the revolution window is answered at a random moment, as that
 * of any other player might be: soon after their leaving it would show that they had not answered yet (R-REV-4).
 */
function thinking(state: State, now: number, { botDelayMs, botGameDelayMs, fraction }: Patience): number {
  const { board } = state;
  if (!isPersonPresent(state)) return botGameDelayMs;
  const [first] = awaitedBots(state);
  if (board.phase === 'revolution' && board.seats[first ?? -1]?.kind !== 'builtIn') {
    const leftMs = board.deadline === null ? ABSENT_ANSWER_MS : Date.parse(board.deadline) - now;
    return Math.floor(fraction() * Math.max(0, leftMs));
  }
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
    case 'handEnd':
      return clock.placementSeconds;
    case 'waiting':
    case 'ended':
      return null;
    default:
      return phase satisfies never;
  }
}
