/** What one viewer may know of a game, and nothing else: built by naming what is shown. */
import type { Card, Cards, Rank } from './cards.ts';
import type { Clock, Time } from './clock.ts';
import type { Command } from './commands.ts';
import type { EndingTime, ExchangeKind, GameResult, Placing } from './events.ts';
import type { DeckVariant, Ruleset } from './ruleset.ts';
import type { Seat, SeatKind, Title } from './seats.ts';

export type Phase = 'seating' | 'waiting' | 'deal' | 'revolution' | 'tax' | 'play' | 'handEnd' | 'ended';

export interface SeatView {
  readonly seat: Seat;
  readonly player: string;
  readonly kind: SeatKind;
  readonly state: 'active' | 'waiting' | 'folded' | 'left';
  readonly controlledBy: 'player' | 'standIn';
  readonly position: number | null;
  readonly title: Title | null;
  readonly cardCount: number;
  readonly place: number | null;
  readonly points: number | null;
  readonly total: number | null;
  readonly bankSeconds: number | null;
  /** Why the owner is away: he left, or he was silent for too long; `null` while he plays (R-LEAVE-2). */
  readonly away: 'left' | 'idle' | null;
}

export interface Play {
  readonly seat: Seat;
  readonly cards: Cards;
  readonly rank: Rank;
}

export interface Trick {
  readonly number: number;
  readonly lead: Seat;
  readonly plays: readonly Play[];
  readonly top: { readonly seat: Seat; readonly rank: Rank; readonly count: number };
  /** Since the last play (R-TRICK-4). */
  readonly passed: readonly Seat[];
  /** Out of this trick for good: pass lock or Twirling Wedgie (R-PLAY-6, R-CORP-9). */
  readonly barred: readonly Seat[];
}

export interface FinishedTrick {
  readonly number: number;
  readonly plays: readonly Play[];
  /** `null`: the hand ended inside it (R-END-4). */
  readonly winner: Seat | null;
}

export interface Exchange {
  readonly kind: ExchangeKind;
  readonly upper: Seat;
  readonly lower: Seat | null;
  readonly count: number;
  readonly state: 'open' | 'settled' | 'declined';
  readonly upperGives: Cards | null;
  readonly lowerGives: Cards | null;
}

export interface ExposedCard {
  /** For whom it was meant. */
  readonly seat: Seat;
  readonly card: Card;
  /** How many cards had been dealt before it. */
  readonly dealt: number;
}

export interface HandResult {
  readonly handNumber: number;
  readonly void: boolean;
  readonly placings: readonly Placing[];
}

export interface You {
  readonly seat: Seat;
  readonly cards: Cards;
  /** Every answer to what the game asks of this seat now, in canonical form, cheapest first, `pass` last. */
  readonly legal: readonly Command[];
  /**
   * Version at which the question was put that `legal` answers; `null` when nothing is asked. The same until it is answered
   * or withdrawn, whatever other seats do meanwhile.
   */
  readonly asked: number | null;
  /** What the clock would send for this seat. */
  readonly onTimeout: Command | null;
  /** Whether this seat has answered the revolution window; the wire shows it as an empty `legal` (R-REV-4). */
  readonly answered: boolean;
  /** Possible besides, and never part of `legal`. */
  readonly available: readonly Available[];
}

/** What a seat may send whatever the game asks; never part of `legal`. */
export type Available = 'proposeEnd' | 'voteEnd' | 'leave' | 'comeBack';

/** The keys and shapes of the wire's `View`, without names, presence and server time. */
export interface View {
  readonly gameId: string;
  readonly tableId: string;
  readonly version: number;
  readonly phase: Phase;
  readonly handNumber: number;
  readonly turn: Seat | null;
  readonly awaiting: readonly Seat[];
  /** Versions at which these seats were asked, in the order of `awaiting`. */
  readonly askedAt: readonly number[];
  readonly deadline: Time | null;
  readonly deck: { readonly variant: DeckVariant; readonly cards: number } | null;
  readonly order: readonly Seat[];
  readonly seats: readonly SeatView[];
  readonly trick: Trick | null;
  readonly history: readonly FinishedTrick[] | null;
  readonly revolution: { readonly by: Seat; readonly greater: boolean } | null;
  readonly exchanges: readonly Exchange[];
  readonly placement: { readonly seats: readonly Seat[]; readonly above: readonly number[] } | null;
  readonly ending: {
    readonly proposedBy: Seat;
    readonly when: EndingTime;
    readonly agreed: readonly Seat[];
    readonly refused: readonly Seat[];
  } | null;
  readonly lastHand: HandResult | null;
  readonly result: GameResult | null;
  readonly ruleset: Ruleset;
  readonly clock: Clock;
  readonly fairness: { readonly commitment: string };
  readonly you: You | null;
  /** Version at which the question that stands open was put: an answer meant for an earlier one is stale. */
  readonly asked: number;
  /** Tricks finished in this hand; `history` may be closed (R-VIS-3). */
  readonly tricksDone: number;
  /** The card whose fate the Greater Dalmuti decides while dealing waits (R-MIS-2). */
  readonly exposed: ExposedCard | null;
  /** Who folded in this hand, the first one first (R-LEAVE-6). */
  readonly folds: readonly Seat[];
  /** Hands that were dealt and do not count (R-GAME-2, R-LEAVE-8). */
  readonly voided: number;
  /** Until when the seating or the last result stays visible (R-GAME-7); `null` at any other time. */
  readonly pausedUntil: Time | null;
  /** Until when newcomers' places may be chosen in this pause, however often the question is put; `null` before the first time. */
  readonly placeBy: Time | null;
  /** Whether the people agreed that this hand is the last (R-GAME-4). */
  readonly endsAfterHand: boolean;
}
