/** What travels between a client and the service. Written from the contract by `npm run openapi`: not to be edited. */

/** The command is committed. */
export interface AckFrame {
  readonly type: "ack";
  /** Matches an answer to this frame; lives as long as the socket. */
  readonly id: string;
  readonly version: number;
  readonly replayed: boolean;
}

export interface AnswerRevolutionCommand {
  readonly type: "answerRevolution";
  readonly call: boolean;
  /** Refused with 409 `version_conflict` if the question that this answers was put after that version. */
  readonly expectedVersion?: number;
}

/** First frame of a socket without an Authorization header; later it renews a token. */
export interface AuthenticateFrame {
  readonly type: "authenticate";
  /** Matches an answer to this frame; lives as long as the socket. */
  readonly id: string;
  readonly token: string;
}

/** "1" (best) .. "12", "J"; Corporate Shuffle also "W", "TW", "RB", "DW". Never sort as text. */
export type Card = "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "11" | "12" | "J" | "W" | "TW" | "RB" | "DW";

export interface CardExposedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "cardExposed";
  readonly seat: Seat;
  readonly card: Card;
  /** How many cards had been dealt before it. */
  readonly dealt: number;
}

export type Cause = "player" | "standIn" | "clock" | "rule" | "admin";

/** Seconds; null waits for ever. */
export interface Clock {
  readonly turnSeconds: number | null;
  readonly taxSeconds: number | null;
  readonly revolutionSeconds: number | null;
  readonly placementSeconds: number | null;
  readonly pauseSeconds: number;
  readonly graceSeconds: number;
  readonly bankSeconds: number | null;
}

/** The socket is about to be closed, and whether to come back. */
export interface ClosingFrame {
  readonly type: "closing";
  readonly code: number;
  readonly reason: string;
  readonly reconnect: boolean;
  readonly retryAfterSeconds: number;
}

/** Takes the seat back from a stand-in, or keeps it after folding, as long as it is not closed. */
export interface ComeBackCommand {
  readonly type: "comeBack";
}

/** What a seat may send. Any member of `you.legal` will do as it stands. */
export type Command = AnswerRevolutionCommand | PayTaxCommand | ExchangeMerchantCommand | ReturnMerchantCommand | DeclineMerchantExchangeCommand | PlayCommand | PassCommand | PlaceNewcomersCommand | SettleMisdealCommand | ProposeEndCommand | VoteEndCommand | LeaveCommand | ComeBackCommand;

/** A command for a game; its key makes it safe to repeat. */
export interface CommandFrame {
  readonly type: "command";
  /** Matches an answer to this frame; lives as long as the socket. */
  readonly id: string;
  /** A new value for each command, and the same one when it is repeated: 16 to 128 printable ASCII characters without blanks, such as a UUID. */
  readonly key: string;
  readonly gameId: string;
  readonly command: Command;
}

/** The deck of a hand: which one, and how many cards it has. */
export interface Deck {
  readonly variant: "full" | "strip12" | "strip11-12" | "corporate60";
  readonly cards: number;
}

export interface DeclineMerchantExchangeCommand {
  readonly type: "declineMerchantExchange";
  /** Refused with 409 `version_conflict` if the question that this answers was put after that version. */
  readonly expectedVersion?: number;
}

/** Who proposes agrees. */
export interface EndProposedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "endProposed";
  readonly seat: Seat;
  /** After the running hand, or at once, which voids it; between two hands both mean at once. */
  readonly when: "afterHand" | "now";
}

/** Decided, or overtaken by the end of the hand, which counts as refused. */
export interface EndVoteClosedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "endVoteClosed";
  readonly agreed: boolean;
  /** After the running hand, or at once, which voids it; between two hands both mean at once. */
  readonly when: "afterHand" | "now";
}

export interface EndVotedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "endVoted";
  readonly seat: Seat;
  readonly agree: boolean;
}

/** All events of one command, with what the game asks now. */
export interface EventsFrame {
  readonly type: "events";
  /** `game:<id>`, `table:<id>`, `lobby`, `lobby?state=…&preset=…` or `me`. */
  readonly topic: string;
  /** Apply the frame if this is your version. */
  readonly after: number;
  readonly version: number;
  readonly events: readonly PublicEvent[];
  readonly state: FrameState;
  readonly you: You | null;
}

export interface Exchange {
  readonly kind: "greater" | "lesser" | "merchant";
  readonly upper: Seat;
  readonly lower: Seat | null;
  readonly count: number;
  readonly state: "open" | "settled" | "declined";
  readonly upperGives: readonly Card[] | null;
  readonly lowerGives: readonly Card[] | null;
}

export interface ExchangeMerchantCommand {
  readonly type: "exchangeMerchant";
  readonly target: Seat;
  readonly card?: Card;
  /** Refused with 409 `version_conflict` if the question that this answers was put after that version. */
  readonly expectedVersion?: number;
}

export interface FinishedTrick {
  readonly number: number;
  readonly plays: readonly Play[];
  readonly winner: Seat | null;
}

export interface ForcedPassEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "forcedPass";
  readonly seat: Seat;
}

export interface FrameState {
  readonly phase: Phase;
  readonly turn: Seat | null;
  readonly awaiting: readonly Seat[];
  readonly deadline: string | null;
}

export interface GameEndedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "gameEnded";
  /** `consent`: the people agreed. `host`: the host ended a game that waited for players. `abandoned`: no person is left or moves, or a limit of the operator is reached. `admin`: an operator ended it. */
  readonly reason: "hands" | "timeLimit" | "consent" | "host" | "abandoned" | "admin";
  /** Several when shared; empty without scoring. */
  readonly winners: readonly Seat[];
  /** Seats that had a position at the end. */
  readonly standings: readonly GameEndedEventStanding[];
}

export interface GameEndedEventStanding {
  readonly rank: number;
  readonly seat: Seat;
  readonly total: number | null;
  /** Counted hands in a row through which the seat was Greater Dalmuti, at the longest. */
  readonly longestReign: number;
}

export interface GameStartedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "gameStarted";
  readonly gameId: string;
  readonly tableId: string;
  readonly ruleset: Ruleset;
  readonly clock: Clock;
  readonly seats: readonly GameStartedEventSeat[];
  readonly fairness: {
    readonly commitment: string;
    /** What players added to the chance of this game when they sat down. */
    readonly contributions: readonly GameStartedEventFairnessContribution[];
  };
  /** Whether the first order is that in which the game before ended at this table, and not drawn. */
  readonly classesKept: boolean;
}

export interface GameStartedEventFairnessContribution {
  readonly seat: Seat;
  readonly entropy: string;
}

export interface GameStartedEventSeat {
  readonly seat: Seat;
  readonly player: Player;
}

export interface HandDealtEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "handDealt";
  readonly handNumber: number;
  readonly deck: Deck;
  readonly dealer: Seat;
  readonly order: readonly Seat[];
  readonly titles: readonly SeatTitle[];
  readonly hands: readonly HandDealtEventHand[];
}

export interface HandDealtEventHand {
  readonly seat: Seat;
  readonly count: number;
  readonly cards: readonly Card[] | null;
}

export interface HandEndedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "handEnded";
  readonly handNumber: number;
  readonly placings: readonly Placing[];
  readonly remaining: readonly Card[] | null;
  readonly order: readonly Seat[];
  readonly titles: readonly SeatTitle[];
}

export interface HandVoidedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "handVoided";
  /** Used up: the next hand has the next number. */
  readonly handNumber: number;
  /** A player left under `leave.midHand=void`, or all people agreed to stop at once. */
  readonly reason: "left" | "consent";
}

/** The newest versions of all topics that are followed. */
export interface HeartbeatFrame {
  readonly type: "heartbeat";
  readonly serverTime: string;
  readonly heads: readonly HeartbeatFrameHead[];
}

export interface HeartbeatFrameHead {
  /** `game:<id>`, `table:<id>`, `lobby`, `lobby?state=…&preset=…` or `me`. */
  readonly topic: string;
  readonly version: number;
}

/** All that concerns a player, whole. */
export interface Inbox {
  readonly games: readonly InboxGame[];
  readonly tables: readonly TableSummary[];
  readonly invitations: readonly Invitation[];
  readonly matches: readonly Match[];
}

/** All that concerns the player, whole. */
export interface InboxFrame {
  readonly type: "inbox";
  /** `game:<id>`, `table:<id>`, `lobby`, `lobby?state=…&preset=…` or `me`. */
  readonly topic: string;
  readonly version: number;
  readonly inbox: Inbox;
}

export interface InboxGame {
  readonly gameId: string;
  readonly tableId: string;
  readonly seat: Seat;
  readonly startedAt: string;
  readonly awaited: boolean;
  readonly deadline: string | null;
  /** When topic `me` last reminded of the question that is open: half-way to its deadline and an hour before it, or once a day where there is none. */
  readonly remindedAt: string | null;
}

export interface Invitation {
  readonly id: string;
  readonly table: TableSummary;
  readonly from: Player;
  readonly forPlayer: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface LeadPassedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "leadPassed";
  readonly from: Seat;
  readonly to: Seat;
}

/** Gives up the seat: between two hands at once, else when the hand is over. `comeBack` takes it back until then. */
export interface LeaveCommand {
  readonly type: "leave";
}

/** So many requests in so many seconds. */
export interface Limit {
  readonly name: string;
  /** Requests in each window. */
  readonly quota: number;
  readonly windowSeconds: number;
}

/** Public tables: at first all of the list, then what has changed in it. */
export interface LobbyFrame {
  readonly type: "lobby";
  /** `game:<id>`, `table:<id>`, `lobby`, `lobby?state=…&preset=…` or `me`. */
  readonly topic: string;
  readonly version: number;
  /** true for the first frame: `tables` is the whole list. */
  readonly full: boolean;
  /** New ones and those that have changed, newest first. */
  readonly tables: readonly TableSummary[];
  /** Tables that are in the list no longer. */
  readonly removed: readonly string[];
}

/** A matchmaking ticket: a request to play with others who want the same. */
export interface Match {
  readonly id: string;
  readonly state: "waiting" | "matched" | "cancelled" | "expired";
  readonly preset: string;
  /** Of how many the game may be. */
  readonly players: {
    readonly min: number;
    readonly max: number;
  };
  /** After so many seconds of waiting built-in bots may fill the game; null for never. */
  readonly botsAfterSeconds: number | null;
  /** The game of a match; it has begun. */
  readonly gameId: string | null;
  /** When a waiting ticket lapses. It is extended whenever its player is seen. */
  readonly expiresAt: string;
}

export interface MerchantExchangeDeclinedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "merchantExchangeDeclined";
  readonly seat: Seat;
}

export interface MerchantExchangedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "merchantExchanged";
  readonly upper: Seat;
  readonly lower: Seat;
  readonly upperGives: readonly Card[] | null;
  readonly lowerGives: readonly Card[] | null;
}

export interface MerchantPartnerNamedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "merchantPartnerNamed";
  readonly upper: Seat;
  readonly lower: Seat;
  readonly upperGives: readonly Card[] | null;
}

export interface MisdealSettledEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "misdealSettled";
  readonly seat: Seat;
  readonly to: "intended" | "greaterPeon";
  readonly card: Card;
  readonly replacement: Card | null;
}

export interface NewcomerArrivedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "newcomerArrived";
  readonly seat: Seat;
  readonly player: Player;
  /** The points that the player begins with: their own total if they played before. null without scoring. */
  readonly total: number | null;
  /** What the player contributes to the deals; it counts from the first hand in which they are dealt cards. */
  readonly entropy: string | null;
}

export interface NewcomersPlacedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "newcomersPlaced";
  readonly above: number;
  /** From the highest to the lowest. */
  readonly seats: readonly Seat[];
  readonly order: readonly Seat[];
  readonly titles: readonly SeatTitle[];
}

export interface PassCommand {
  readonly type: "pass";
  /** Refused with 409 `version_conflict` if the question that this answers was put after that version. */
  readonly expectedVersion?: number;
}

export interface PayTaxCommand {
  readonly type: "payTax";
  readonly cards: readonly Card[];
  /** Refused with 409 `version_conflict` if the question that this answers was put after that version. */
  readonly expectedVersion?: number;
}

export type Phase = "seating" | "waiting" | "deal" | "revolution" | "tax" | "play" | "handEnd" | "ended";

/** Asks for a pong. */
export interface PingFrame {
  readonly type: "ping";
  /** Matches an answer to this frame; lives as long as the socket. */
  readonly id: string;
}

export interface PlaceNewcomersCommand {
  readonly type: "placeNewcomers";
  /** How many players sit above the newcomers: one of `placement.above`. */
  readonly above: number;
  /** The newcomers from the highest to the lowest; without it in the order in which they came. */
  readonly order?: readonly Seat[];
  /** Refused with 409 `version_conflict` if the question that this answers was put after that version. */
  readonly expectedVersion?: number;
}

/** The Greater Dalmuti of the coming hand is asked for `placeNewcomers`. */
export interface PlacementOpenedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "placementOpened";
  /** The newcomers, in the order in which they came. */
  readonly seats: readonly Seat[];
  /** How many players may sit above them: the numbers to choose from. */
  readonly above: readonly number[];
}

export interface Placing {
  readonly place: number;
  readonly seat: Seat;
  /** `last`: held cards when no other player did; if others folded, placed above them. */
  readonly finish: "out" | "last" | "folded";
  readonly points: number | null;
  readonly bonus: number | null;
  readonly total: number | null;
}

export interface Play {
  readonly seat: Seat;
  readonly cards: readonly Card[];
  readonly rank: Rank;
}

export interface PlayCommand {
  readonly type: "play";
  readonly cards: readonly Card[];
  readonly declare?: Rank;
  readonly target?: Seat;
  /** Refused with 409 `version_conflict` if the question that this answers was put after that version. */
  readonly expectedVersion?: number;
}

export interface PlayStartedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "playStarted";
  readonly lead: Seat;
}

/** A player as others see them. */
export interface Player {
  readonly id: string;
  readonly name: string;
  readonly kind: "guest" | "account" | "bot" | "builtIn";
}

export interface PlayerBannedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "playerBanned";
  readonly seat: Seat;
  readonly by: Seat;
}

export interface PlayerFoldedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "playerFolded";
  readonly seat: Seat;
  /** How many cards went face down. */
  readonly count: number;
  readonly cards: readonly Card[] | null;
}

/** A player leaves, or, with the cause `clock`, was silent for too long. What becomes of the seat or of the hand follows in an event of its own. */
export interface PlayerLeftEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "playerLeft";
  readonly seat: Seat;
}

export interface PlayerPassedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "playerPassed";
  readonly seat: Seat;
  readonly barred: boolean;
}

/** The owner returns where no stand-in played, for instance after folding, and keeps the seat. */
export interface PlayerReturnedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "playerReturned";
  readonly seat: Seat;
}

export interface PlayerWentOutEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "playerWentOut";
  readonly seat: Seat;
  readonly place: number;
  readonly points: number | null;
}

/** Answers a ping. */
export interface PongFrame {
  readonly type: "pong";
  /** Matches an answer to this frame; lives as long as the socket. */
  readonly id: string;
  readonly serverTime: string;
}

/** Who is connected; not counted in the version. */
export interface PresenceFrame {
  readonly type: "presence";
  /** `game:<id>`, `table:<id>`, `lobby`, `lobby?state=…&preset=…` or `me`. */
  readonly topic: string;
  readonly seats: readonly PresenceFrameSeat[];
}

export interface PresenceFrameSeat {
  readonly seat: Seat;
  readonly connected: boolean;
}

/** Every answer that is not a success (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** For people; decide by `code`. */
  readonly detail: string;
  /** Stable. Refusals by the rules begin with `rule_`; more codes may be added. */
  readonly code: string;
  /** By which the operator finds this request. */
  readonly requestId: string;
  /** The version of the game, where the problem is about a game. */
  readonly version?: number;
  /** One entry for each fault of the request. */
  readonly errors?: readonly ProblemError[];
  readonly limit?: Limit;
  readonly retryAfterSeconds?: number;
  readonly requiredScope?: string;
  readonly by?: readonly string[];
  readonly gameId?: string;
}

export interface ProblemError {
  /** JSON Pointer into the body (`#/cards/1`), `?name` in the query, or the name of a header (`@idempotency-key`). */
  readonly pointer: string;
  /** What is wrong there: `unknown_field`, `missing_field`, `wrong_type`, `invalid_enum` … */
  readonly code: string;
  readonly detail: string;
}

export interface ProposeEndCommand {
  readonly type: "proposeEnd";
  /** After the running hand, or at once: all people must agree, and the hand is void. */
  readonly when: "afterHand" | "now";
}

/** Clients ignore types that they do not know, but count their version. */
export type PublicEvent = GameStartedEvent | SeatsDrawnEvent | CardExposedEvent | MisdealSettledEvent | HandDealtEvent | RevolutionAnsweredEvent | RevolutionDeclaredEvent | RevolutionWindowClosedEvent | SeatsReversedEvent | TaxOpenedEvent | TaxChosenEvent | TaxesExchangedEvent | MerchantPartnerNamedEvent | MerchantExchangedEvent | MerchantExchangeDeclinedEvent | PlayStartedEvent | SetPlayedEvent | PlayerPassedEvent | PlayerBannedEvent | ForcedPassEvent | PlayerWentOutEvent | TrickWonEvent | RatbertTakenEvent | LeadPassedEvent | PlayerFoldedEvent | HandEndedEvent | HandVoidedEvent | NewcomerArrivedEvent | PlacementOpenedEvent | NewcomersPlacedEvent | PlayerLeftEvent | PlayerReturnedEvent | StandInStartedEvent | StandInEndedEvent | SeatClosedEvent | EndProposedEvent | EndVotedEvent | EndVoteClosedEvent | GameEndedEvent;

/** 0 (World Ruler), 1 .. 12, 13 (a Jester alone); lower is better. */
export type Rank = number;

export interface RatbertTakenEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "ratbertTaken";
  readonly seat: Seat;
  readonly left: number;
}

/** The frame with this id was refused and has changed nothing. */
export interface RejectedFrame {
  readonly type: "rejected";
  /** Matches an answer to this frame; lives as long as the socket. */
  readonly id: string;
  readonly problem: Problem;
}

export interface ReturnMerchantCommand {
  readonly type: "returnMerchant";
  readonly card: Card;
  /** Refused with 409 `version_conflict` if the question that this answers was put after that version. */
  readonly expectedVersion?: number;
}

export interface RevolutionAnsweredEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "revolutionAnswered";
  readonly seat: Seat | null;
  readonly call: boolean | null;
}

export interface RevolutionDeclaredEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "revolutionDeclared";
  readonly seat: Seat;
  readonly greater: boolean;
}

export interface RevolutionWindowClosedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "revolutionWindowClosed";
  readonly called: boolean;
}

/** Every option of the rules, pinned by a game when it starts. */
export interface Ruleset {
  readonly preset: "official" | "official-scored" | "official-large" | "dutch" | "wikipedia" | "corporate";
  readonly revision: number;
  readonly edition: "dalmuti" | "corporate";
  readonly players: {
    readonly min: number;
    readonly max: number;
  };
  readonly deck: "full" | "strip12" | "strip11-12" | "corporate60" | "auto";
  readonly seating: {
    readonly method: "draw" | "random" | "given";
    readonly ties: "tied-redraw" | "until-unique";
  };
  readonly titles: {
    readonly three: "merchant" | "lesser-dalmuti";
  };
  readonly jesters: {
    readonly pair: "rank13" | "forbidden";
  };
  readonly tax: RulesetTax;
  readonly revolution: RulesetRevolution;
  readonly mex: RulesetMex;
  readonly play: {
    readonly passLock: boolean;
    readonly leadAfterOut: "clockwise" | "boss-chooses";
  };
  readonly scoring: RulesetScoring;
  readonly end: RulesetEnd;
  readonly join: RulesetJoin;
  readonly leave: {
    readonly midHand: "bot" | "fold" | "void";
    readonly betweenHands: "close-up";
  };
  readonly misdeal: {
    readonly mode: "off" | "simulated";
    readonly rate: number | null;
  };
  readonly history: {
    readonly discards: "open" | "closed";
  };
  readonly corp: RulesetCorp | null;
}

export interface RulesetCorp {
  readonly wildAlone: "declared" | "rank13";
  readonly wedgieInSets: boolean;
  readonly wedgieTarget: "required" | "optional";
  readonly ratbertWithWilds: boolean;
  readonly rulerMayLead: boolean;
  readonly drawWilds: "worst" | "best";
}

export interface RulesetEnd {
  readonly hands: number | null;
  readonly timeLimitMin: number | null;
  readonly consent: "unanimous" | "majority" | "off";
  readonly tieBreak: "shared" | "countback" | "final-rank";
}

export interface RulesetJoin {
  readonly allowed: boolean;
  readonly choice: "gd" | "lower" | "upper";
  readonly startScore: "zero" | "lowest";
}

export interface RulesetMex {
  readonly enabled: boolean;
  readonly give: "random" | "choice";
  readonly take: "random" | "target-choice";
}

export interface RulesetRevolution {
  readonly enabled: boolean;
  readonly firstDeal: boolean;
  readonly greater: "called" | "automatic";
}

export interface RulesetScoring {
  readonly mode: "none" | "points";
  readonly bonus: "none" | "philanthropic" | "democratic";
  readonly baseline: "play-start" | "hand-start";
}

export interface RulesetTax {
  readonly enabled: boolean;
  readonly timing: "sealed" | "sequential";
  readonly wilds: "worst" | "exempt" | "best";
  readonly dalmutiMayGiveWilds: boolean;
  readonly peonPayment: "auto" | "manual";
  readonly visibility: "parties" | "public";
}

/** Index into `seats`; one player's for the whole game. */
export type Seat = number;

/** The seat is closed for good, and the others move up. A table that is too small now is in phase `waiting`. */
export interface SeatClosedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "seatClosed";
  readonly seat: Seat;
  readonly order: readonly Seat[];
  readonly titles: readonly SeatTitle[];
}

export interface SeatTitle {
  readonly seat: Seat;
  readonly title: Title;
}

export interface SeatView {
  readonly seat: Seat;
  readonly player: Player;
  /** `active`: has a position. `waiting`: a newcomer, not dealt in yet. `folded`: gave up the cards of this hand. `left`: closed for good. */
  readonly state: "active" | "waiting" | "folded" | "left";
  /** `standIn`: the owner left, or was silent for too long after a missed deadline. */
  readonly controlledBy: "player" | "standIn";
  /** The one field that changes without an event. */
  readonly connected: boolean;
  readonly position: number | null;
  readonly title: Title | null;
  readonly cardCount: number;
  readonly place: number | null;
  readonly points: number | null;
  readonly total: number | null;
  /** What is left of the time bank; already part of the `deadline` of a turn. null: none. */
  readonly bankSeconds: number | null;
  /** Why the owner is away: they left, or were silent for too long. It is set until they return or the seat closes. */
  readonly away: "left" | "idle" | null;
}

export interface SeatsDrawnEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "seatsDrawn";
  readonly rounds: readonly SeatsDrawnEventRound[];
  readonly order: readonly Seat[];
  readonly titles: readonly SeatTitle[];
}

export interface SeatsDrawnEventRound {
  readonly draws: readonly SeatsDrawnEventRoundDraw[];
}

export interface SeatsDrawnEventRoundDraw {
  readonly seat: Seat;
  readonly card: Card;
}

export interface SeatsReversedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "seatsReversed";
  readonly order: readonly Seat[];
  readonly titles: readonly SeatTitle[];
}

export interface SetPlayedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "setPlayed";
  readonly seat: Seat;
  readonly cards: readonly Card[];
  readonly rank: Rank;
  readonly left: number;
}

export interface SettleMisdealCommand {
  readonly type: "settleMisdeal";
  readonly to: "intended" | "greaterPeon";
  /** Refused with 409 `version_conflict` if the question that this answers was put after that version. */
  readonly expectedVersion?: number;
}

/** The whole view; replaces everything known of the topic. */
export interface SnapshotFrame {
  readonly type: "snapshot";
  /** `game:<id>`, `table:<id>`, `lobby`, `lobby?state=…&preset=…` or `me`. */
  readonly topic: string;
  readonly version: number;
  readonly view: View;
}

/** The owner has taken the seat back. */
export interface StandInEndedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "standInEnded";
  readonly seat: Seat;
}

export interface StandInStartedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "standInStarted";
  readonly seat: Seat;
  /** `left`: only `comeBack` takes the seat back. `idle`: any accepted command of the owner does. */
  readonly reason: "left" | "idle";
}

/** Follow a topic; `after` resumes a game without a gap. */
export interface SubscribeFrame {
  readonly type: "subscribe";
  /** Matches an answer to this frame; lives as long as the socket. */
  readonly id: string;
  /** `game:<id>`, `table:<id>`, `lobby`, `lobby?state=…&preset=…` or `me`. */
  readonly topic: string;
  /** The version that the client has; resumes a game. */
  readonly after?: number;
}

/** Answers every subscribe. */
export interface SubscribedFrame {
  readonly type: "subscribed";
  /** Matches an answer to this frame; lives as long as the socket. */
  readonly id: string;
  /** `game:<id>`, `table:<id>`, `lobby`, `lobby?state=…&preset=…` or `me`. */
  readonly topic: string;
  readonly mode: "snapshot" | "resume";
  readonly version: number;
}

export interface Table {
  readonly id: string;
  /** Counts changes of the table; its ETag. */
  readonly version: number;
  readonly name: string | null;
  readonly state: "open" | "playing" | "closed";
  readonly visibility: "public" | "unlisted" | "private";
  readonly createdAt: string;
  /** When an open table at which nothing happens is closed, or until when the host of a finished game can open its table again. */
  readonly expiresAt: string | null;
  readonly host: Player;
  readonly ruleset: Ruleset;
  readonly clock: Clock;
  readonly seats: readonly TableSeat[];
  readonly waiting: readonly Player[];
  readonly spectators: TableSpectators;
  /** For the host alone: open invitations, and those declined in the last half-hour. */
  readonly invitations: readonly TableInvitation[] | null;
  /** Whether a rematch begins with the order in which the game before it ended. */
  readonly keepClasses: boolean;
  /** For members only. */
  readonly inviteCode: string | null;
  /** The running game. */
  readonly gameId: string | null;
  /** Games that have ended here, the last one last. */
  readonly pastGameIds: readonly string[];
  /** The game that a start would begin, and the commitment to its seed. */
  readonly next: {
    readonly gameId: string;
    readonly commitment: string;
  } | null;
  /** null for callers who have no part in the table and cannot take one now. */
  readonly you: TableYou | null;
}

/** A table, whole. */
export interface TableFrame {
  readonly type: "table";
  /** `game:<id>`, `table:<id>`, `lobby`, `lobby?state=…&preset=…` or `me`. */
  readonly topic: string;
  readonly version: number;
  readonly table: Table;
}

/** An invitation to a seat. */
export interface TableInvitation {
  readonly id: string;
  readonly player: Player;
  readonly state: "open" | "declined";
  /** The reason for declining, if one was given. */
  readonly reason: "busy" | "ruleset" | "clock" | "generic" | null;
  readonly createdAt: string;
  /** An open one lapses then; a declined one would have. */
  readonly expiresAt: string;
}

export interface TableSeat {
  readonly seat: Seat;
  readonly state: "empty" | "invited" | "taken";
  readonly player: Player | null;
  readonly ready: boolean;
}

export interface TableSpectators {
  readonly allowed: boolean;
  readonly delaySeconds: number;
  readonly count: number;
}

export interface TableSummary {
  readonly id: string;
  readonly name: string | null;
  readonly state: "open" | "playing" | "closed";
  readonly visibility: "public" | "unlisted" | "private";
  readonly host: Player;
  readonly preset: string;
  readonly players: TableSummaryPlayers;
  readonly spectators: boolean;
  readonly gameId: string | null;
  readonly createdAt: string;
}

export interface TableSummaryPlayers {
  readonly min: number;
  readonly max: number;
  readonly seated: number;
}

export interface TableYou {
  readonly seat: Seat | null;
  readonly host: boolean;
  readonly ready: boolean;
  /** What you add to the chance of the coming game; others see it when the game begins. */
  readonly entropy: string | null;
  /** The host has taken your seat; an invitation lets you in again. */
  readonly removed: boolean;
  readonly available: readonly ("sit" | "stand" | "ready" | "start" | "invite" | "remove" | "rematch" | "end")[];
}

export interface TaxChosenEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "taxChosen";
  readonly seat: Seat;
  readonly cards: readonly Card[] | null;
}

export interface TaxOpenedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "taxOpened";
  readonly exchanges: readonly TaxOpenedEventExchange[];
}

export interface TaxOpenedEventExchange {
  readonly kind: "greater" | "lesser" | "merchant";
  readonly upper: Seat;
  readonly lower: Seat | null;
  readonly count: number;
  readonly lowerGives: readonly Card[] | null;
}

export interface TaxesExchangedEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "taxesExchanged";
  readonly exchanges: readonly TaxesExchangedEventExchange[];
}

export interface TaxesExchangedEventExchange {
  readonly kind: "greater" | "lesser";
  readonly upper: Seat;
  readonly lower: Seat;
  readonly count: number;
  readonly upperGives: readonly Card[] | null;
  readonly lowerGives: readonly Card[] | null;
}

/** The class, in every edition. */
export type Title = "GD" | "LD" | "M" | "LP" | "GP";

export interface Trick {
  readonly number: number;
  readonly lead: Seat;
  readonly plays: readonly Play[];
  readonly top: TrickTop;
  /** Since the last play. */
  readonly passed: readonly Seat[];
  /** Out of this trick for good. */
  readonly barred: readonly Seat[];
}

export interface TrickTop {
  readonly seat: Seat;
  readonly rank: Rank;
  readonly count: number;
}

export interface TrickWonEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "trickWon";
  readonly seat: Seat;
  readonly number: number;
}

/** Follow a topic no longer. */
export interface UnsubscribeFrame {
  readonly type: "unsubscribe";
  /** Matches an answer to this frame; lives as long as the socket. */
  readonly id: string;
  /** `game:<id>`, `table:<id>`, `lobby`, `lobby?state=…&preset=…` or `me`. */
  readonly topic: string;
}

/** Nothing more comes on this topic. */
export interface UnsubscribedFrame {
  readonly type: "unsubscribed";
  /** `game:<id>`, `table:<id>`, `lobby`, `lobby?state=…&preset=…` or `me`. */
  readonly topic: string;
  readonly code: "asked" | "closed" | "forbidden" | "gone";
}

/** Everything that one viewer may know of a game. */
export interface View {
  readonly gameId: string;
  readonly tableId: string;
  readonly version: number;
  readonly serverTime: string;
  readonly phase: Phase;
  readonly handNumber: number;
  readonly turn: Seat | null;
  readonly awaiting: readonly Seat[];
  readonly deadline: string | null;
  readonly deck: Deck | null;
  /** order[0] is the Greater Dalmuti. */
  readonly order: readonly Seat[];
  /** seats[k].seat is k, always. */
  readonly seats: readonly SeatView[];
  /** null: the player on turn leads. */
  readonly trick: Trick | null;
  readonly history: readonly FinishedTrick[] | null;
  readonly revolution: {
    readonly by: Seat;
    readonly greater: boolean;
  } | null;
  readonly exchanges: readonly Exchange[];
  /** Newcomers whom the Greater Dalmuti of the coming hand is asked to place, and how many players may sit above them. */
  readonly placement: {
    readonly seats: readonly Seat[];
    readonly above: readonly number[];
  } | null;
  /** The open vote about the end of the game; it has no deadline, and is over with the hand. */
  readonly ending: ViewEnding | null;
  /** The hand before; a void one has no placings. */
  readonly lastHand: ViewLastHand | null;
  readonly result: ViewResult | null;
  readonly ruleset: Ruleset;
  readonly clock: Clock;
  readonly fairness: {
    readonly commitment: string;
  };
  /** null for spectators. */
  readonly you: You | null;
}

export interface ViewEnding {
  readonly proposedBy: Seat;
  readonly when: "afterHand" | "now";
  readonly agreed: readonly Seat[];
  readonly refused: readonly Seat[];
}

export interface ViewLastHand {
  readonly handNumber: number;
  readonly void: boolean;
  readonly placings: readonly Placing[];
}

export interface ViewResult {
  /** `consent`: the people agreed. `host`: the host ended a game that waited for players. `abandoned`: no person is left or moves, or a limit of the operator is reached. `admin`: an operator ended it. */
  readonly reason: "hands" | "timeLimit" | "consent" | "host" | "abandoned" | "admin";
  /** Several when shared; empty without scoring. */
  readonly winners: readonly Seat[];
  /** Seats that had a position at the end. */
  readonly standings: readonly ViewResultStanding[];
}

export interface ViewResultStanding {
  readonly rank: number;
  readonly seat: Seat;
  readonly total: number | null;
  /** Counted hands in a row through which the seat was Greater Dalmuti, at the longest. */
  readonly longestReign: number;
}

export interface VoteEndCommand {
  readonly type: "voteEnd";
  readonly agree: boolean;
}

/** The token is good; tells the limits. */
export interface WelcomeFrame {
  readonly type: "welcome";
  readonly serverTime: string;
  readonly player: Player;
  readonly heartbeatSeconds: number;
  readonly limits: readonly Limit[];
  readonly maxFrameBytes: number;
  readonly maxTopics: number;
  readonly maxSockets: number;
  readonly maxEventStreams: number;
}

export interface You {
  readonly seat: Seat;
  readonly cards: readonly Card[];
  /** Answers to what the game asks of this seat now; cheapest first, `pass` last. */
  readonly legal: readonly Command[];
  /** Version at which the question was put that `legal` answers, null when nothing is asked. The same until it is answered or withdrawn, whatever other seats do meanwhile: send it as `expectedVersion`, and make the `Idempotency-Key` of it. */
  readonly asked: number | null;
  /** What the clock would send for this seat. */
  readonly onTimeout: Command | null;
  /** Commands that this seat may send whatever the game asks, never part of `legal`; in the order `comeBack`, `leave`, `proposeEnd` or `voteEnd`. */
  readonly available: readonly ("proposeEnd" | "voteEnd" | "leave" | "comeBack")[];
}

export interface AcceptInvitationRequest {
  /** An unguessable value of 1 to 128 printable ASCII characters. It contributes to the deals of the game, so that the operator alone cannot decide them. It becomes public when the game begins. */
  readonly entropy?: string;
}

export interface AdminPlayer {
  readonly id: string;
  readonly name: string;
  readonly kind: "guest" | "account" | "bot" | "builtIn";
  readonly createdAt: string;
  /** Whose bot it is. */
  readonly ownerId: string | null;
  readonly erased: boolean;
  readonly ban: {
    readonly at: string;
    readonly reason: string | null;
  } | null;
  /** Administrative scopes. */
  readonly scopes: readonly ("admin" | "admin:secrets")[];
}

export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: Player;
  /** More actions may be added. */
  readonly action: string;
  /** The player, game or table that it was done to. */
  readonly subject: string;
  readonly details: { readonly [name: string]: string | number | null };
}

export interface BanPlayerRequest {
  /** For the log; players do not see it. */
  readonly reason: string;
}

export interface Bot {
  readonly id: string;
  readonly name: string;
  readonly kind: "bot";
  readonly acceptFrom: "owner" | "anyone";
  readonly createdAt: string;
  /** When its present token was made; null when it has none. */
  readonly tokenSince: string | null;
  /** When that token was last used, to the minute; null until it was. */
  readonly lastUsedAt: string | null;
}

export interface BotToken {
  /** Shown this once; only a hash is kept. */
  readonly token: string;
  readonly scopes: readonly ("play" | "lobby" | "bots" | "admin" | "admin:secrets")[];
  readonly createdAt: string;
}

export interface BuiltInSeatBotRequest {
  readonly kind: "builtIn";
  readonly level: "random" | "greedy";
}

export interface CardExposedReplayEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "cardExposed";
  readonly seat: Seat;
  readonly card: Card;
  /** How many cards had been dealt before it. */
  readonly dealt: number;
  /** The whole deck in the order in which it is being dealt. */
  readonly deck: readonly Card[];
}

export interface ChangeMeRequest {
  /** 1 to 40 visible characters of one script (Latin may stand beside Chinese, Japanese and Korean); no control, invisible or blank characters and no line breaks, at most a few marks on a letter, and no name of the service, its operators or its built-in bots. */
  readonly name?: string;
  /** null takes it away. */
  readonly locale?: string | null;
}

export interface CloseTableRequest {
  /** For the log; players do not see it. */
  readonly reason: string;
  readonly endGame?: boolean;
}

export interface ClosedTable {
  readonly id: string;
  readonly name: string | null;
  readonly state: "open" | "playing" | "closed";
  readonly hostId: string;
  readonly pastGameIds: readonly string[];
}

export interface CommandResult {
  /** Version of the command's last event. */
  readonly version: number;
  /** Whether this key had been carried out before. */
  readonly replayed: boolean;
  readonly events: readonly PublicEvent[];
  /** The present view; null under `Prefer: return=minimal`. */
  readonly view: View | null;
}

export interface CreateBotRequest {
  /** 1 to 40 visible characters of one script (Latin may stand beside Chinese, Japanese and Korean); no control, invisible or blank characters and no line breaks, at most a few marks on a letter, and no name of the service, its operators or its built-in bots. */
  readonly name: string;
  /** Whose invitations the bot may accept. */
  readonly acceptFrom?: "owner" | "anyone";
}

export interface CreateGuestRequest {
  /** 1 to 40 visible characters of one script (Latin may stand beside Chinese, Japanese and Korean); no control, invisible or blank characters and no line breaks, at most a few marks on a letter, and no name of the service, its operators or its built-in bots. */
  readonly name: string;
  /** A language tag such as "en" or "de-CH". */
  readonly locale?: string;
  /** The code of the service, where its operator demands one. */
  readonly code?: string;
}

export interface CreateStreamTicketRequest {
  /** Which stream: `me` for `/v1/me/stream`, `lobby` for `/v1/lobby/stream`, `game:<id>` for `/v1/games/{id}/stream`. */
  readonly topic: string;
}

/** Everything may be left out. */
export interface CreateTableRequest {
  /** 1 to 40 visible characters of one script (Latin may stand beside Chinese, Japanese and Korean); no control, invisible or blank characters and no line breaks, at most a few marks on a letter, and no name of the service, its operators or its built-in bots. */
  readonly name?: string;
  readonly visibility?: "public" | "unlisted" | "private";
  /** `preset` and whatever differs from it, nested as in `Ruleset`. Without it `official-scored`. */
  readonly ruleset?: { readonly [name: string]: unknown };
  readonly clock?: CreateTableRequestClock;
  /** Whether others may look on, or that they may with so many seconds of delay: they see the game as it was then. */
  readonly spectators?: boolean | {
    readonly delaySeconds: number;
  };
  /** A rematch begins with the order in which the game before it ended, instead of drawing seats. */
  readonly keepClasses?: boolean;
}

/** Whatever differs from 30, 45, 10, 45, 8, 60 seconds and no time bank. */
export interface CreateTableRequestClock {
  readonly turnSeconds?: number | null;
  readonly taxSeconds?: number | null;
  readonly revolutionSeconds?: number | null;
  readonly placementSeconds?: number | null;
  readonly pauseSeconds?: number;
  readonly graceSeconds?: number;
  readonly bankSeconds?: number | null;
}

export interface DeclineInvitationRequest {
  readonly reason?: "busy" | "ruleset" | "clock" | "generic";
}

export interface DeviceCode {
  /** Eight characters, none of which looks like another; shown this once. */
  readonly code: string;
  readonly expiresAt: string;
}

export interface EndGameRequest {
  /** For the log; players do not see it. */
  readonly reason: string;
}

export interface EventsPage {
  readonly after: number;
  readonly version: number;
  readonly head: number;
  readonly more: boolean;
  readonly events: readonly PublicEvent[];
  /** On the last page only. */
  readonly state: FrameState | null;
  /** On the last page only. */
  readonly you: You | null;
}

export interface ExchangeTokenRequest {
  /** An ID token, or an access token that is a JWT. */
  readonly token: string;
}

/** What every draw and deal of a game follows from. */
export interface Fairness {
  readonly gameId: string;
  /** How numbers come from the seed; another way would have another name. */
  readonly algorithm: "dalmuti-1";
  /** SHA-256 over a tag, the id of the game and its seed; shown before anybody could sit down. */
  readonly commitment: string;
  readonly contributions: readonly FairnessContribution[];
  /** null until the game is over. */
  readonly seed: string | null;
}

export interface FairnessContribution {
  readonly seat: Seat;
  readonly entropy: string;
  /** The first hand whose chance it goes into; 1 means the draw for seats too. null while a newcomer has not been dealt in. */
  readonly fromHand: number | null;
}

export interface FindGamesResponse {
  readonly items: readonly FoundGame[];
  /** Goes into `?cursor=` for the next page; null on the last one. */
  readonly next: string | null;
}

export interface FindMatchRequest {
  /** One of those of `GET /v1/rulesets`, as it stands. */
  readonly preset: string;
  /** Of how many the game may be; within `players` of the preset. */
  readonly players: {
    readonly min: number;
    readonly max: number;
  };
  /** Seconds of waiting after which built-in bots may fill the game, if all players in it accept them by then; null for never. */
  readonly botsAfterSeconds?: number | null;
  /** As at a table, but the seed is taken when the players have been found: after this. A later one takes the place of the one before. */
  readonly entropy?: string;
}

export interface FindPlayersResponse {
  readonly items: readonly AdminPlayer[];
  /** Goes into `?cursor=` for the next page; null on the last one. */
  readonly next: string | null;
}

export interface FoundGame {
  readonly id: string;
  readonly tableId: string | null;
  readonly state: "running" | "over";
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** When the game is looked at again by itself. */
  readonly wake: FoundGameWake | null;
}

export interface FoundGameWake {
  /** `clock`, `bots`, or `ended`: its table must learn of the end. */
  readonly reason: string;
  readonly version: number;
  readonly due: string;
  /** 0 for one that is still to come. */
  readonly overdueSeconds: number;
}

export interface GameStartedReplayEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "gameStarted";
  readonly gameId: string;
  readonly tableId: string;
  readonly ruleset: Ruleset;
  readonly clock: Clock;
  readonly seats: readonly GameStartedReplayEventSeat[];
  readonly fairness: {
    readonly commitment: string;
    /** What players added to the chance of this game when they sat down. */
    readonly contributions: readonly GameStartedReplayEventFairnessContribution[];
  };
  /** Whether the first order is that in which the game before ended at this table, and not drawn. */
  readonly classesKept: boolean;
  /** Names the rules that decided this game. */
  readonly rulesVersion: number;
  readonly access: GameStartedReplayEventAccess;
  /** The operator's own limit of hands. */
  readonly handLimit: number;
}

export interface GameStartedReplayEventAccess {
  readonly private: boolean;
  readonly spectators: boolean;
  /** How much later than players spectators saw the game; absent for not at all. */
  readonly delaySeconds?: number;
}

export interface GameStartedReplayEventFairnessContribution {
  readonly seat: Seat;
  readonly entropy: string;
}

export interface GameStartedReplayEventSeat {
  readonly seat: Seat;
  readonly player: Player;
  /** What the player was when they sat down. */
  readonly kind: "human" | "bot" | "builtIn";
}

export interface GetLivenessResponse {
  readonly status: "alive";
}

export interface GetReadinessResponse {
  readonly status: "ready";
  readonly database: "up";
  readonly bus: "up" | "down";
}

export interface Guest {
  readonly player: Player;
  readonly tokenType: "Bearer";
  /** A JWT (EdDSA); verify it with /.well-known/jwks.json or not at all. */
  readonly accessToken: string;
  /** Seconds until the access token ends. */
  readonly expiresIn: number;
  /** Good for one exchange; keep it secret. */
  readonly refreshToken: string;
  /** Seconds until the refresh token ends when it is not used. */
  readonly refreshExpiresIn: number;
  readonly scopes: readonly ("play" | "lobby" | "bots" | "admin" | "admin:secrets")[];
}

export interface HandDealtReplayEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "handDealt";
  readonly handNumber: number;
  readonly deck: Deck;
  readonly dealer: Seat;
  readonly order: readonly Seat[];
  readonly titles: readonly SeatTitle[];
  readonly hands: readonly HandDealtReplayEventHand[];
}

export interface HandDealtReplayEventHand {
  readonly seat: Seat;
  readonly count: number;
  readonly cards: readonly Card[];
}

export interface HandEndedReplayEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "handEnded";
  readonly handNumber: number;
  readonly placings: readonly Placing[];
  readonly remaining: readonly Card[];
  readonly order: readonly Seat[];
  readonly titles: readonly SeatTitle[];
}

/** One hand that is over, finished or void: who finished where, and what each was called when it was dealt, when it was played (after a greater revolution) and by the place earned. It never changes. */
export interface HandRow {
  readonly gameId: string;
  readonly handNumber: number;
  /** The hand does not count: `placings` is empty, totals stay as they were. */
  readonly void: boolean;
  /** When it was dealt, or, where it never was, when dealing began. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly preset: string;
  readonly deck: string;
  readonly revolution: {
    readonly by: Seat;
    readonly greater: boolean;
  } | null;
  readonly exchanges: readonly HandRowExchange[];
  /** Seats of this hand that were not in the hand before; in the first one, not in the game at its start. */
  readonly joined: readonly Seat[];
  /** Seats of the hand before that are not in this one. A player who leaves during a hand still has a place in it, and is in `left` of the next row. */
  readonly left: readonly Seat[];
  readonly placings: readonly HandRowPlacing[];
}

export interface HandRowExchange {
  readonly kind: "greater" | "lesser" | "merchant";
  readonly upper: Seat;
  readonly lower: Seat;
  readonly count: number;
}

export interface HandRowPage {
  readonly items: readonly HandRow[];
  readonly next: string | null;
}

export interface HandRowPlacing {
  readonly place: number;
  readonly seat: Seat;
  /** `last`: held cards when no other player did; if others folded, placed above them. */
  readonly finish: "out" | "last" | "folded";
  readonly points: number | null;
  readonly bonus: number | null;
  readonly total: number | null;
  readonly playerId: string;
  readonly name: string;
  /** Whether a stand-in made at least one move for this seat in this hand; silence in the revolution window is none. */
  readonly standIn: boolean;
  readonly titleDealt: Title;
  readonly titlePlayed: Title;
  readonly titleNext: Title;
}

export interface InspectedGame {
  readonly id: string;
  readonly tableId: string;
  readonly private: boolean;
  readonly spectators: boolean;
  readonly startedAt: string;
  readonly lastEventAt: string | null;
  readonly wake: InspectedGameWake | null;
  readonly view: View;
  /** Every hand, with `secrets=true`; null without it. */
  readonly secrets: readonly InspectedGameSecret[] | null;
}

export interface InspectedGameSecret {
  readonly seat: Seat;
  readonly cards: readonly string[];
}

export interface InspectedGameWake {
  /** `clock`, `bots`, or `ended`: its table must learn of the end. */
  readonly reason: string;
  readonly version: number;
  readonly due: string;
  /** 0 for one that is still to come. */
  readonly overdueSeconds: number;
}

export interface InvitePlayerRequest {
  readonly playerId: string;
}

export interface Jwks {
  readonly keys: readonly JwksKey[];
}

export interface JwksKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly kid: string;
  readonly use: "sig";
  readonly alg: "EdDSA";
}

export interface ListBotsResponse {
  readonly items: readonly Bot[];
  /** Goes into `?cursor=` for the next page; null on the last one. */
  readonly next: string | null;
}

export interface ListPlayerGamesResponse {
  readonly items: readonly PlayedGame[];
  /** Goes into `?cursor=` for the next page; null on the last one. */
  readonly next: string | null;
}

export interface Me {
  readonly id: string;
  readonly name: string;
  readonly kind: "guest" | "account" | "bot" | "builtIn";
  readonly locale: string | null;
  readonly createdAt: string;
  readonly scopes: readonly ("play" | "lobby" | "bots" | "admin" | "admin:secrets")[];
}

export interface MerchantExchangedReplayEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "merchantExchanged";
  readonly upper: Seat;
  readonly lower: Seat;
  readonly upperGives: readonly Card[];
  readonly lowerGives: readonly Card[];
}

export interface MisdealSettledReplayEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "misdealSettled";
  readonly seat: Seat;
  readonly to: "intended" | "greaterPeon";
  readonly card: Card;
  readonly replacement: Card | null;
  readonly greaterPeon: Seat;
}

/** Names of cards and classes. For what a set lacks take the English one of its `theme`, then the English one whose `theme` is its `edition`; those have everything. */
export interface NameSet {
  /** A BCP 47 tag. */
  readonly language: string;
  /** Whose words they are: those of `edition` itself, or of a version with other pictures. */
  readonly theme: "dalmuti" | "corporate" | "dnd";
  /** The `edition` of rulesets that can wear it. */
  readonly edition: "dalmuti" | "corporate";
  /** What the game is called. */
  readonly title: string;
  /** By `Card`; a card without an established name is not there. */
  readonly cards: { readonly [name: string]: string };
  /** By `Title`; a class without an established name is not there. */
  readonly classes: { readonly [name: string]: string };
  /** Who says so. */
  readonly sources: readonly NameSetSource[];
}

export interface NameSetSource {
  readonly title: string;
  /** null where no address is known. */
  readonly url: string | null;
}

export interface NewcomerArrivedReplayEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "newcomerArrived";
  readonly seat: Seat;
  readonly player: Player;
  /** The points that the player begins with: their own total if they played before. null without scoring. */
  readonly total: number | null;
  /** What the player contributes to the deals; it counts from the first hand in which they are dealt cards. */
  readonly entropy: string | null;
  /** What the player was when they sat down. */
  readonly kind: "human" | "bot" | "builtIn";
}

/** A game in the history of one player. */
export interface PlayedGame {
  readonly gameId: string;
  readonly tableId: string;
  readonly seat: Seat;
  /** null for games of old. */
  readonly preset: string | null;
  /** When the player joined the game. */
  readonly startedAt: string;
  /** When the game ended for the player; null while they play. */
  readonly endedAt: string | null;
  /** Place in the final standings, 1 for the best; null before the end and for players who left before it. */
  readonly rank: number | null;
  /** Their points in the final table; null without scoring, and where `rank` is null. */
  readonly total: number | null;
  /** Their longest run of counted hands as Greater Dalmuti; null where `rank` is null. */
  readonly longestReign: number | null;
}

export interface PlayerFoldedReplayEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "playerFolded";
  readonly seat: Seat;
  /** How many cards went face down. */
  readonly count: number;
  readonly cards: readonly Card[];
}

/** What others may know of a player. */
export interface PlayerProfile {
  readonly id: string;
  readonly name: string;
  readonly kind: "guest" | "account" | "bot" | "builtIn";
  /** The player was erased: their name is "Somebody", and they have no history. */
  readonly erased: boolean;
  /** null when the player was erased. */
  readonly createdAt: string | null;
  /** The owner of a bot; null for other players. */
  readonly owner: Player | null;
  /** Whose invitations a bot may accept; null for other players. */
  readonly acceptFrom: "owner" | "anyone" | null;
  /** Number of finished games in the history that you can see. */
  readonly finishedGames: number;
}

export interface ReadAuditResponse {
  readonly items: readonly AuditEntry[];
  /** Goes into `?cursor=` for the next page; null on the last one. */
  readonly next: string | null;
}

export interface RefreshTokensRequest {
  readonly refreshToken: string;
}

export interface RemoteSeatBotRequest {
  readonly kind: "remote";
  readonly playerId: string;
}

/** A finished game: everything that happened, in full, and what its chance came from. `dalmuti verify` and `examples/verify.py` check it. */
export interface Replay {
  readonly format: "dalmuti-replay";
  readonly version: 1;
  readonly gameId: string;
  readonly ruleset: Ruleset;
  readonly events: readonly ReplayEvent[];
  readonly proof: ReplayProof;
}

/** An event with all that was hidden while the game was played. */
export type ReplayEvent = GameStartedReplayEvent | SeatsDrawnEvent | CardExposedReplayEvent | MisdealSettledReplayEvent | HandDealtReplayEvent | RevolutionAnsweredReplayEvent | RevolutionDeclaredEvent | RevolutionWindowClosedEvent | SeatsReversedEvent | TaxOpenedReplayEvent | TaxChosenReplayEvent | TaxesExchangedReplayEvent | MerchantPartnerNamedEvent | MerchantExchangedReplayEvent | MerchantExchangeDeclinedEvent | PlayStartedEvent | SetPlayedEvent | PlayerPassedEvent | PlayerBannedEvent | ForcedPassEvent | PlayerWentOutEvent | TrickWonEvent | RatbertTakenEvent | LeadPassedEvent | PlayerFoldedReplayEvent | HandEndedReplayEvent | HandVoidedEvent | NewcomerArrivedReplayEvent | PlacementOpenedEvent | NewcomersPlacedEvent | PlayerLeftEvent | PlayerReturnedEvent | StandInStartedEvent | StandInEndedEvent | SeatClosedEvent | EndProposedEvent | EndVotedEvent | EndVoteClosedEvent | GameEndedEvent;

export interface ReplayProof {
  /** How numbers come from the seed; another way would have another name. */
  readonly algorithm: "dalmuti-1";
  /** SHA-256 over a tag, the id of the game and its seed; shown before anybody could sit down. */
  readonly commitment: string;
  readonly contributions: readonly ReplayProofContribution[];
  /** 32 bytes, in hexadecimal. */
  readonly seed: string;
}

export interface ReplayProofContribution {
  readonly seat: Seat;
  readonly entropy: string;
  /** The first hand whose chance it goes into; 1 means the draw for seats too. null while a newcomer has not been dealt in. */
  readonly fromHand: number | null;
}

export interface RevolutionAnsweredReplayEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "revolutionAnswered";
  readonly seat: Seat;
  readonly call: boolean;
}

export interface Rulesets {
  readonly defaultPreset: string;
  readonly presets: readonly RulesetsPreset[];
  readonly options: readonly RulesetsOption[];
  readonly clock: Clock;
  /** Cards of the full deck, best first. */
  readonly cards: readonly string[];
  /** Names of cards and classes, one set for each language and theme that has any; English first. */
  readonly names: readonly NameSet[];
}

export interface RulesetsOption {
  /** Path in the ruleset, with dots. */
  readonly key: string;
  readonly type: "choice" | "boolean" | "integer" | "number";
  /** null for numbers. */
  readonly values: readonly (string | number | boolean | null)[] | null;
  readonly min: number | null;
  readonly max: number | null;
  /** In the preset `official`; of `corp.*` in `corporate`. */
  readonly default: string | number | boolean | null;
  /** The values that can be chosen yet; null for all. */
  readonly built: readonly (string | number | boolean | null)[] | null;
  readonly explanation: string;
  readonly players: {
    readonly min: number;
    readonly max: number;
  };
}

export interface RulesetsPreset {
  readonly name: string;
  readonly built: boolean;
  readonly ruleset: Ruleset;
}

export type SeatBotRequest = BuiltInSeatBotRequest | RemoteSeatBotRequest;

export interface SetReadyRequest {
  readonly ready: boolean;
}

export interface StreamTicket {
  /** Keep it secret: anyone who has it can read the stream. */
  readonly ticket: string;
  readonly expiresAt: string;
}

export interface TablePage {
  readonly items: readonly TableSummary[];
  /** Goes into `?cursor=` for the next page; null on the last one. */
  readonly next: string | null;
}

export interface TakeSeatRequest {
  readonly invite?: string;
  /** An unguessable value of 1 to 128 printable ASCII characters. It contributes to the deals of the game, so that the operator alone cannot decide them. It becomes public when the game begins. */
  readonly entropy?: string;
}

export interface TaxChosenReplayEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "taxChosen";
  readonly seat: Seat;
  readonly cards: readonly Card[];
  readonly shownTo: Seat | null;
}

export interface TaxOpenedReplayEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "taxOpened";
  readonly exchanges: readonly TaxOpenedReplayEventExchange[];
  readonly timing: "sealed" | "sequential";
}

export interface TaxOpenedReplayEventExchange {
  readonly kind: "greater" | "lesser" | "merchant";
  readonly upper: Seat;
  readonly lower: Seat | null;
  readonly count: number;
  readonly lowerGives: readonly Card[] | null;
}

export interface TaxesExchangedReplayEvent {
  /** Number of the event in its game, from 1, the same for every viewer. */
  readonly version: number;
  readonly at: string;
  readonly cause: Cause | null;
  readonly type: "taxesExchanged";
  readonly exchanges: readonly TaxesExchangedReplayEventExchange[];
  readonly visibility: "parties" | "public";
}

export interface TaxesExchangedReplayEventExchange {
  readonly kind: "greater" | "lesser";
  readonly upper: Seat;
  readonly lower: Seat;
  readonly count: number;
  readonly upperGives: readonly Card[] | null;
  readonly lowerGives: readonly Card[] | null;
}

export interface Tokens {
  readonly tokenType: "Bearer";
  /** A JWT (EdDSA); verify it with /.well-known/jwks.json or not at all. */
  readonly accessToken: string;
  /** Seconds until the access token ends. */
  readonly expiresIn: number;
  /** Good for one exchange; keep it secret. */
  readonly refreshToken: string;
  /** Seconds until the refresh token ends when it is not used. */
  readonly refreshExpiresIn: number;
  readonly scopes: readonly ("play" | "lobby" | "bots" | "admin" | "admin:secrets")[];
}

export interface UseDeviceCodeRequest {
  /** As it was typed: small letters, blanks and hyphens do not matter, and O counts as 0, I and L as 1. */
  readonly code: string;
}

/** What a client may send over the WebSocket. */
export type ClientFrame =
  | AuthenticateFrame
  | SubscribeFrame
  | UnsubscribeFrame
  | CommandFrame
  | PingFrame;

/** What the service sends over the WebSocket. */
export type ServerFrame =
  | WelcomeFrame
  | SubscribedFrame
  | UnsubscribedFrame
  | AckFrame
  | RejectedFrame
  | PongFrame
  | HeartbeatFrame
  | ClosingFrame
  | SnapshotFrame
  | EventsFrame
  | PresenceFrame
  | TableFrame
  | LobbyFrame
  | InboxFrame;

/** Every call of the contract, by its `operationId`: what it takes, and what it answers. */

export interface Calls {
  /** Come in as a guest */
  readonly createGuest: {
    readonly body: CreateGuestRequest;
    readonly answer: Guest;
  };
  /** Exchange a refresh token for new tokens */
  readonly refreshTokens: {
    readonly body: RefreshTokensRequest;
    readonly answer: Tokens;
  };
  /** Who I am, and what my token allows */
  readonly getMe: {
    readonly answer: Me;
  };
  /** Change my name or language */
  readonly changeMe: {
    readonly body: ChangeMeRequest;
    readonly answer: Me;
  };
  /** Erase me and my bots */
  readonly eraseMe: {
    readonly answer: undefined;
  };
  /** The public keys of access tokens */
  readonly getJwks: {
    readonly answer: Jwks;
  };
  /** Come in with the token of another issuer */
  readonly exchangeToken: {
    readonly body: ExchangeTokenRequest;
    readonly answer: Guest;
  };
  /** Make a code for a second device */
  readonly createDeviceCode: {
    readonly answer: DeviceCode;
  };
  /** Come in on a second device */
  readonly useDeviceCode: {
    readonly body: UseDeviceCodeRequest;
    readonly answer: Tokens;
  };
  /** Make a bot account */
  readonly createBot: {
    readonly body: CreateBotRequest;
    readonly answer: Bot;
  };
  /** My bots */
  readonly listBots: {
    readonly answer: ListBotsResponse;
  };
  /** Make a token for a bot */
  readonly createBotToken: {
    readonly path: {
      readonly botId: string;
    };
    readonly answer: BotToken;
  };
  /** Remove a bot */
  readonly deleteBot: {
    readonly path: {
      readonly botId: string;
    };
    readonly answer: undefined;
  };
  /** A ticket for a browser’s EventSource */
  readonly createStreamTicket: {
    readonly body: CreateStreamTicketRequest;
    readonly answer: StreamTicket;
  };
  /** My view of a game */
  readonly getGame: {
    readonly path: {
      readonly gameId: string;
    };
    readonly header: {
      readonly "if-none-match"?: string;
    };
    readonly answer: View;
  };
  /** Send one command */
  readonly sendCommand: {
    readonly path: {
      readonly gameId: string;
    };
    readonly header: {
      readonly "idempotency-key": string;
      readonly prefer?: string;
    };
    readonly body: Command;
    readonly answer: CommandResult;
  };
  /** My events after a version, with long poll */
  readonly getEvents: {
    readonly path: {
      readonly gameId: string;
    };
    readonly query: {
      readonly after?: number;
      readonly limit?: number;
      readonly wait?: number;
    };
    readonly answer: EventsPage;
  };
  /** Presets and every option of the rules */
  readonly getRulesets: {
    readonly answer: Rulesets;
  };
  /** Open a table */
  readonly createTable: {
    readonly body: CreateTableRequest;
    readonly answer: Table;
  };
  /** Public tables, newest first */
  readonly listTables: {
    readonly query: {
      readonly state?: "open" | "playing" | "closed";
      readonly preset?: "official" | "official-scored" | "official-large" | "dutch" | "wikipedia" | "corporate";
      readonly cursor?: string;
      readonly limit?: number;
    };
    readonly answer: TablePage;
  };
  /** A table */
  readonly getTable: {
    readonly path: {
      readonly tableId: string;
    };
    readonly answer: Table;
  };
  /** The table that an invite code opens */
  readonly getInvite: {
    readonly path: {
      readonly code: string;
    };
    readonly answer: Table;
  };
  /** Sit down */
  readonly takeSeat: {
    readonly path: {
      readonly tableId: string;
    };
    readonly body: TakeSeatRequest;
    readonly answer: Table;
  };
  /** Stand up */
  readonly leaveSeat: {
    readonly path: {
      readonly tableId: string;
    };
    readonly answer: undefined;
  };
  /** Remove a player from a seat (host) */
  readonly removeFromSeat: {
    readonly path: {
      readonly tableId: string;
      readonly seat: number;
    };
    readonly answer: Table;
  };
  /** Say that I am ready, or not */
  readonly setReady: {
    readonly path: {
      readonly tableId: string;
    };
    readonly body: SetReadyRequest;
    readonly answer: Table;
  };
  /** Seat a built-in bot or invite a remote one (host) */
  readonly seatBot: {
    readonly path: {
      readonly tableId: string;
    };
    readonly body: SeatBotRequest;
    readonly answer: Table;
  };
  /** Begin the game (host) */
  readonly startTable: {
    readonly path: {
      readonly tableId: string;
    };
    readonly answer: Table;
  };
  /** Open the table again after its game (host) */
  readonly rematch: {
    readonly path: {
      readonly tableId: string;
    };
    readonly answer: Table;
  };
  /** Close the table (host) */
  readonly endTable: {
    readonly path: {
      readonly tableId: string;
    };
    readonly answer: Table;
  };
  /** Invite a player to a seat (host) */
  readonly invitePlayer: {
    readonly path: {
      readonly tableId: string;
    };
    readonly body: InvitePlayerRequest;
    readonly answer: Table;
  };
  /** Take an invitation back (host) */
  readonly withdrawInvitation: {
    readonly path: {
      readonly tableId: string;
      readonly invitationId: string;
    };
    readonly answer: Table;
  };
  /** Accept an invitation: the seat is mine, and a bot is ready */
  readonly acceptInvitation: {
    readonly path: {
      readonly invitationId: string;
    };
    readonly body: AcceptInvitationRequest;
    readonly answer: Table;
  };
  /** Decline an invitation */
  readonly declineInvitation: {
    readonly path: {
      readonly invitationId: string;
    };
    readonly body: DeclineInvitationRequest;
    readonly answer: undefined;
  };
  /** Look for others who want to play the same */
  readonly findMatch: {
    readonly body: FindMatchRequest;
    readonly answer: Match;
  };
  /** My ticket, and its game once it is matched */
  readonly getMatch: {
    readonly path: {
      readonly matchId: string;
    };
    readonly answer: Match;
  };
  /** Look no more */
  readonly cancelMatch: {
    readonly path: {
      readonly matchId: string;
    };
    readonly answer: undefined;
  };
  /** My games, tables, invitations and matches */
  readonly getInbox: {
    readonly answer: Inbox;
  };
  /** A player */
  readonly getPlayer: {
    readonly path: {
      readonly playerId: string;
    };
    readonly answer: PlayerProfile;
  };
  /** The games of a player, newest first */
  readonly listPlayerGames: {
    readonly path: {
      readonly playerId: string;
    };
    readonly query: {
      readonly cursor?: string;
      readonly limit?: number;
    };
    readonly answer: ListPlayerGamesResponse;
  };
  /** One WebSocket for everything */
  readonly openStream: {
    readonly answer: undefined;
  };
  /** A game as server-sent events */
  readonly streamGame: {
    readonly path: {
      readonly gameId: string;
    };
    readonly query: {
      readonly after?: number;
    };
    readonly header: {
      readonly "last-event-id"?: string;
    };
    readonly answer: undefined;
  };
  /** My inbox as server-sent events */
  readonly streamInbox: {
    readonly header: {
      readonly "last-event-id"?: string;
    };
    readonly answer: undefined;
  };
  /** Public tables as server-sent events */
  readonly streamLobby: {
    readonly query: {
      readonly state?: "open" | "playing" | "closed";
      readonly preset?: "official" | "official-scored" | "official-large" | "dutch" | "wikipedia" | "corporate";
    };
    readonly header: {
      readonly "last-event-id"?: string;
    };
    readonly answer: undefined;
  };
  /** The finishing-order log */
  readonly getHands: {
    readonly path: {
      readonly gameId: string;
    };
    readonly query: {
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly header: {
      readonly accept?: string;
    };
    readonly answer: HandRowPage;
  };
  /** What the deals of a game follow from */
  readonly getFairness: {
    readonly path: {
      readonly gameId: string;
    };
    readonly answer: Fairness;
  };
  /** A finished game as one document */
  readonly getReplay: {
    readonly path: {
      readonly gameId: string;
    };
    readonly header: {
      readonly "if-none-match"?: string;
    };
    readonly answer: Replay;
  };
  /** Find games, newest first */
  readonly findGames: {
    readonly query: {
      readonly state?: "running" | "over" | "stuck";
      readonly player?: string;
      readonly table?: string;
      readonly cursor?: string;
      readonly limit?: number;
    };
    readonly answer: FindGamesResponse;
  };
  /** Look into a game */
  readonly inspectGame: {
    readonly path: {
      readonly gameId: string;
    };
    readonly query: {
      readonly secrets?: boolean;
    };
    readonly answer: InspectedGame;
  };
  /** End a game */
  readonly endGame: {
    readonly path: {
      readonly gameId: string;
    };
    readonly body: EndGameRequest;
    readonly answer: InspectedGame;
  };
  /** Close a table for good */
  readonly closeTable: {
    readonly path: {
      readonly tableId: string;
    };
    readonly body: CloseTableRequest;
    readonly answer: ClosedTable;
  };
  /** Find players, newest first */
  readonly findPlayers: {
    readonly query: {
      readonly id?: string;
      readonly name?: string;
      readonly owner?: string;
      readonly banned?: boolean;
      readonly admin?: boolean;
      readonly cursor?: string;
      readonly limit?: number;
    };
    readonly answer: FindPlayersResponse;
  };
  /** Ban a player and their bots */
  readonly banPlayer: {
    readonly path: {
      readonly playerId: string;
    };
    readonly body: BanPlayerRequest;
    readonly answer: AdminPlayer;
  };
  /** Let a player in again */
  readonly unbanPlayer: {
    readonly path: {
      readonly playerId: string;
    };
    readonly answer: AdminPlayer;
  };
  /** Let a player administer (operator) */
  readonly grantScope: {
    readonly path: {
      readonly playerId: string;
      readonly scope: "admin" | "admin:secrets";
    };
    readonly answer: AdminPlayer;
  };
  /** Let a player administer no more (operator) */
  readonly withdrawScope: {
    readonly path: {
      readonly playerId: string;
      readonly scope: "admin" | "admin:secrets";
    };
    readonly answer: AdminPlayer;
  };
  /** What administrators have done, newest first */
  readonly readAudit: {
    readonly query: {
      readonly actor?: string;
      readonly subject?: string;
      readonly action?: "ban" | "unban" | "endGame" | "closeTable" | "grantScope" | "withdrawScope" | "inspectSecrets";
      readonly cursor?: string;
      readonly limit?: number;
    };
    readonly answer: ReadAuditResponse;
  };
  /** Whether the process answers */
  readonly getLiveness: {
    readonly answer: GetLivenessResponse;
  };
  /** Whether games can be served */
  readonly getReadiness: {
    readonly answer: GetReadinessResponse;
  };
}

/** Method and address of each call; what stands in braces is taken from its parameters. */

export const CALLS = {
  createGuest: ['POST', '/v1/guests'],
  refreshTokens: ['POST', '/v1/tokens/refresh'],
  getMe: ['GET', '/v1/me'],
  changeMe: ['PATCH', '/v1/me'],
  eraseMe: ['DELETE', '/v1/me'],
  getJwks: ['GET', '/.well-known/jwks.json'],
  exchangeToken: ['POST', '/v1/tokens/exchange'],
  createDeviceCode: ['POST', '/v1/me/device-codes'],
  useDeviceCode: ['POST', '/v1/tokens/device'],
  createBot: ['POST', '/v1/bots'],
  listBots: ['GET', '/v1/bots'],
  createBotToken: ['POST', '/v1/bots/{botId}/token'],
  deleteBot: ['DELETE', '/v1/bots/{botId}'],
  createStreamTicket: ['POST', '/v1/stream-tickets'],
  getGame: ['GET', '/v1/games/{gameId}'],
  sendCommand: ['POST', '/v1/games/{gameId}/commands'],
  getEvents: ['GET', '/v1/games/{gameId}/events'],
  getRulesets: ['GET', '/v1/rulesets'],
  createTable: ['POST', '/v1/tables'],
  listTables: ['GET', '/v1/tables'],
  getTable: ['GET', '/v1/tables/{tableId}'],
  getInvite: ['GET', '/v1/invites/{code}'],
  takeSeat: ['POST', '/v1/tables/{tableId}/seats'],
  leaveSeat: ['DELETE', '/v1/tables/{tableId}/seats/me'],
  removeFromSeat: ['DELETE', '/v1/tables/{tableId}/seats/{seat}'],
  setReady: ['PUT', '/v1/tables/{tableId}/ready'],
  seatBot: ['POST', '/v1/tables/{tableId}/bots'],
  startTable: ['POST', '/v1/tables/{tableId}/start'],
  rematch: ['POST', '/v1/tables/{tableId}/rematch'],
  endTable: ['POST', '/v1/tables/{tableId}/end'],
  invitePlayer: ['POST', '/v1/tables/{tableId}/invitations'],
  withdrawInvitation: ['DELETE', '/v1/tables/{tableId}/invitations/{invitationId}'],
  acceptInvitation: ['POST', '/v1/invitations/{invitationId}/accept'],
  declineInvitation: ['POST', '/v1/invitations/{invitationId}/decline'],
  findMatch: ['POST', '/v1/matchmaking'],
  getMatch: ['GET', '/v1/matchmaking/{matchId}'],
  cancelMatch: ['DELETE', '/v1/matchmaking/{matchId}'],
  getInbox: ['GET', '/v1/me/inbox'],
  getPlayer: ['GET', '/v1/players/{playerId}'],
  listPlayerGames: ['GET', '/v1/players/{playerId}/games'],
  openStream: ['GET', '/v1/stream'],
  streamGame: ['GET', '/v1/games/{gameId}/stream'],
  streamInbox: ['GET', '/v1/me/stream'],
  streamLobby: ['GET', '/v1/lobby/stream'],
  getHands: ['GET', '/v1/games/{gameId}/hands'],
  getFairness: ['GET', '/v1/games/{gameId}/fairness'],
  getReplay: ['GET', '/v1/games/{gameId}/replay'],
  findGames: ['GET', '/v1/admin/games'],
  inspectGame: ['GET', '/v1/admin/games/{gameId}'],
  endGame: ['POST', '/v1/admin/games/{gameId}/end'],
  closeTable: ['POST', '/v1/admin/tables/{tableId}/close'],
  findPlayers: ['GET', '/v1/admin/players'],
  banPlayer: ['PUT', '/v1/admin/players/{playerId}/ban'],
  unbanPlayer: ['DELETE', '/v1/admin/players/{playerId}/ban'],
  grantScope: ['PUT', '/v1/admin/players/{playerId}/scopes/{scope}'],
  withdrawScope: ['DELETE', '/v1/admin/players/{playerId}/scopes/{scope}'],
  readAudit: ['GET', '/v1/admin/audit'],
  getLiveness: ['GET', '/health/live'],
  getReadiness: ['GET', '/health/ready'],
} as const;
