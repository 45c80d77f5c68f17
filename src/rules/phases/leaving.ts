/** Going away and coming back, of one's own will or by silence (R-LEAVE-1..10). */
import { onTimeout } from '../legal.ts';
import { look } from '../look.ts';
import { type Rejection, reject } from '../rejections.ts';
import type { Seat } from '../seats.ts';
import { emit, playerOf, type Step } from '../step.ts';
import { isActive } from '../turns.ts';
import type { View } from '../view.ts';
import { isBetweenHands } from '../voters.ts';
import { closeAbsent, closeBetweenHands, closeSeat } from './closing.ts';
import { settleVote } from './consent.ts';
import { settleOverdueMisdeal } from './deal.ts';
import { endGame } from './game-end.ts';
import { tradeOverdue } from './merchants.ts';
import { fold } from './play.ts';
import { payOverdue, settleTaxes } from './taxes.ts';
import { voidHand } from './void-hand.ts';

export function leave(step: Step): Rejection | null {
  const seat = playerOf(step, step.context);
  if (typeof seat !== 'number') return seat;
  if (step.state.board.phase === 'ended') return reject('E_PHASE', 'The game is over.');
  emit(step, 'player', { type: 'playerLeft', seat });
  goAway(step, seat);
  return null;
}

/** The owner takes his seat back, which he can until it closes (R-LEAVE-3). */
export function comeBack(step: Step): Rejection | null {
  const { actor } = step.context;
  const shown = actor.kind === 'seat' ? step.state.board.seats[actor.seat] : undefined;
  if (shown === undefined || shown.state === 'left') return reject('E_PLAYER', 'You hold no seat in this game.');
  if (step.state.board.phase === 'ended') return reject('E_PHASE', 'The game is over.');
  if (shown.away === null) return reject('E_PHASE', 'You are not away.');
  takeBack(step, shown.seat);
  return null;
}

/** Any command of a player who was only silent takes the seat back as well (R-LEAVE-3). */
export function takeBackByActing(step: Step): void {
  const { actor } = step.context;
  if (actor.kind === 'seat' && step.state.board.seats[actor.seat]?.away === 'idle') takeBack(step, actor.seat);
}

function takeBack(step: Step, seat: Seat): void {
  const played = step.state.board.seats[seat]?.controlledBy === 'standIn';
  emit(step, 'player', { type: played ? 'standInEnded' : 'playerReturned', seat });
}

/** A missed deadline, and then silence for the whole grace period (R-LEAVE-2). The clock is trusted to have waited so long. */
export function absence(step: Step, seat: Seat): Rejection | null {
  const { board, missed } = step.state;
  const since = missed[seat] ?? null;
  const shown = board.seats[seat];
  if (step.context.actor.kind !== 'clock' || since === null || shown === undefined || shown.away !== null) {
    return reject('E_PHASE', 'This player is not absent.');
  }
  if (board.phase === 'ended' || shown.state === 'left') return reject('E_PHASE', 'This seat is closed.');
  if (standsIn(board)) emit(step, 'clock', { type: 'standInStarted', seat, reason: 'idle' });
  else emit(step, 'clock', { type: 'playerLeft', seat });
  goAway(step, seat);
  return null;
}

/** Whether a stand-in would play on; between two hands there is nothing to play, and the seat closes. */
function standsIn(board: View): boolean {
  return board.ruleset.leave.midHand === 'bot' && !isBetweenHands(board);
}

/** What follows by the ruleset when somebody is away from now on. */
function goAway(step: Step, seat: Seat): void {
  const { board } = step.state;
  const shown = board.seats[seat];
  if (isBetweenHands(board)) {
    closeBetweenHands(step, seat);
  } else if (shown?.state === 'waiting') {
    closeSeat(step, seat);
  } else if (board.ruleset.leave.midHand === 'void') {
    // Whoever is out has nothing left to play: he cannot undo the others' hand.
    if (shown?.place === null) voidForLeaver(step);
  } else if (board.ruleset.leave.midHand === 'bot' && shown?.controlledBy === 'player') {
    emit(step, 'rule', { type: 'standInStarted', seat, reason: 'left' });
  }
  settleVote(step);
}

/** A void hand is the end of a hand: what was agreed for then happens (R-GAME-4). */
function voidForLeaver(step: Step): void {
  voidHand(step, 'left');
  if (step.state.board.endsAfterHand) endGame(step, 'consent');
  else closeAbsent(step);
}

/**
 * For seats whose player is away where no stand-in plays (`leave.midHand=fold`): what they owe the hand before play is
 * settled by the clock's default, so that every tax is paid, and when play has begun they fold (R-LEAVE-4, R-LEAVE-10).
 * Their answer to the revolution window comes later, in a step of its own (`isStoodInFor`).
 */
export function settleAbsent(step: Step): void {
  for (let seat = firstAbsent(step); seat !== null; seat = firstAbsent(step)) {
    if (step.state.board.phase === 'play') fold(step, seat);
    else answerFor(step, seat);
  }
}

function firstAbsent({ state }: Step): Seat | null {
  const { board } = state;
  const absent = board.seats.filter(({ away, controlledBy }) => away !== null && controlledBy === 'player');
  const due = absent.filter(({ seat }) => {
    if (board.phase === 'play') return isActive(board, seat);
    return board.phase !== 'revolution' && board.awaiting.includes(seat);
  });
  return due[0]?.seat ?? null;
}

function answerFor(step: Step, seat: Seat): void {
  const command = onTimeout(look(step.state, seat));
  switch (step.state.board.phase) {
    case 'deal':
      settleOverdueMisdeal(step);
      return;
    default:
      if (command?.type === 'payTax') payOverdue(step, seat, command);
      else if (command !== null) tradeOverdue(step, seat, command);
      settleTaxes(step);
  }
}
