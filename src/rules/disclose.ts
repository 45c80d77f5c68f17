/** Each event as one viewer may have it: built by naming what is shown (decision 2). */
import type { EventOf, GameEvent } from './events.ts';
import type { PublicEvent, PublicEventOf, Viewer } from './public-events.ts';
import { type IsYou, isYou, seesExchange, seesTax } from './secrecy.ts';

/** What `viewer` receives of `event`: the same version and keys as everybody, `null` where something is not for him. */
export function disclose(event: GameEvent, viewer: Viewer): PublicEvent {
  const you = isYou(viewer);
  switch (event.type) {
    case 'gameStarted':
      return gameStarted(event);
    case 'handDealt':
      return handDealt(event, you);
    case 'revolutionAnswered':
      return you(event.seat) ? event : anonymous(event);
    case 'taxOpened':
      return taxOpened(event, you);
    case 'taxChosen':
      return taxChosen(event, you);
    case 'taxesExchanged':
      return taxesExchanged(event, you);
    case 'merchantPartnerNamed':
      return seesExchange(you, event.upper, event.lower, 'parties') ? event : { ...event, upperGives: null };
    case 'merchantExchanged':
      return seesExchange(you, event.upper, event.lower, 'parties')
        ? event
        : { ...event, upperGives: null, lowerGives: null };
    case 'handEnded':
      return { ...event, remaining: null };
    case 'playerFolded':
      return you(event.seat) ? event : { ...event, cards: null };
    case 'cardExposed':
      return cardExposed(event);
    case 'misdealSettled':
      return misdealSettled(event, you);
    case 'seatsDrawn':
    case 'revolutionDeclared':
    case 'revolutionWindowClosed':
    case 'seatsReversed':
    case 'merchantExchangeDeclined':
    case 'playStarted':
    case 'setPlayed':
    case 'playerPassed':
    case 'playerBanned':
    case 'forcedPass':
    case 'playerWentOut':
    case 'trickWon':
    case 'ratbertTaken':
    case 'leadPassed':
    case 'handVoided':
    case 'newcomerArrived':
    case 'placementOpened':
    case 'newcomersPlaced':
    case 'playerLeft':
    case 'playerReturned':
    case 'standInStarted':
    case 'standInEnded':
    case 'seatClosed':
    case 'endProposed':
    case 'endVoted':
    case 'endVoteClosed':
    case 'gameEnded':
      return event;
    default:
      return event satisfies never;
  }
}

function gameStarted(event: EventOf<'gameStarted'>): PublicEventOf<'gameStarted'> {
  const { version, type, at, cause, gameId, tableId, ruleset, clock, seats, fairness, classesKept } = event;
  return { version, type, at, cause, gameId, tableId, ruleset, clock, seats, fairness, classesKept };
}

function cardExposed(event: EventOf<'cardExposed'>): PublicEventOf<'cardExposed'> {
  const { version, type, at, cause, seat, card, dealt } = event;
  return { version, type, at, cause, seat, card, dealt };
}

/** The card that the Greater Peon gives back is for him and the one who gets it. */
function misdealSettled(event: EventOf<'misdealSettled'>, you: IsYou): PublicEventOf<'misdealSettled'> {
  const { version, type, at, cause, seat, to, card, greaterPeon } = event;
  const replacement = you(seat) || you(greaterPeon) ? event.replacement : null;
  return { version, type, at, cause, seat, to, card, replacement };
}

function handDealt(event: EventOf<'handDealt'>, you: IsYou): PublicEventOf<'handDealt'> {
  const { version, type, at, cause, handNumber, deck, dealer, order, titles } = event;
  const hands = event.hands.map(({ seat, count, cards }) => ({ seat, count, cards: you(seat) ? cards : null }));
  return { version, type, at, cause, handNumber, deck, dealer, order, titles, hands };
}

/** To others it shows neither whose answer it is nor what it says (R-REV-4). */
function anonymous({ version, type, at }: EventOf<'revolutionAnswered'>): PublicEventOf<'revolutionAnswered'> {
  return { version, type, at, cause: null, seat: null, call: null };
}

function taxOpened(event: EventOf<'taxOpened'>, you: IsYou): PublicEventOf<'taxOpened'> {
  const { version, type, at, cause, timing } = event;
  const exchanges = event.exchanges.map(({ kind, upper, lower, count, lowerGives }) => {
    return { kind, upper, lower, count, lowerGives: seesTax(you, upper, lower, timing) ? lowerGives : null };
  });
  return { version, type, at, cause, exchanges };
}

function taxChosen(event: EventOf<'taxChosen'>, you: IsYou): PublicEventOf<'taxChosen'> {
  const { version, type, at, cause, seat, cards, shownTo } = event;
  return { version, type, at, cause, seat, cards: you(seat) || you(shownTo) ? cards : null };
}

function taxesExchanged(event: EventOf<'taxesExchanged'>, you: IsYou): PublicEventOf<'taxesExchanged'> {
  const { version, type, at, cause, visibility } = event;
  const exchanges = event.exchanges.map(({ kind, upper, lower, count, upperGives, lowerGives }) => {
    const seen = seesExchange(you, upper, lower, visibility);
    const gifts = seen ? { upperGives, lowerGives } : { upperGives: null, lowerGives: null };
    return { kind, upper, lower, count, ...gifts };
  });
  return { version, type, at, cause, exchanges };
}
