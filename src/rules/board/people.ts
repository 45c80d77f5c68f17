/** The board when people come and go: newcomers and their places, leavers, stand-ins, closed seats (RULES sections 14, 15). */
import type { PublicEventOf } from '../public-events.ts';
import { type Draft, redrawSeat, type SeatDraft } from './draft.ts';
import { ask, askNobody, pause, waitForDeal } from './questions.ts';
import { seatAtRest, takePositions } from './table.ts';

/** He waits; a table that was too small may go on with him (R-JOIN-1, R-LEAVE-9). */
export function newcomerArrived(draft: Draft, event: PublicEventOf<'newcomerArrived'>): void {
  draft.seats = [...draft.seats, seatAtRest(event, 'waiting', event.total, draft.clock)];
  if (draft.phase !== 'waiting' || isTooSmall(draft)) return;
  draft.phase = betweenHands(draft);
  pause(draft, event);
}

/**
 * The Greater Dalmuti of the coming hand chooses (R-JOIN-4, R-JOIN-6). The question has one deadline, though it is put anew
 * when somebody goes: people who come and go cannot hold up the deal.
 */
export function placementOpened(draft: Draft, event: PublicEventOf<'placementOpened'>): void {
  const [greaterDalmuti] = draft.order;
  draft.placement = { seats: event.seats, above: event.above };
  askNobody(draft);
  if (greaterDalmuti === undefined) return;
  ask(draft, event, [greaterDalmuti], draft.clock.placementSeconds);
  draft.placeBy ??= draft.deadline;
  draft.deadline = draft.placeBy;
}

export function newcomersPlaced(draft: Draft, event: PublicEventOf<'newcomersPlaced'>): void {
  draft.placement = null;
  for (const seat of event.seats) {
    redrawSeat(draft, seat, (shown) => {
      shown.state = 'active';
    });
  }
  takePositions(draft, event.order, event.titles);
  waitForDeal(draft, event);
}

/** What becomes of his hand follows in an event of its own. The clock's word for it is absence (R-LEAVE-2). */
export function playerLeft(draft: Draft, event: PublicEventOf<'playerLeft'>): void {
  redrawSeat(draft, event.seat, setAway(event.cause === 'clock' ? 'idle' : 'left'));
}

export function playerReturned(draft: Draft, event: PublicEventOf<'playerReturned'>): void {
  redrawSeat(draft, event.seat, setAway(null));
}

export function standInStarted(draft: Draft, event: PublicEventOf<'standInStarted'>): void {
  redrawSeat(draft, event.seat, (shown) => {
    shown.controlledBy = 'standIn';
    shown.away = event.reason;
  });
}

export function standInEnded(draft: Draft, event: PublicEventOf<'standInEnded'>): void {
  redrawSeat(draft, event.seat, (shown) => {
    shown.controlledBy = 'player';
    shown.away = null;
  });
}

/** The others close up (R-LEAVE-1). Whom the newcomers are placed among has changed, so that is asked anew. */
export function seatClosed(draft: Draft, event: PublicEventOf<'seatClosed'>): void {
  redrawSeat(draft, event.seat, (shown) => {
    shown.state = 'left';
  });
  takePositions(draft, event.order, event.titles);
  const wasPlacing = draft.placement !== null;
  draft.placement = null;
  if (isTooSmall(draft)) {
    draft.phase = 'waiting';
    draft.pausedUntil = null;
    askNobody(draft);
    draft.asked = event.version;
  } else if (wasPlacing) {
    waitForDeal(draft, event);
  }
}

function setAway(away: SeatDraft['away']): (shown: SeatDraft) => void {
  return (shown) => {
    shown.away = away;
  };
}

/** Whether the table waits for more players, counting those who wait to come in (R-LEAVE-9). */
function isTooSmall({ order, seats, ruleset }: Draft): boolean {
  const newcomers = seats.filter(({ state }) => state === 'waiting').length;
  return order.length + newcomers < ruleset.players.min;
}

const betweenHands = ({ handNumber }: Draft): 'seating' | 'handEnd' => (handNumber === 0 ? 'seating' : 'handEnd');
