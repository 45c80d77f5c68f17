/** What each event changes on the board; the same for everybody who looks, each with his own version of the event. */
import type { EventType } from '../events.ts';
import type { PublicEvent, PublicEventOf } from '../public-events.ts';
import type { View } from '../view.ts';
import { type Draft, draftOf } from './draft.ts';
import * as ending from './ending.ts';
import * as people from './people.ts';
import * as table from './table.ts';
import * as taxes from './taxes.ts';
import * as tricks from './tricks.ts';

const nothing = (): void => {};

const REDRAW = {
  gameStarted: nothing,
  seatsDrawn: table.seatsDrawn,
  cardExposed: table.cardExposed,
  misdealSettled: table.misdealSettled,
  handDealt: table.handDealt,
  revolutionAnswered: nothing,
  revolutionDeclared: taxes.revolutionDeclared,
  revolutionWindowClosed: taxes.revolutionWindowClosed,
  seatsReversed: taxes.seatsReversed,
  taxOpened: taxes.taxOpened,
  taxChosen: taxes.taxChosen,
  taxesExchanged: taxes.taxesExchanged,
  merchantPartnerNamed: taxes.merchantPartnerNamed,
  merchantExchanged: taxes.merchantExchanged,
  merchantExchangeDeclined: taxes.merchantExchangeDeclined,
  playStarted: taxes.playStarted,
  setPlayed: tricks.setPlayed,
  playerPassed: tricks.playerPassed,
  playerBanned: tricks.playerBanned,
  forcedPass: tricks.forcedPass,
  playerWentOut: tricks.playerWentOut,
  trickWon: tricks.trickWon,
  ratbertTaken: tricks.ratbertTaken,
  leadPassed: tricks.leadPassed,
  playerFolded: tricks.playerFolded,
  handEnded: table.handEnded,
  handVoided: table.handVoided,
  newcomerArrived: people.newcomerArrived,
  placementOpened: people.placementOpened,
  newcomersPlaced: people.newcomersPlaced,
  playerLeft: people.playerLeft,
  playerReturned: people.playerReturned,
  standInStarted: people.standInStarted,
  standInEnded: people.standInEnded,
  seatClosed: people.seatClosed,
  endProposed: ending.endProposed,
  endVoted: ending.endVoted,
  endVoteClosed: ending.endVoteClosed,
  gameEnded: table.gameEnded,
} satisfies { readonly [T in EventType]: (draft: Draft, event: PublicEventOf<T>) => void };

/** The board after `event`; `you` is carried along unchanged. */
export function advanceBoard(view: View, event: PublicEvent): Draft {
  const draft = draftOf(view);
  draft.version = event.version;
  const redraw = REDRAW[event.type] as (draft: Draft, event: PublicEvent) => void;
  redraw(draft, event);
  return draft;
}
