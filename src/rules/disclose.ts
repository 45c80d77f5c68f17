/** Each event as one viewer may have it: built by naming what is shown (decision 2). */
import type { EventOf, GameEvent } from './events.ts';
import type { PublicEvent, PublicEventOf, Viewer } from './public-events.ts';
import { isWhole } from './public-fields.ts';
import { type IsYou, isYou, seesExchange, seesTax } from './secrecy.ts';

/** What `viewer` receives of `event`: the same version and keys as everybody, `null` where something is not for him. */
export function disclose(event: GameEvent, viewer: Viewer): PublicEvent {
  if (isWhole(event)) return event;
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
      return merchantPartnerNamed(event, you);
    case 'merchantExchanged':
      return merchantExchanged(event, you);
    case 'handEnded':
      return handEnded(event);
    case 'playerFolded':
      return playerFolded(event, you);
    case 'cardExposed':
      return cardExposed(event);
    case 'misdealSettled':
      return misdealSettled(event, you);
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

function merchantPartnerNamed(
  event: EventOf<'merchantPartnerNamed'>,
  you: IsYou,
): PublicEventOf<'merchantPartnerNamed'> {
  const { version, at, cause, type, upper, lower } = event;
  const upperGives = seesExchange(you, upper, lower, 'parties') ? event.upperGives : null;
  return { version, at, cause, type, upper, lower, upperGives };
}

function merchantExchanged(event: EventOf<'merchantExchanged'>, you: IsYou): PublicEventOf<'merchantExchanged'> {
  const { version, at, cause, type, upper, lower } = event;
  const seen = seesExchange(you, upper, lower, 'parties');
  const upperGives = seen ? event.upperGives : null;
  const lowerGives = seen ? event.lowerGives : null;
  return { version, at, cause, type, upper, lower, upperGives, lowerGives };
}

/** What the last player was left with is shown in the replay only (R-VIS-4). */
function handEnded(event: EventOf<'handEnded'>): PublicEventOf<'handEnded'> {
  const { version, at, cause, type, handNumber, placings, order, titles } = event;
  return { version, at, cause, type, handNumber, placings, remaining: null, order, titles };
}

function playerFolded(event: EventOf<'playerFolded'>, you: IsYou): PublicEventOf<'playerFolded'> {
  const { version, at, cause, type, seat, count } = event;
  return { version, at, cause, type, seat, count, cards: you(seat) ? event.cards : null };
}
