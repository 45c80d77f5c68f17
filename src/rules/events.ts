/** What happened, in full: the log's own words, with every secret in them. `disclose` makes the viewers' versions. */
import type { Card, Cards, Rank } from './cards.ts';
import type { Clock, Time } from './clock.ts';
import type { Contribution } from './contribution.ts';
import type { DeckVariant, Ruleset } from './ruleset.ts';
import type { Seat, SeatKind, SeatTitle } from './seats.ts';

/** Who moved: the player, a stand-in, the clock, a rule, or an operator. */
export type Cause = 'player' | 'standIn' | 'clock' | 'rule' | 'admin';

/** `version` counts events of one game from 1; `at` is when the command was decided. */
export interface Stamp {
  readonly version: number;
  readonly at: Time;
  readonly cause: Cause;
}

export interface DealtHand {
  readonly seat: Seat;
  readonly count: number;
  readonly cards: Cards;
}

export type ExchangeKind = 'greater' | 'lesser' | 'merchant';

export interface OpenedExchange {
  readonly kind: ExchangeKind;
  readonly upper: Seat;
  readonly lower: Seat | null;
  readonly count: number;
  /** What the Peon owes, settled by the deal (R-TAX-3); `null` while it is for the Peon (`manual`) or a Merchant to say. */
  readonly lowerGives: Cards | null;
}

export interface MadeExchange {
  readonly kind: 'greater' | 'lesser';
  readonly upper: Seat;
  readonly lower: Seat;
  readonly count: number;
  readonly upperGives: Cards;
  readonly lowerGives: Cards;
}

export interface Placing {
  readonly place: number;
  readonly seat: Seat;
  readonly finish: 'out' | 'last' | 'folded';
  readonly points: number | null;
  readonly bonus: number | null;
  readonly total: number | null;
}

export interface GameResult {
  readonly reason: 'hands' | 'timeLimit' | 'consent' | 'host' | 'abandoned' | 'admin';
  /** Several when shared; empty without scoring. */
  readonly winners: readonly Seat[];
  readonly standings: readonly {
    readonly rank: number;
    readonly seat: Seat;
    readonly total: number | null;
    /** Hands in a row, of those that count, through which the seat was Greater Dalmuti, at the longest (R-GAME-5). */
    readonly longestReign: number;
  }[];
}

/** After the running hand, or at once, which voids it (R-GAME-4). */
export type EndingTime = 'afterHand' | 'now';

/** Who may look on, pinned by a game when it starts. */
export interface Access {
  readonly private: boolean;
  readonly spectators: boolean;
  /** So many seconds later than players do spectators see anything; absent for none. */
  readonly delaySeconds?: number;
}

/** The facts of each event, without its stamp. */
export type GameFact =
  | {
      readonly type: 'gameStarted';
      readonly gameId: string;
      readonly tableId: string;
      readonly ruleset: Ruleset;
      /** Names the code that decides; a later one must still read games of this one. */
      readonly rulesVersion: number;
      readonly clock: Clock;
      /** Opaque player ids; names are looked up when an event is sent. */
      readonly seats: readonly {
        readonly seat: Seat;
        readonly player: string;
        readonly kind: SeatKind;
      }[];
      readonly access: Access;
      /** The operator's own limit of hands, so that every game ends (R-GAME-6). */
      readonly handLimit: number;
      readonly fairness: {
        readonly commitment: string;
        readonly contributions: readonly Contribution[];
      };
      /** Whether the first order is that in which the table's game before ended, and not drawn (R-SEAT-8). */
      readonly classesKept: boolean;
    }
  | {
      readonly type: 'seatsDrawn';
      readonly rounds: readonly {
        readonly draws: readonly { readonly seat: Seat; readonly card: Card }[];
      }[];
      readonly order: readonly Seat[];
      readonly titles: readonly SeatTitle[];
    }
  | {
      readonly type: 'cardExposed';
      /** For whom it was meant. */
      readonly seat: Seat;
      readonly card: Card;
      /** How many cards had been dealt before it. */
      readonly dealt: number;
      /** The whole deck in the order in which it is being dealt. */
      readonly deck: Cards;
    }
  | {
      readonly type: 'misdealSettled';
      readonly seat: Seat;
      readonly to: 'intended' | 'greaterPeon';
      readonly card: Card;
      readonly replacement: Card | null;
      readonly greaterPeon: Seat;
    }
  | {
      readonly type: 'handDealt';
      readonly handNumber: number;
      readonly deck: { readonly variant: DeckVariant; readonly cards: number };
      readonly dealer: Seat;
      readonly order: readonly Seat[];
      readonly titles: readonly SeatTitle[];
      readonly hands: readonly DealtHand[];
    }
  | { readonly type: 'revolutionAnswered'; readonly seat: Seat; readonly call: boolean }
  | { readonly type: 'revolutionDeclared'; readonly seat: Seat; readonly greater: boolean }
  | { readonly type: 'revolutionWindowClosed'; readonly called: boolean }
  | {
      readonly type: 'seatsReversed';
      readonly order: readonly Seat[];
      readonly titles: readonly SeatTitle[];
    }
  | {
      readonly type: 'taxOpened';
      readonly exchanges: readonly OpenedExchange[];
      /** Whether a Dalmuti sees what he will get before he chooses (R-TAX-14): decides who may see `lowerGives`. */
      readonly timing: Ruleset['tax']['timing'];
    }
  | {
      readonly type: 'taxChosen';
      readonly seat: Seat;
      readonly cards: Cards;
      /** The Dalmuti who sees his Peon's payment at once (R-TAX-14); `null` for a sealed choice. */
      readonly shownTo: Seat | null;
    }
  | {
      readonly type: 'taxesExchanged';
      readonly exchanges: readonly MadeExchange[];
      /** Decides whether the cards are for both sides only (R-TAX-8). */
      readonly visibility: Ruleset['tax']['visibility'];
    }
  | {
      readonly type: 'merchantPartnerNamed';
      readonly upper: Seat;
      readonly lower: Seat;
      readonly upperGives: Cards | null;
    }
  | {
      readonly type: 'merchantExchanged';
      readonly upper: Seat;
      readonly lower: Seat;
      readonly upperGives: Cards;
      readonly lowerGives: Cards;
    }
  | { readonly type: 'merchantExchangeDeclined'; readonly seat: Seat }
  | { readonly type: 'playStarted'; readonly lead: Seat }
  | {
      readonly type: 'setPlayed';
      readonly seat: Seat;
      readonly cards: Cards;
      readonly rank: Rank;
      readonly left: number;
    }
  | { readonly type: 'playerPassed'; readonly seat: Seat; readonly barred: boolean }
  | { readonly type: 'playerBanned'; readonly seat: Seat; readonly by: Seat }
  | { readonly type: 'forcedPass'; readonly seat: Seat }
  | {
      readonly type: 'playerWentOut';
      readonly seat: Seat;
      readonly place: number;
      readonly points: number | null;
    }
  | { readonly type: 'trickWon'; readonly seat: Seat; readonly number: number }
  | { readonly type: 'ratbertTaken'; readonly seat: Seat; readonly left: number }
  | { readonly type: 'leadPassed'; readonly from: Seat; readonly to: Seat }
  | {
      readonly type: 'playerFolded';
      readonly seat: Seat;
      readonly count: number;
      /** Face down for good; shown in the replay only (R-LEAVE-4). */
      readonly cards: Cards;
    }
  | {
      readonly type: 'handEnded';
      readonly handNumber: number;
      readonly placings: readonly Placing[];
      /** What the last player was left with; shown in the replay only (R-VIS-4). */
      readonly remaining: Cards;
      readonly order: readonly Seat[];
      readonly titles: readonly SeatTitle[];
    }
  | { readonly type: 'handVoided'; readonly handNumber: number; readonly reason: 'left' | 'consent' }
  | {
      readonly type: 'newcomerArrived';
      readonly seat: Seat;
      readonly player: string;
      readonly kind: SeatKind;
      /** What he begins with (R-JOIN-8); `null` without scoring. */
      readonly total: number | null;
      /** Counts from the first hand that he is dealt (promise 4). */
      readonly entropy: string | null;
    }
  | {
      readonly type: 'placementOpened';
      readonly seats: readonly Seat[];
      readonly above: readonly number[];
    }
  | {
      readonly type: 'newcomersPlaced';
      readonly above: number;
      readonly seats: readonly Seat[];
      readonly order: readonly Seat[];
      readonly titles: readonly SeatTitle[];
    }
  /** Of his own will, or, with the cause `clock`, because he was absent where no stand-in plays for him (R-LEAVE-2). */
  | { readonly type: 'playerLeft'; readonly seat: Seat }
  /** The owner is back where no stand-in played for him. */
  | { readonly type: 'playerReturned'; readonly seat: Seat }
  | { readonly type: 'standInStarted'; readonly seat: Seat; readonly reason: 'left' | 'idle' }
  | { readonly type: 'standInEnded'; readonly seat: Seat }
  | {
      readonly type: 'seatClosed';
      readonly seat: Seat;
      readonly order: readonly Seat[];
      readonly titles: readonly SeatTitle[];
    }
  | { readonly type: 'endProposed'; readonly seat: Seat; readonly when: EndingTime }
  | { readonly type: 'endVoted'; readonly seat: Seat; readonly agree: boolean }
  | { readonly type: 'endVoteClosed'; readonly agreed: boolean; readonly when: EndingTime }
  | ({ readonly type: 'gameEnded' } & GameResult);

export type GameEvent = Stamp & GameFact;
export type EventType = GameEvent['type'];
export type EventOf<T extends EventType> = Extract<GameEvent, { readonly type: T }>;
