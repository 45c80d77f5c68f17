/** Games, tables and the inbox, followed without a gap; and commands, each sent until it is known what became of it. */
import type { OpenCarrier, Sent, StreamOptions } from './carrier.ts';
import type { SocketConstructor } from './connection.ts';
import { httpCarrier } from './http-carrier.ts';
import { randomEntropy } from './random.ts';
import type { StreamEnded } from './refused.ts';
import { socketCarrier } from './socket-carrier.ts';
import { statusReporter } from './status.ts';
import {
  type GameListener,
  type GameTopic,
  gameTopic,
  type OverListener,
  type StateListener,
  type StateTopic,
  stateTopic,
} from './topics.ts';
import { unless } from './waiting.ts';
import type { WireCommand } from './wire.ts';

/** Topics that are states, not histories. */
export type StateName = 'me' | `table:${string}` | `lobby${string}`;

export interface SendOptions {
  /** For all attempts of one decision; a fresh random one unless given. */
  readonly key?: string;
  /** Ends the waiting, not the command: whether it was carried out is then not known. */
  readonly signal?: AbortSignal;
}

export interface Stream {
  /** Follows a game from now on, through losses of the line too. @returns ends it */
  follow(gameId: string, listener: GameListener, over?: OverListener): () => void;
  /** Watches `me`, `table:<id>` or `lobby` with its filter, each told whole at every change. @returns ends it */
  watch(topic: StateName, listener: StateListener, over?: OverListener): () => void;
  /**
   * Sends a command. It has one key for all attempts, so that it is carried out once however often it has to be sent.
   * @throws Refused by the service
   * @throws StreamEnded when nothing more can be sent; whether the command was carried out is then not known
   */
  send(gameId: string, command: WireCommand, options?: SendOptions): Promise<Sent>;
  close(): void;
  /** Resolves with the reason when the stream is over for good. */
  readonly ended: Promise<string>;
}

export function openStream(options: StreamOptions): Stream {
  const topics = new Map<string, GameTopic | StateTopic>();
  let over: StreamEnded | null = null;
  const status = statusReporter(options.onStatus);
  status({ state: 'connecting' });
  let tellEnd = (_reason: string): void => {};
  const ended = new Promise<string>((resolve) => {
    tellEnd = resolve;
  });
  const { WebSocket = globalSocket() } = options;
  const open: OpenCarrier = WebSocket === null ? httpCarrier : socketCarrier(WebSocket);
  const carrier = open(options, {
    topicOver(topic, error) {
      if (topics.get(topic.name) === topic) topics.delete(topic.name);
      topic.end(error);
    },
    status,
    ended(reason, error) {
      over = error;
      status({ state: 'ended', code: error.code, reason });
      tellEnd(reason);
      for (const topic of topics.values()) topic.end(error);
      topics.clear();
    },
  });

  function bring(topic: GameTopic | StateTopic): void {
    if (over !== null) topic.end(over);
    else if (topics.get(topic.name) !== topic) {
      topics.set(topic.name, topic);
      carrier.begin(topic);
    }
  }

  /** Whoever is the first to listen opens the topic, and the last one to leave closes it. */
  function leaver(topic: GameTopic | StateTopic, listener: unknown): () => void {
    return () => {
      if (!topic.leave(listener) || topics.get(topic.name) !== topic) return;
      topics.delete(topic.name);
      carrier.stop(topic);
    };
  }

  return {
    follow(gameId, listener, told = () => {}) {
      // One function may be given twice; each time is a following of its own.
      const mine: GameListener = (game, change) => listener(game, change);
      const known = topics.get(`game:${gameId}`);
      const topic = known?.kind === 'game' ? known : gameTopic(gameId);
      topic.listen(mine, told);
      bring(topic);
      return leaver(topic, mine);
    },
    watch(name, listener, told = () => {}) {
      const mine: StateListener = (state) => listener(state);
      const known = topics.get(name);
      const topic = known !== undefined && known.kind !== 'game' ? known : stateTopic(name);
      topic.listen(mine, told);
      bring(topic);
      return leaver(topic, mine);
    },
    async send(gameId, command, { key = randomEntropy(), signal } = {}) {
      signal?.throwIfAborted();
      if (over !== null) throw over;
      return unless(carrier.send(gameId, command, key), signal);
    },
    close: () => carrier.close(),
    ended,
  };
}

/** Browsers have one, and Node from 22 on. */
function globalSocket(): SocketConstructor | null {
  const { WebSocket } = globalThis as { readonly WebSocket?: SocketConstructor };
  return WebSocket ?? null;
}
