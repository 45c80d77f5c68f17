/** What a seat may ask for, and the two things that only the clock says (RULES section 21, R-PLAY-12). */
import type { Card, Cards, Rank } from './cards.ts';
import type { Seat } from './seats.ts';

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

/** The clock's only command: the time of the question that stands open is up (R-PLAY-12, R-TAX-13, R-REV-4, R-GAME-7). */
export interface TimeoutCommand {
  readonly type: 'timeout';
}
