/** What travels between this client and the service, as far as the client reads it: the rules' own shapes, with names. */
import type { Command } from '../rules/commands.ts';
import type { EventOf } from '../rules/events.ts';
import type { PublicEvent } from '../rules/public-events.ts';
import type { SeatView, View, You } from '../rules/view.ts';

export interface WirePlayer {
  readonly id: string;
  readonly name: string;
  readonly kind: 'guest' | 'account' | 'bot' | 'builtIn';
}

export type WireSeat = Omit<SeatView, 'player' | 'kind'> & {
  readonly player: WirePlayer;
  readonly connected: boolean;
};

export type WireYou = Omit<You, 'answered'>;

/** What the rules keep in a view for themselves. */
type OnlyForRules =
  | 'asked'
  | 'tricksDone'
  | 'exposed'
  | 'folds'
  | 'voided'
  | 'pausedUntil'
  | 'placeBy'
  | 'endsAfterHand';

/** The view as `GET /v1/games/{id}` and the `snapshot` frame have it. */
export type WireView = Omit<View, 'seats' | 'you' | OnlyForRules> & {
  readonly serverTime: string;
  readonly seats: readonly WireSeat[];
  readonly you: WireYou | null;
};

type WireStarted = Omit<Extract<PublicEvent, { type: 'gameStarted' }>, 'seats'> & {
  readonly seats: readonly {
    readonly seat: EventOf<'gameStarted'>['seats'][number]['seat'];
    readonly player: WirePlayer;
  }[];
};

type WireNewcomer = Omit<Extract<PublicEvent, { type: 'newcomerArrived' }>, 'player' | 'kind'> & {
  readonly player: WirePlayer;
};

/** An event as it travels: only those that bring players differ from the rules' own, by their names. */
export type WireEvent =
  | WireStarted
  | WireNewcomer
  | Exclude<PublicEvent, { type: 'gameStarted' } | { type: 'newcomerArrived' }>;

/** A command as it is sent. `expectedVersion` refuses it when the question that it answers was put later. */
export type WireCommand = Command & { readonly expectedVersion?: number };

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly version?: number;
  readonly retryAfterSeconds?: number;
  readonly errors?: readonly { readonly pointer: string; readonly code: string; readonly detail: string }[];
}

export type ClientFrame =
  | { readonly type: 'authenticate'; readonly id: string; readonly token: string }
  | { readonly type: 'subscribe'; readonly id: string; readonly topic: string; readonly after?: number }
  | { readonly type: 'unsubscribe'; readonly id: string; readonly topic: string }
  | {
      readonly type: 'command';
      readonly id: string;
      readonly key: string;
      readonly gameId: string;
      readonly command: WireCommand;
    }
  | { readonly type: 'ping'; readonly id: string };

export interface EventsFrame {
  readonly type: 'events';
  readonly topic: string;
  readonly after: number;
  readonly version: number;
  readonly events: readonly WireEvent[];
  readonly state: Pick<View, 'phase' | 'turn' | 'awaiting' | 'deadline'>;
  readonly you: WireYou | null;
}

export type ServerFrame =
  | { readonly type: 'welcome'; readonly heartbeatSeconds: number; readonly player: WirePlayer }
  | {
      readonly type: 'subscribed';
      readonly id: string;
      readonly topic: string;
      readonly mode: 'snapshot' | 'resume';
      readonly version: number;
    }
  | { readonly type: 'snapshot'; readonly topic: string; readonly version: number; readonly view: WireView }
  | EventsFrame
  | {
      readonly type: 'presence';
      readonly topic: string;
      readonly seats: readonly { readonly seat: number; readonly connected: boolean }[];
    }
  | { readonly type: 'table'; readonly topic: string; readonly version: number; readonly table: unknown }
  | { readonly type: 'inbox'; readonly topic: string; readonly version: number; readonly inbox: unknown }
  | { readonly type: 'unsubscribed'; readonly topic: string; readonly code: 'asked' | 'closed' | 'forbidden' | 'gone' }
  | { readonly type: 'ack'; readonly id: string; readonly version: number; readonly replayed: boolean }
  | { readonly type: 'rejected'; readonly id: string; readonly problem: Problem }
  | { readonly type: 'pong'; readonly id: string; readonly serverTime: string }
  | {
      readonly type: 'heartbeat';
      readonly serverTime: string;
      readonly heads: readonly { readonly topic: string; readonly version: number }[];
    }
  | {
      readonly type: 'closing';
      readonly code: number;
      readonly reason: string;
      readonly reconnect: boolean;
      readonly retryAfterSeconds: number;
    };
