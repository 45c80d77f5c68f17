/** The end of a hand: places, points, the next order (R-END-1..4, R-RANK-1), and whether another one follows (R-GAME-2..6). */
import type { GameResult, Placing } from '../events.ts';
import { reversed } from '../revolution.ts';
import { type Finish, handPoints } from '../scoring.ts';
import type { Seat } from '../seats.ts';
import type { State } from '../state.ts';
import { emit, type Step } from '../step.ts';
import { seatTitles } from '../titles.ts';
import type { View } from '../view.ts';
import { closeAbsent } from './closing.ts';
import { endGame, isTimeUp } from './game-end.ts';
import { lapse } from './lapsed-vote.ts';

/** At once when only one player holds cards, even in the middle of a trick (R-END-1, R-END-2). */
export function endHand(step: Step): void {
  lapse(step);
  const { state } = step;
  const { board, hands } = state;
  const placings = placingsOf(board);
  const order = placings.map(({ seat }) => seat);
  const last = placings.find(({ finish }) => finish === 'last')?.seat;
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
  else closeAbsent(step);
}

/** In the order of going out, then the player left over, then those who folded, the first of them last (R-OUT-2, R-END-3, R-LEAVE-6). */
function finishesOf(board: View): readonly Finish[] {
  const placeOf = (seat: Seat): number => board.seats[seat]?.place ?? Number.POSITIVE_INFINITY;
  const stayed = board.order.filter((seat) => !board.folds.includes(seat)).sort((a, b) => placeOf(a) - placeOf(b));
  return [
    ...stayed.map((seat): Finish => ({ seat, finish: Number.isFinite(placeOf(seat)) ? 'out' : 'last' })),
    ...board.folds.toReversed().map((seat): Finish => ({ seat, finish: 'folded' })),
  ];
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
  if (hands !== null && board.handNumber - board.voided >= hands) return 'hands';
  if (isTimeUp(timeLimitMin, startedAt, now)) return 'timeLimit';
  if (board.endsAfterHand) return 'consent';
  const hasHumans = board.seats.some(({ kind }) => kind === 'human');
  return board.handNumber >= handLimit || (hasHumans && !humanActed) ? 'abandoned' : null;
}
