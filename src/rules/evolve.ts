/** From event to state: the board by what a spectator sees of it, and the secrets by the event itself. */

import { actorOf, isByHuman } from './actors.ts';
import { advanceBoard } from './board/advance-board.ts';
import { openTable } from './board/table.ts';
import { settledDeck } from './deal.ts';
import { disclose } from './disclose.ts';
import type { EventOf, GameEvent } from './events.ts';
import { cardsAfter } from './own-cards.ts';
import type { State } from './state.ts';

/** The state that a game begins with. */
export function initial(event: EventOf<'gameStarted'>): State {
  const nothing = event.seats.map(() => null);
  return {
    board: openTable(event),
    hands: nothing.map(() => []),
    dealing: null,
    answered: [],
    chosen: nothing,
    banned: [],
    finishes: nothing.map(() => []),
    startedAt: event.at,
    movedAt: event.at,
    access: event.access,
    handLimit: event.handLimit,
    humanActed: false,
    missed: nothing,
    gaveUp: [],
    contributions: event.fairness.contributions,
    offered: [],
    reigns: nothing.map(() => NO_REIGN),
  };
}

const NO_REIGN = { running: 0, longest: 0 };

/** `state` after `event`, which must be the next one of the same game. Nothing is checked: events are facts. */
export function evolve(state: State, event: GameEvent): State {
  return {
    board: advanceBoard(state.board, disclose(event, 'spectator')),
    hands: handsAfter(state, event),
    dealing: dealingAfter(state, event),
    answered: answeredAfter(state, event),
    chosen: chosenAfter(state, event),
    banned: bannedAfter(state, event),
    finishes: finishesAfter(state, event),
    startedAt: state.startedAt,
    movedAt: event.at,
    access: state.access,
    handLimit: state.handLimit,
    humanActed: event.type !== 'handEnded' && (state.humanActed || isByHuman(state.board, event)),
    missed: missedAfter(state, event),
    gaveUp: gaveUpAfter(state, event),
    contributions: contributionsAfter(state, event),
    offered: offeredAfter(state, event),
    reigns: reignsAfter(state, event),
  };
}

/** @throws RangeError when the events are not a game from its beginning */
export function replay(events: readonly GameEvent[]): State {
  const [first, ...rest] = events;
  if (first?.type !== 'gameStarted') throw new RangeError('A game begins with gameStarted.');
  return rest.reduce(evolve, initial(first));
}

function handsAfter({ hands }: State, event: GameEvent): State['hands'] {
  switch (event.type) {
    case 'handDealt':
    case 'setPlayed':
    case 'taxesExchanged':
    case 'merchantExchanged':
    case 'ratbertTaken':
    case 'playerFolded':
    case 'handVoided':
      return hands.map((cards, seat) => cardsAfter(seat, cards, event));
    case 'newcomerArrived':
      return [...hands, []];
    default:
      return hands;
  }
}

function dealingAfter({ board, dealing }: State, event: GameEvent): State['dealing'] {
  switch (event.type) {
    case 'cardExposed':
      return event.deck;
    case 'misdealSettled':
      if (dealing === null || board.exposed === null) return null;
      return settledDeck(dealing, board.exposed, board.order.length, event.replacement);
    case 'handDealt':
    case 'handVoided':
      return null;
    default:
      return dealing;
  }
}

function answeredAfter({ answered }: State, event: GameEvent): State['answered'] {
  switch (event.type) {
    case 'handDealt':
      return [];
    case 'revolutionAnswered':
    case 'revolutionDeclared':
      return [...answered, event.seat];
    default:
      return answered;
  }
}

function chosenAfter({ chosen }: State, event: GameEvent): State['chosen'] {
  switch (event.type) {
    case 'handDealt':
      return chosen.map(() => null);
    case 'taxOpened': {
      const owed = new Map(event.exchanges.map(({ lower, lowerGives }) => [lower, lowerGives]));
      return chosen.map((_, seat) => owed.get(seat) ?? null);
    }
    case 'taxChosen':
      return chosen.with(event.seat, event.cards);
    case 'merchantPartnerNamed':
      return chosen.with(event.upper, event.upperGives);
    case 'merchantExchanged':
      return chosen.with(event.upper, event.upperGives).with(event.lower, event.lowerGives);
    case 'newcomerArrived':
      return [...chosen, null];
    default:
      return chosen;
  }
}

/** Who was out of the trick already stays so for his own reason (R-PLAY-6). */
function bannedAfter({ banned, board }: State, event: GameEvent): State['banned'] {
  switch (event.type) {
    case 'playerBanned':
      return board.trick?.barred.includes(event.seat) ? banned : [...banned, event.seat];
    case 'trickWon':
    case 'handDealt':
      return [];
    default:
      return banned;
  }
}

function gaveUpAfter({ gaveUp, board }: State, event: GameEvent): State['gaveUp'] {
  if (event.type === 'handDealt') return gaveUp.length === 0 ? gaveUp : [];
  const closed = event.type === 'seatClosed' ? board.seats[event.seat] : undefined;
  return closed?.state === 'waiting' ? [...gaveUp, closed.player] : gaveUp;
}

/** A newcomer's contribution counts from his first hand, so nobody who only waits can change a deal (promise 4). */
function contributionsAfter({ contributions, offered }: State, event: GameEvent): State['contributions'] {
  if (event.type !== 'newcomersPlaced') return contributions;
  const counted = offered.filter(({ seat }) => event.seats.includes(seat));
  return counted.length === 0 ? contributions : [...contributions, ...counted];
}

function offeredAfter({ offered }: State, event: GameEvent): State['offered'] {
  switch (event.type) {
    case 'newcomerArrived':
      return event.entropy === null ? offered : [...offered, { seat: event.seat, entropy: event.entropy }];
    case 'newcomersPlaced':
      return offered.length === 0 ? offered : offered.filter(({ seat }) => !event.seats.includes(seat));
    default:
      return offered;
  }
}

function finishesAfter({ finishes }: State, event: GameEvent): State['finishes'] {
  if (event.type === 'newcomerArrived') return [...finishes, []];
  if (event.type !== 'handEnded') return finishes;
  const placeOf = new Map(event.placings.map(({ seat, place }) => [seat, place]));
  return finishes.map((counts, seat) => {
    const place = placeOf.get(seat);
    if (place === undefined) return counts;
    const places = Math.max(counts.length, place);
    return Array.from({ length: places }, (_, index) => (counts[index] ?? 0) + (index === place - 1 ? 1 : 0));
  });
}

/** The Greater Dalmuti of a hand that counts, as it is played, reigns in it (R-GAME-5). */
function reignsAfter({ reigns, board }: State, event: GameEvent): State['reigns'] {
  if (event.type === 'newcomerArrived') return [...reigns, NO_REIGN];
  if (event.type !== 'handEnded') return reigns;
  return reigns.map(({ running, longest }, seat) => {
    const now = seat === board.order[0] ? running + 1 : 0;
    return { running: now, longest: Math.max(longest, now) };
  });
}

/**
 * When each seat last missed a deadline without a sign of its player since (R-LEAVE-2). Answers to the revolution window
 * are none: nobody may learn whose they are (R-REV-4), and when a stand-in starts tells everybody something.
 */
function missedAfter({ missed, board }: State, event: GameEvent): State['missed'] {
  if (event.type === 'newcomerArrived') return [...missed, null];
  if (event.type === 'revolutionAnswered') return missed;
  if (event.type === 'revolutionDeclared' && event.cause === 'rule') return missed;
  const seat = actorOf(board, event);
  if (seat === null) return missed;
  if (event.cause === 'clock' && event.type !== 'playerLeft' && board.seats[seat]?.kind !== 'builtIn') {
    return missed[seat] === null ? missed.with(seat, event.at) : missed;
  }
  return missed[seat] === null || event.cause === 'standIn' ? missed : missed.with(seat, null);
}
