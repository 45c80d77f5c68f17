/** Whether a person has moved: a game without any is abandoned (R-GAME-6). */
import type { GameEvent } from './events.ts';
import type { Seat } from './seats.ts';
import type { View } from './view.ts';

/** A move of the player himself, not of the clock or a stand-in, and of a seat that a person holds. */
export function isByHuman(board: View, event: GameEvent): boolean {
  if (event.cause !== 'player') return false;
  const actor = actorOf(board, event);
  return actor !== null && board.seats[actor]?.kind === 'human';
}

/** Whose command an event is; `null` for what only follows from one. */
function actorOf(board: View, event: GameEvent): Seat | null {
  switch (event.type) {
    case 'revolutionAnswered':
    case 'revolutionDeclared':
    case 'taxChosen':
    case 'setPlayed':
    case 'playerPassed':
    case 'merchantExchangeDeclined':
      return event.seat;
    case 'merchantPartnerNamed':
      return event.upper;
    case 'merchantExchanged':
      return board.awaiting.includes(event.upper) ? event.upper : event.lower;
    case 'misdealSettled':
      return board.order[0] ?? null;
    default:
      return null;
  }
}
