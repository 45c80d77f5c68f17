/** What the game waits for: whose answer, until when, and since which version (promises 2 and 5). */
import { later } from '../clock.ts';
import type { PublicEvent } from '../public-events.ts';
import type { Seat } from '../seats.ts';
import type { Draft } from './draft.ts';

/**
 * Asks `seats`, besides whoever is still being asked. Only here does a deadline move; a question that joins an older one
 * leaves `asked` alone, so that an answer to the older one does not become stale.
 */
export function ask(draft: Draft, event: PublicEvent, seats: readonly Seat[], seconds: number | null): void {
  if (draft.awaiting.length === 0) draft.asked = event.version;
  draft.awaiting = [...draft.awaiting, ...seats].sort((a, b) => a - b);
  draft.deadline = later(event.at, seconds);
}

/** The seat has answered; the others' deadline stays. */
export function answered(draft: Draft, seat: Seat): void {
  draft.awaiting = draft.awaiting.filter((each) => each !== seat);
  if (draft.awaiting.length === 0) draft.deadline = null;
}

/** Withdraws whatever was asked. */
export function askNobody(draft: Draft): void {
  draft.turn = null;
  draft.awaiting = [];
  draft.deadline = null;
}

/** Gives one seat the turn, as a new question; `null` when nobody is left to be asked. */
export function giveTurn(draft: Draft, event: PublicEvent, seat: Seat | null): void {
  draft.turn = seat;
  draft.awaiting = seat === null ? [] : [seat];
  draft.deadline = seat === null ? null : later(event.at, draft.clock.turnSeconds);
  draft.asked = event.version;
}

/** Lets a result stay visible: nobody is asked, the clock moves on (R-GAME-7). No pause where no human is seated. */
export function pause(draft: Draft, event: PublicEvent): void {
  const humans = draft.seats.some((seat) => seat.kind === 'human');
  draft.turn = null;
  draft.awaiting = [];
  draft.deadline = later(event.at, humans ? draft.clock.pauseSeconds : 0);
  draft.asked = event.version;
}
