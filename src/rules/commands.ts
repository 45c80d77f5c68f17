/** What a seat may ask for, and what only the service itself says (RULES section 21). */
import type { Card, Cards, Rank } from './cards.ts';
import type { Seat, SeatKind } from './seats.ts';

/** A seat's command, exactly as it travels; all but the last four answer a question of the game. */
export type Command =
  | { readonly type: 'answerRevolution'; readonly call: boolean }
  | { readonly type: 'payTax'; readonly cards: Cards }
  | { readonly type: 'exchangeMerchant'; readonly target: Seat; readonly card?: Card }
  | { readonly type: 'returnMerchant'; readonly card: Card }
  | { readonly type: 'declineMerchantExchange' }
  | {
      readonly type: 'play';
      readonly cards: Cards;
      readonly declare?: Rank;
      readonly target?: Seat;
    }
  | { readonly type: 'pass' }
  | { readonly type: 'placeNewcomers'; readonly above: number; readonly order?: readonly Seat[] }
  | { readonly type: 'settleMisdeal'; readonly to: 'intended' | 'greaterPeon' }
  | { readonly type: 'proposeEnd'; readonly when: 'afterHand' | 'now' }
  | { readonly type: 'voteEnd'; readonly agree: boolean }
  | { readonly type: 'leave' }
  | { readonly type: 'comeBack' };

export type CommandType = Command['type'];

/** The clock: the time of the question that stands open is up (R-PLAY-12, R-TAX-13, R-REV-4, R-GAME-7). */
export interface TimeoutCommand {
  readonly type: 'timeout';
}

/** What only the service itself says, for the clock, for the table in the lobby or for its operator. */
export type ServiceCommand =
  | TimeoutCommand
  /** The clock: a seat missed a deadline and was silent for the whole grace period after it (R-LEAVE-2). */
  | { readonly type: 'absence'; readonly seat: Seat }
  /** The table: somebody sits down in the running game, as the next seat (R-JOIN-1). */
  | {
      readonly type: 'join';
      readonly player: string;
      readonly kind: SeatKind;
      readonly entropy: string | null;
    }
  /** The table's host, while there are too few players (R-LEAVE-9), or the clock at the operator's limit, or the operator (R-GAME-6). */
  | { readonly type: 'endGame'; readonly reason: 'host' | 'abandoned' | 'admin' };
