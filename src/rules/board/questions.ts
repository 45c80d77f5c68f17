/** What the game waits for: whose answer, until when, and since which version (promises 2 and 5). */
import { later } from '../clock.ts';
import type { PublicEvent } from '../public-events.ts';
import type { Seat } from '../seats.ts';
import type { View } from '../view.ts';
import { type Draft, redrawSeat } from './draft.ts';

/**
 * Asks `seats`, besides whoever is still being asked. Only here does a deadline move; a question that joins an older one
 * leaves `asked` alone, so that an answer to the older one does not become stale.
 */
export function ask(draft: Draft, event: PublicEvent, seats: readonly Seat[], seconds: number | null): void {
  const joins = draft.awaiting.length > 0;
  if (!joins) draft.asked = event.version;
  const since = new Map(draft.awaiting.map((seat, index) => [seat, draft.askedAt[index] ?? event.version]));
  for (const seat of seats) since.set(seat, event.version);
  draft.awaiting = [...since.keys()].sort((a, b) => a - b);
  draft.askedAt = draft.awaiting.map((seat) => since.get(seat) ?? event.version);
  // A seat for which nobody can answer is answered for in the same step: it gives the others no more time.
  if (!joins || seats.some((seat) => canAnswer(draft, seat))) draft.deadline = later(event.at, seconds);
}

/** @returns the version at which a seat was asked what is still open, `null` when nothing is asked of it */
export function askedSince({ awaiting, askedAt }: Pick<View, 'awaiting' | 'askedAt'>, seat: Seat): number | null {
  return askedAt[awaiting.indexOf(seat)] ?? null;
}

function canAnswer({ seats }: Draft, seat: Seat): boolean {
  const shown = seats[seat];
  return shown?.away === null || shown?.controlledBy === 'standIn';
}

/** The seat has answered; the others' deadline stays. */
export function answered(draft: Draft, seat: Seat): void {
  const index = draft.awaiting.indexOf(seat);
  if (index >= 0) {
    draft.awaiting = draft.awaiting.toSpliced(index, 1);
    draft.askedAt = draft.askedAt.toSpliced(index, 1);
  }
  if (draft.awaiting.length === 0) draft.deadline = null;
}

/** Withdraws whatever was asked. */
export function askNobody(draft: Draft): void {
  draft.turn = null;
  draft.awaiting = [];
  draft.askedAt = [];
  draft.deadline = null;
}

/** Gives one seat the turn, as a new question; `null` when nobody is left to be asked. */
export function giveTurn(draft: Draft, event: PublicEvent, seat: Seat | null): void {
  const { turnSeconds } = draft.clock;
  const bank = seat === null ? 0 : bankOf(draft, seat);
  draft.turn = seat;
  draft.awaiting = seat === null ? [] : [seat];
  draft.askedAt = seat === null ? [] : [event.version];
  draft.deadline = seat === null || turnSeconds === null ? null : later(event.at, turnSeconds + bank);
  draft.asked = event.version;
}

/** The seconds that a player may add to his turns, in the whole game; a stand-in does not touch them. */
function bankOf(draft: Draft, seat: Seat): number {
  const shown = draft.seats[seat];
  return shown?.controlledBy === 'player' ? (shown.bankSeconds ?? 0) : 0;
}

/** Takes from the bank of the player on turn what he needed beyond his turn's own time, in whole seconds begun. */
export function spendBank(draft: Draft, event: PublicEvent, seat: Seat): void {
  const bank = bankOf(draft, seat);
  if (bank === 0 || draft.deadline === null || draft.turn !== seat) return;
  const left = Math.floor((Date.parse(draft.deadline) - Date.parse(event.at)) / 1000);
  if (left >= bank) return;
  redrawSeat(draft, seat, (shown) => {
    shown.bankSeconds = Math.max(0, left);
  });
}

/** Lets a result stay visible: nobody is asked, the clock moves on (R-GAME-7). No pause where no human is seated. */
export function pause(draft: Draft, event: PublicEvent): void {
  const humans = draft.seats.some((seat) => seat.kind === 'human' && seat.state !== 'left');
  draft.pausedUntil = later(event.at, humans ? draft.clock.pauseSeconds : 0);
  draft.placeBy = null;
  waitForDeal(draft, event);
}

/** Nobody is asked; the deal comes when the pause is over, at once if it is. */
export function waitForDeal(draft: Draft, event: PublicEvent): void {
  const { pausedUntil } = draft;
  draft.turn = null;
  draft.awaiting = [];
  draft.askedAt = [];
  draft.deadline = pausedUntil === null || pausedUntil < event.at ? event.at : pausedUntil;
  draft.asked = event.version;
}
