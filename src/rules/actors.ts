/** Whose doing an event is: tells a game with people in it from an abandoned one, and players from those who are away. */
import type { GameEvent } from './events.ts';
import type { Seat } from './seats.ts';
import type { View } from './view.ts';

/** Something that a person does himself, not the clock or a stand-in for him (R-GAME-6). */
export function isByHuman(board: View, event: GameEvent): boolean {
  if (event.cause !== 'player') return false;
  if (event.type === 'newcomerArrived') return event.kind === 'human';
  const actor = actorOf(board, event);
  return actor !== null && board.seats[actor]?.kind === 'human';
}

/** @param board before the event @returns whose command it is, or stands for; `null` for what only follows from one */
export function actorOf(board: View, event: GameEvent): Seat | null {
  switch (event.type) {
    case 'revolutionAnswered':
    case 'revolutionDeclared':
    case 'taxChosen':
    case 'setPlayed':
    case 'playerPassed':
    case 'merchantExchangeDeclined':
    case 'playerLeft':
    case 'playerReturned':
    case 'standInStarted':
    case 'standInEnded':
    case 'endProposed':
    case 'endVoted':
      return event.seat;
    case 'merchantPartnerNamed':
      return event.upper;
    case 'merchantExchanged':
      return board.awaiting.includes(event.upper) ? event.upper : event.lower;
    case 'misdealSettled':
    case 'newcomersPlaced':
      return board.order[0] ?? null;
    default:
      return null;
  }
}
