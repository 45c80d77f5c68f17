/** The board during play: sets, passes, who is out, tricks and their winners. */
import type { PublicEventOf } from '../public-events.ts';
import { isActive, nextToAnswer } from '../turns.ts';
import type { Play, Trick } from '../view.ts';
import { type Draft, redrawSeat } from './draft.ts';
import { giveTurn, spendBank } from './questions.ts';

/** A play opens the trick or tops it, and cancels all passes (R-TRICK-4); those who are barred stay so. */
export function setPlayed(draft: Draft, event: PublicEventOf<'setPlayed'>): void {
  const { seat, cards, rank, left } = event;
  const { trick } = draft;
  const play: Play = { seat, cards, rank };
  draft.trick = {
    number: trick === null ? draft.tricksDone + 1 : trick.number,
    lead: trick === null ? seat : trick.lead,
    plays: trick === null ? [play] : [...trick.plays, play],
    top: { seat, rank, count: cards.length },
    passed: [],
    barred: trick === null ? [] : trick.barred,
  };
  spendBank(draft, event, seat);
  redrawSeat(draft, seat, (shown) => {
    shown.cardCount = left;
  });
  giveTurn(draft, event, nextToAnswer(draft, seat));
}

export function playerPassed(draft: Draft, event: PublicEventOf<'playerPassed'>): void {
  const { trick } = draft;
  if (trick === null) return;
  spendBank(draft, event, event.seat);
  const barred = event.barred ? [...trick.barred, event.seat] : trick.barred;
  draft.trick = withPasses(trick, [...trick.passed, event.seat], barred);
  giveTurn(draft, event, nextToAnswer(draft, event.seat));
}

/** The turn goes past him by itself; the event only shows that it did (R-CORP-9). */
export function forcedPass(draft: Draft, event: PublicEventOf<'forcedPass'>): void {
  const { trick } = draft;
  if (trick !== null) draft.trick = withPasses(trick, [...trick.passed, event.seat], trick.barred);
}

export function playerBanned(draft: Draft, event: PublicEventOf<'playerBanned'>): void {
  const { trick } = draft;
  if (trick === null) return;
  if (!trick.barred.includes(event.seat)) {
    draft.trick = withPasses(trick, trick.passed, [...trick.barred, event.seat]);
  }
  giveTurn(draft, event, nextToAnswer(draft, event.by));
}

export function playerWentOut(draft: Draft, event: PublicEventOf<'playerWentOut'>): void {
  redrawSeat(draft, event.seat, (shown) => {
    shown.place = event.place;
    shown.points = event.points;
  });
}

/** His cards go face down; was it his turn, it moves on (R-LEAVE-4, R-LEAVE-5). Of a lead `leadPassed` tells. */
export function playerFolded(draft: Draft, event: PublicEventOf<'playerFolded'>): void {
  const { seat } = event;
  redrawSeat(draft, seat, (shown) => {
    shown.state = 'folded';
    shown.cardCount = 0;
  });
  draft.folds = [...draft.folds, seat];
  if (draft.turn === seat) giveTurn(draft, event, nextToAnswer(draft, seat));
}

/** The winner leads (R-LEAD-2); if he is out, `leadPassed` follows. */
export function trickWon(draft: Draft, event: PublicEventOf<'trickWon'>): void {
  const { trick } = draft;
  if (trick !== null && draft.history !== null) {
    draft.history = [...draft.history, { number: trick.number, plays: trick.plays, winner: event.seat }];
  }
  draft.trick = null;
  draft.tricksDone = event.number;
  giveTurn(draft, event, isActive(draft, event.seat) ? event.seat : null);
}

export function leadPassed(draft: Draft, event: PublicEventOf<'leadPassed'>): void {
  giveTurn(draft, event, event.to);
}

export function ratbertTaken(draft: Draft, event: PublicEventOf<'ratbertTaken'>): void {
  redrawSeat(draft, event.seat, (shown) => {
    shown.cardCount = event.left;
  });
}

function withPasses(trick: Trick, passed: Trick['passed'], barred: Trick['barred']): Trick {
  return { number: trick.number, lead: trick.lead, plays: trick.plays, top: trick.top, passed, barred };
}
