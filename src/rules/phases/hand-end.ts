/** The end of a hand and of the game: places, points, the next order (R-END-1..4, R-RANK-1, R-GAME-2..6). */
import type { GameResult, Placing } from '../events.ts';
import { reversed } from '../revolution.ts';
import { type Finish, handPoints } from '../scoring.ts';
import type { Seat } from '../seats.ts';
import { standings } from '../standings.ts';
import type { State } from '../state.ts';
import { emit, type Step } from '../step.ts';
import { seatTitles } from '../titles.ts';
import type { View } from '../view.ts';

/** At once when only one player holds cards, even in the middle of a trick (R-END-1, R-END-2). */
export function endHand(step: Step): void {
  const { state } = step;
  const { board, hands } = state;
  const placings = placingsOf(board);
  const order = placings.map(({ seat }) => seat);
  const last = order.at(-1);
  emit(step, 'rule', {
    type: 'handEnded',
    handNumber: board.handNumber,
    placings,
    remaining: last === undefined ? [] : (hands[last] ?? []),
    order,
    titles: seatTitles(board.ruleset, order),
  });
  const reason = reasonToEnd(state, step.context.now);
  if (reason !== null) endGame(step, reason);
}

/** In the order of going out, the player left over last (R-OUT-2, R-END-3). */
function finishesOf(board: View): readonly Finish[] {
  const placeOf = (seat: Seat): number => board.seats[seat]?.place ?? Number.POSITIVE_INFINITY;
  const seats = [...board.order].sort((a, b) => placeOf(a) - placeOf(b));
  return seats.map((seat) => ({ seat, finish: Number.isFinite(placeOf(seat)) ? 'out' : 'last' }));
}

function placingsOf(board: View): readonly Placing[] {
  const finishes = finishesOf(board);
  const { mode, bonus } = board.ruleset.scoring;
  const scored = mode === 'points' ? handPoints(bonus, rolesOf(board), finishes) : [];
  return finishes.map(({ seat, finish }, index) => {
    const points = scored[index]?.points ?? null;
    const extra = scored[index]?.bonus ?? null;
    const before = board.seats[seat]?.total ?? 0;
    const total = points === null ? null : before + points + (extra ?? 0);
    return { place: index + 1, seat, finish, points, bonus: extra, total };
  });
}

/** The roles that bonuses look at: those in force when play began, or those of the deal (R-SCORE-7). */
function rolesOf({ ruleset, order, revolution }: View): readonly Seat[] {
  return ruleset.scoring.baseline === 'hand-start' && revolution?.greater ? reversed(order) : order;
}

/** Why no further hand follows the one that has just been played; `null` when one does. */
function reasonToEnd({ board, handLimit, startedAt, humanActed }: State, now: string): GameResult['reason'] | null {
  const { hands, timeLimitMin } = board.ruleset.end;
  if (hands !== null && board.handNumber >= hands) return 'hands';
  if (isTimeUp(timeLimitMin, startedAt, now)) return 'timeLimit';
  const hasHumans = board.seats.some(({ kind }) => kind === 'human');
  return board.handNumber >= handLimit || (hasHumans && !humanActed) ? 'abandoned' : null;
}

/** A running hand is finished, but no new one is dealt (R-GAME-3). */
function isTimeUp(minutes: number | null, startedAt: string, now: string): boolean {
  return minutes !== null && Date.parse(now) - Date.parse(startedAt) >= minutes * 60_000;
}

/** Between two hands the time may run out as well (R-GAME-3). @returns whether the game has ended */
export function endGameIfTimeIsUp(step: Step): boolean {
  const { board, startedAt } = step.state;
  if (!isTimeUp(board.ruleset.end.timeLimitMin, startedAt, step.context.now)) return false;
  endGame(step, 'timeLimit');
  return true;
}

function endGame(step: Step, reason: GameResult['reason']): void {
  const { board, finishes } = step.state;
  const scores = board.order.map((seat) => {
    return { seat, total: board.seats[seat]?.total ?? null, finishes: finishes[seat] ?? [] };
  });
  const table = standings(board.ruleset.end.tieBreak, scores, board.order);
  const scored = board.ruleset.scoring.mode === 'points';
  const winners = scored ? table.filter(({ rank }) => rank === 1).map(({ seat }) => seat) : [];
  emit(step, 'rule', { type: 'gameEnded', reason, winners, standings: table });
}
