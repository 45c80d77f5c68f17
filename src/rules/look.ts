/** What one viewer sees of a state, and how his view advances by his own events to the same (decision 2). */
import { advanceBoard } from './board/advance-board.ts';
import { type Draft, draftOf } from './board/draft.ts';
import { askedSince } from './board/questions.ts';
import { legal, onTimeout } from './legal.ts';
import { cardsAfter } from './own-cards.ts';
import type { PublicEvent, Viewer } from './public-events.ts';
import type { Seat } from './seats.ts';
import { isYou, seesExchange, seesTax } from './secrecy.ts';
import type { State } from './state.ts';
import type { Exchange, View, You } from './view.ts';
import { available } from './voters.ts';

/**
 * The game as `viewer` may know it.
 *
 * @throws RangeError when there is no such seat
 */
export function view(state: State, viewer: Viewer): View {
  return viewer === 'spectator' ? state.board : withQuestions(look(state, viewer));
}

/** The same without the work of listing answers. @throws RangeError when there is no such seat */
export function look(state: State, seat: Seat): Draft {
  const cards = state.hands[seat];
  if (cards === undefined) throw new RangeError(`This game has no seat ${seat}.`);
  const answered = state.answered.includes(seat);
  const draft = draftOf(state.board);
  draft.exchanges = exchangesFor(state, seat);
  draft.you = { seat, cards, legal: [], asked: null, onTimeout: null, answered, available: [] };
  return draft;
}

/** `before` after the next event of the same viewer; equal to the view of the state after it. */
export function advance(before: View, event: PublicEvent): View {
  const after = advanceBoard(before, event);
  if (before.you === null) return after;
  const you = youAfter(before.you, event);
  after.you = you;
  if (asksTheSame(before, after, you)) return withAvailable(after, you);
  return withQuestions(after);
}

function youAfter(you: You, event: PublicEvent): You {
  const cards = cardsAfter(you.seat, you.cards, event);
  const answered = answeredAfter(you, event);
  if (cards === you.cards && answered === you.answered) return you;
  return { seat: you.seat, cards, legal: [], asked: null, onTimeout: null, answered, available: you.available };
}

function answeredAfter({ seat, answered }: You, event: PublicEvent): boolean {
  switch (event.type) {
    case 'handDealt':
      return false;
    case 'revolutionAnswered':
    case 'revolutionDeclared':
      return answered || event.seat === seat;
    default:
      return answered;
  }
}

/** Whether the viewer is asked for exactly what he was asked for before, so that his answers need not be listed again. */
function asksTheSame(before: View, after: View, you: You): boolean {
  if (you !== before.you || after.asked !== before.asked || after.phase !== before.phase) return false;
  // Who has folded is no target for the Twirling Wedgie any more, whoever has the turn.
  if (after.folds !== before.folds) return false;
  return askedSince(before, you.seat) === askedSince(after, you.seat);
}

/** Lists what the viewer may answer. */
function withQuestions(draft: Draft): View {
  const { you } = draft;
  if (you === null) return draft;
  const { seat, cards, answered } = you;
  const may = available(draft, seat);
  const answers = legal(draft);
  const asked = answers.length === 0 ? null : askedSince(draft, seat);
  draft.you = { seat, cards, legal: answers, asked, onTimeout: onTimeout(draft), answered, available: may };
  return draft;
}

/** The questions are as they were, but what is possible besides may have changed. */
function withAvailable(draft: Draft, you: You): View {
  const may = available(draft, you.seat);
  if (may.join() === you.available.join()) return draft;
  const { seat, cards, legal: answers, asked, onTimeout: silent, answered } = you;
  draft.you = { seat, cards, legal: answers, asked, onTimeout: silent, answered, available: may };
  return draft;
}

/** The exchanges with those cards filled in that this seat gave, or may see (R-VIS-2). */
function exchangesFor({ board, chosen }: State, seat: Seat): readonly Exchange[] {
  const you = isYou(seat);
  const { timing, visibility } = board.ruleset.tax;
  return board.exchanges.map((exchange): Exchange => {
    const { kind, upper, lower, count, state } = exchange;
    const both = state === 'settled' && seesExchange(you, upper, lower, kind === 'merchant' ? 'parties' : visibility);
    const seesUpper = both || you(upper) || (kind === 'merchant' && you(lower));
    const seesLower = both || (kind === 'merchant' ? you(lower) : seesTax(you, upper, lower, timing));
    if (!seesUpper && !seesLower) return exchange;
    const upperGives = seesUpper ? (chosen[upper] ?? null) : null;
    const lowerGives = seesLower && lower !== null ? (chosen[lower] ?? null) : null;
    return { kind, upper, lower, count, state, upperGives, lowerGives };
  });
}
