/** The end of the game: why, who has won, the last table (R-GAME-1..6). */
import type { ServiceCommand } from '../commands.ts';
import type { Actor } from '../context.ts';
import type { Cause, GameResult } from '../events.ts';
import { type Rejection, reject } from '../rejections.ts';
import { standings } from '../standings.ts';
import { emit, type Step } from '../step.ts';
import { lapse } from './lapsed-vote.ts';

/** A running hand is finished, but no new one is dealt (R-GAME-3). */
export function isTimeUp(minutes: number | null, startedAt: string, now: string): boolean {
  return minutes !== null && Date.parse(now) - Date.parse(startedAt) >= minutes * 60_000;
}

/** Between two hands the time may run out as well (R-GAME-3). @returns whether the game has ended */
export function endGameIfTimeIsUp(step: Step): boolean {
  const { board, startedAt } = step.state;
  if (!isTimeUp(board.ruleset.end.timeLimitMin, startedAt, step.context.now)) return false;
  endGame(step, 'timeLimit');
  return true;
}

/** Whose word each reason is, and what the end is told to come from. */
const WORDS = {
  host: { actor: 'table', cause: 'player' },
  abandoned: { actor: 'clock', cause: 'clock' },
  admin: { actor: 'operator', cause: 'admin' },
} as const satisfies Record<string, { readonly actor: Actor['kind']; readonly cause: Cause }>;

/**
 * The host may end a game that waits for more players (R-LEAVE-9), the clock one that nobody has moved for too long, and
 * the operator any (R-GAME-6).
 */
export function stopGame(step: Step, { reason }: Extract<ServiceCommand, { type: 'endGame' }>): Rejection | null {
  const { phase } = step.state.board;
  const { actor, cause } = WORDS[reason];
  if (step.context.actor.kind !== actor) return reject('E_PLAYER', 'This is not yours to say.');
  if (phase === 'ended') return reject('E_PHASE', 'The game is over.');
  if (reason === 'host' && phase !== 'waiting') {
    return reject('E_PHASE', 'A game goes on as long as there are players enough.');
  }
  endGame(step, reason, cause);
  return null;
}

/** @param cause of the end itself; a host or an operator may say so directly */
export function endGame(step: Step, reason: GameResult['reason'], cause: Cause = 'rule'): void {
  lapse(step);
  const { board, finishes, reigns } = step.state;
  const scores = board.order.map((seat) => {
    return { seat, total: board.seats[seat]?.total ?? null, finishes: finishes[seat] ?? [] };
  });
  const counts = finishes.some((places) => places.length > 0);
  // A game of which no hand counts has no winner: its table is the final order, without shared ranks (R-GAME-5).
  const table = standings(counts ? board.ruleset.end.tieBreak : 'final-rank', scores, board.order);
  const scored = counts && board.ruleset.scoring.mode === 'points';
  const winners = scored ? table.filter(({ rank }) => rank === 1).map(({ seat }) => seat) : [];
  emit(step, cause, {
    type: 'gameEnded',
    reason,
    winners,
    standings: table.map((place) => ({ ...place, longestReign: reigns[place.seat]?.longest ?? 0 })),
  });
}
