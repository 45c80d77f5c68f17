/** Events that every viewer sees whole, with each of their fields by name: a field that is in no list does not compile. */
import type { EventOf, EventType, GameEvent, Stamp } from './events.ts';
import type { Redacted } from './public-events.ts';

type Whole = Exclude<EventType, keyof Redacted>;

/** What an event type adds to the stamp. */
type FieldOf<Event> = Exclude<keyof Event, keyof Stamp | 'type'>;

/** The fields of an event that a list does not name; `never` when it names all of them. */
export type Unplaced<Event, Placed extends PropertyKey> = Exclude<FieldOf<Event>, Placed>;

export const PUBLIC_FIELDS = {
  seatsDrawn: ['rounds', 'order', 'titles'],
  revolutionDeclared: ['seat', 'greater'],
  revolutionWindowClosed: ['called'],
  seatsReversed: ['order', 'titles'],
  merchantExchangeDeclined: ['seat'],
  playStarted: ['lead'],
  setPlayed: ['seat', 'cards', 'rank', 'left'],
  playerPassed: ['seat', 'barred'],
  playerBanned: ['seat', 'by'],
  forcedPass: ['seat'],
  playerWentOut: ['seat', 'place', 'points'],
  trickWon: ['seat', 'number'],
  ratbertTaken: ['seat', 'left'],
  leadPassed: ['from', 'to'],
  handVoided: ['handNumber', 'reason'],
  newcomerArrived: ['seat', 'player', 'kind', 'total', 'entropy'],
  placementOpened: ['seats', 'above'],
  newcomersPlaced: ['above', 'seats', 'order', 'titles'],
  playerLeft: ['seat'],
  playerReturned: ['seat'],
  standInStarted: ['seat', 'reason'],
  standInEnded: ['seat'],
  seatClosed: ['seat', 'order', 'titles'],
  endProposed: ['seat', 'when'],
  endVoted: ['seat', 'agree'],
  endVoteClosed: ['agreed', 'when'],
  gameEnded: ['reason', 'winners', 'standings'],
} as const satisfies { readonly [T in Whole]: readonly FieldOf<EventOf<T>>[] };

/** Names the fields that are missing above, if there are any. */
type Missing = { [T in Whole]: Unplaced<EventOf<T>, (typeof PUBLIC_FIELDS)[T][number]> }[Whole];
const EVERY_FIELD_IS_PLACED: [Missing] extends [never] ? true : Missing = true;

/** Whether every viewer sees the event as it is. */
export function isWhole(event: GameEvent): event is EventOf<Whole> {
  return EVERY_FIELD_IS_PLACED && Object.hasOwn(PUBLIC_FIELDS, event.type);
}
