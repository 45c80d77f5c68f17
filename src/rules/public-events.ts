/** The events as one viewer receives them: the same versions and keys for all, `null` where something is not for him. */
import type { Card, Cards } from './cards.ts';
import type { Clock } from './clock.ts';
import type { Cause, EventOf, EventType, ExchangeKind, Stamp } from './events.ts';
import type { DeckVariant, Ruleset } from './ruleset.ts';
import type { Seat, SeatKind, SeatTitle } from './seats.ts';

interface PublicStamp {
  readonly version: number;
  readonly at: Stamp['at'];
  readonly cause: Cause | null;
}

/** Event types that hide something from somebody, with the shape that viewers get instead. */
export interface Redacted {
  readonly gameStarted: {
    readonly type: 'gameStarted';
    readonly gameId: string;
    readonly tableId: string;
    readonly ruleset: Ruleset;
    readonly clock: Clock;
    readonly seats: readonly { readonly seat: Seat; readonly player: string; readonly kind: SeatKind }[];
    readonly fairness: EventOf<'gameStarted'>['fairness'];
    readonly classesKept: boolean;
  };
  readonly cardExposed: {
    readonly type: 'cardExposed';
    readonly seat: Seat;
    readonly card: Card;
    readonly dealt: number;
  };
  readonly misdealSettled: {
    readonly type: 'misdealSettled';
    readonly seat: Seat;
    readonly to: 'intended' | 'greaterPeon';
    readonly card: Card;
    readonly replacement: Card | null;
  };
  readonly handDealt: {
    readonly type: 'handDealt';
    readonly handNumber: number;
    readonly deck: { readonly variant: DeckVariant; readonly cards: number };
    readonly dealer: Seat;
    readonly order: readonly Seat[];
    readonly titles: readonly SeatTitle[];
    readonly hands: readonly { readonly seat: Seat; readonly count: number; readonly cards: Cards | null }[];
  };
  readonly revolutionAnswered: {
    readonly type: 'revolutionAnswered';
    readonly seat: Seat | null;
    readonly call: boolean | null;
  };
  readonly taxOpened: {
    readonly type: 'taxOpened';
    readonly exchanges: readonly {
      readonly kind: ExchangeKind;
      readonly upper: Seat;
      readonly lower: Seat | null;
      readonly count: number;
      readonly lowerGives: Cards | null;
    }[];
  };
  readonly taxChosen: { readonly type: 'taxChosen'; readonly seat: Seat; readonly cards: Cards | null };
  readonly taxesExchanged: {
    readonly type: 'taxesExchanged';
    readonly exchanges: readonly {
      readonly kind: 'greater' | 'lesser';
      readonly upper: Seat;
      readonly lower: Seat;
      readonly count: number;
      readonly upperGives: Cards | null;
      readonly lowerGives: Cards | null;
    }[];
  };
  readonly merchantPartnerNamed: {
    readonly type: 'merchantPartnerNamed';
    readonly upper: Seat;
    readonly lower: Seat;
    readonly upperGives: Cards | null;
  };
  readonly merchantExchanged: {
    readonly type: 'merchantExchanged';
    readonly upper: Seat;
    readonly lower: Seat;
    readonly upperGives: Cards | null;
    readonly lowerGives: Cards | null;
  };
  readonly playerFolded: {
    readonly type: 'playerFolded';
    readonly seat: Seat;
    readonly count: number;
    readonly cards: Cards | null;
  };
  readonly handEnded: Omit<EventOf<'handEnded'>, keyof Stamp | 'remaining'> & { readonly remaining: Cards | null };
}

/** `PublicEvent` of one type: the redacted shape where there is one, otherwise the fact as it is. */
export type PublicEventOf<T extends EventType> = PublicStamp &
  (T extends keyof Redacted ? Redacted[T] : Omit<EventOf<T>, keyof Stamp>);

export type PublicEvent = { [T in EventType]: PublicEventOf<T> }[EventType];

/** Who looks: a seat, or everybody who holds none. */
export type Viewer = Seat | 'spectator';
