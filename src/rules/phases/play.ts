/** Playing and passing, and all that may follow from it within one step (R-PLAY-1..11, R-OUT-1..3). */
import { type Cards, holds, sorted } from '../cards.ts';
import type { Command } from '../commands.ts';
import type { Cause } from '../events.ts';
import { type Rejection, reject } from '../rejections.ts';
import { pointsFor } from '../scoring.ts';
import type { Seat } from '../seats.ts';
import type { PlayCommand } from '../set-list.ts';
import { classify } from '../sets.ts';
import { actingSeat, causeOf, emit, type Step } from '../step.ts';
import { activeSeats, isActive, nextWithCards } from '../turns.ts';
import type { View } from '../view.ts';
import { endHand } from './hand-end.ts';
import { endTrick, moveOn } from './trick.ts';

export function play(step: Step, command: PlayCommand): Rejection | null {
  const seat = seatOnTurn(step);
  if (typeof seat !== 'number') return seat;
  const hand = step.state.hands[seat] ?? [];
  const rank = rankOfPlay(step, seat, hand, command);
  if (typeof rank !== 'number') return rank;
  laySet(step, causeOf(step.context), seat, command, rank);
  return null;
}

export function pass(step: Step): Rejection | null {
  const seat = seatOnTurn(step);
  if (typeof seat !== 'number') return seat;
  if (step.state.board.trick === null) return reject('E_LEAD_PASS', 'You lead, so you must play.');
  passFor(step, causeOf(step.context), seat);
  return null;
}

/** The checks that a play and a pass have in common, in the order of R-ERR-1. */
function seatOnTurn(step: Step): Seat | Rejection {
  const seat = actingSeat(step, 'play');
  if (typeof seat !== 'number') return seat;
  const { board, banned } = step.state;
  if (!isActive(board, seat)) return reject('E_OUT', 'You are out of this hand.');
  if (board.trick?.barred.includes(seat)) {
    return banned.includes(seat)
      ? reject('E_BANNED', 'The Twirling Wedgie keeps you out of this trick.')
      : reject('E_LOCKED', 'You passed, and are out of this trick.');
  }
  if (board.turn !== seat) return reject('E_NOT_YOUR_TURN', `Seat ${board.turn} has the turn.`);
  return seat;
}

/** The rank of the set that is to be laid, or the first check of R-ERR-1 that it fails. */
function rankOfPlay(
  { state }: Step,
  seat: Seat,
  hand: Cards,
  { cards, declare, target }: PlayCommand,
): number | Rejection {
  const { board } = state;
  if (cards.length === 0) return reject('E_EMPTY', 'A play needs at least one card.');
  if (!holds(hand, cards)) return reject('E_NOT_OWNED', 'You do not hold these cards.');
  const leading = board.trick === null && hand.length > 1;
  const rank = classify(board.ruleset, { cards, declare, leading });
  if (typeof rank !== 'number') return rank;
  if (!isTargetRight(board, seat, cards, target)) {
    return reject('E_TARGET', 'The Twirling Wedgie, and nothing else, names another player who holds cards.');
  }
  const top = board.trick?.top;
  if (top === undefined) return rank;
  if (cards.length !== top.count) return reject('E_COUNT', `The trick is played with ${top.count} at a time.`);
  if (rank >= top.rank) return reject('E_RANK', `A set must be better than ${top.rank}.`);
  return rank;
}

/** The Twirling Wedgie names an active opponent (R-CORP-7); no other set names anyone. */
function isTargetRight(board: View, seat: Seat, cards: Cards, target: Seat | undefined): boolean {
  if (target !== undefined) return cards.includes('TW') && target !== seat && isActive(board, target);
  return !cards.includes('TW') || board.ruleset.corp?.wedgieTarget === 'optional';
}

/** Lays a set that has passed all checks; World Ruler wins without an answer (R-CORP-17). */
function laySet(step: Step, cause: Cause, seat: Seat, { cards, target }: PlayCommand, rank: number): void {
  const left = (step.state.hands[seat] ?? []).length - cards.length;
  emit(step, cause, { type: 'setPlayed', seat, cards: sorted(cards), rank, left });
  if (target !== undefined) emit(step, 'rule', { type: 'playerBanned', seat: target, by: seat });
  if (left === 0) goOut(step, seat);
  if (activeSeats(step.state.board).length <= 1) endHand(step);
  else if (cards.includes('DW')) endTrick(step);
  else moveOn(step, seat);
}

/** First out, second out … (R-OUT-1, R-OUT-2), and a point for everybody who is still in (R-SCORE-2). */
function goOut(step: Step, seat: Seat): void {
  const { order, seats, ruleset } = step.state.board;
  const place = 1 + seats.filter((shown) => shown.place !== null).length;
  const points = ruleset.scoring.mode === 'points' ? pointsFor(place, order.length) : null;
  emit(step, 'rule', { type: 'playerWentOut', seat, place, points });
}

/** Under pass lock a pass bars from the rest of the trick (R-PLAY-6). */
function passFor(step: Step, cause: Cause, seat: Seat): void {
  emit(step, cause, { type: 'playerPassed', seat, barred: step.state.board.ruleset.play.passLock });
  moveOn(step, seat);
}

/** Somebody who is away gives up his cards, face down (R-LEAVE-4..6). */
export function fold(step: Step, seat: Seat): void {
  const { turn, trick } = step.state.board;
  const cards = step.state.hands[seat] ?? [];
  emit(step, 'rule', { type: 'playerFolded', seat, count: cards.length, cards });
  if (activeSeats(step.state.board).length <= 1) {
    endHand(step);
    return;
  }
  if (turn !== seat) return;
  if (trick !== null) {
    moveOn(step, seat);
    return;
  }
  const to = nextWithCards(step.state.board, seat);
  if (to !== null) emit(step, 'rule', { type: 'leadPassed', from: seat, to });
}

/** The player on turn is out of time (R-PLAY-12): his move is decided like one of his own. */
export function moveOverdue(step: Step, move: Command): void {
  const { turn } = step.state.board;
  if (turn === null) return;
  if (move.type === 'pass') passFor(step, 'clock', turn);
  if (move.type === 'play') {
    const rank = rankOfPlay(step, turn, step.state.hands[turn] ?? [], move);
    if (typeof rank === 'number') laySet(step, 'clock', turn, move, rank);
  }
}
