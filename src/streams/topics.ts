/** What a stream can follow: features register topics here, and the socket and SSE know nothing of games or tables. */
import type { Identity } from '../http/identity.ts';

export type UnsubscribedCode = 'asked' | 'closed' | 'forbidden' | 'gone';

/** One follower of one topic, as the topic sees it. */
export interface Follower {
  /** The topic as the client wrote it, `game:0192…`; it stands in every frame. */
  readonly topic: string;
  readonly identity: Identity;
  /** Takes one whole frame, serialised; never throws. */
  send(frame: string): void;
  /** The topic is over for this follower; nothing more is sent on it. */
  end(code: Exclude<UnsubscribedCode, 'asked'>): void;
}

/** A subscription that has been accepted but has not sent anything yet. */
export interface Following {
  readonly mode: 'snapshot' | 'resume';
  /** The version that the first frames lead to. */
  readonly version: number;
  /** Whether nothing more will ever happen on this topic: a finished game. */
  readonly over: boolean;
  /** Sends the snapshot or the history, then whatever comes; called once, after `subscribed` has been sent. */
  begin(): void;
  /** The topic's newest version, for heartbeats. */
  head(): number;
  close(): void;
}

export interface TopicKind {
  /**
   * @param id what follows the colon of the topic, or its filter with the `?`; `null` for a topic without either
   * @param after the version that the follower has, `null` for a snapshot
   * @throws Problem `not_found` when it does not exist or is not for this follower
   */
  open(id: string | null, after: number | null, follower: Follower): Promise<Following>;
}

/** The word before the colon; features bring each of them. */
export const TOPIC_NAMES = ['game', 'table', 'lobby', 'me'] as const;
export type TopicName = (typeof TOPIC_NAMES)[number];

/** By that word. */
export type Topics = ReadonlyMap<string, TopicKind>;

/** What a `command` frame asks of the games; registered by them. */
export type SubmitCommand = (
  identity: Identity,
  request: { readonly gameId: string; readonly key: string; readonly command: unknown },
) => Promise<{ readonly version: number; readonly replayed: boolean }>;
