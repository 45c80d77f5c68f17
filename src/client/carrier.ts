/** What a stream needs of the line that carries it, be it one socket or HTTP. */
import type { SocketConstructor } from './connection.ts';
import type { Fetch } from './http.ts';
import type { StreamEnded } from './refused.ts';
import type { StatusListener } from './status.ts';
import type { TokenSource } from './tokens.ts';
import type { Topic } from './topics.ts';
import type { WireCommand } from './wire.ts';

export interface StreamOptions {
  /** The service's address; `http` and `ws` mean the same. */
  readonly base: string;
  readonly token: TokenSource;
  /** In place of the global one; `null` for server-sent events and HTTP alone, as where there is none. */
  readonly WebSocket?: SocketConstructor | null;
  readonly fetch?: Fetch;
  /** Called at each change of the line, each wait before another attempt included. */
  readonly onStatus?: StatusListener;
}

export interface Sent {
  /** Version of the last event that the command led to. */
  readonly version: number;
  readonly replayed: boolean;
}

/** What brings frames and takes commands: one socket, or HTTP. */
export interface Carrier {
  /** Brings the frames of a topic from `after()` on until `stop`, through all losses. */
  begin(topic: Topic): void;
  stop(topic: Topic): void;
  send(gameId: string, command: WireCommand, key: string): Promise<Sent>;
  close(): void;
}

/** What a carrier tells by itself. */
export interface CarrierEvents {
  /** The service tells no more of this topic. */
  topicOver(topic: Topic, error?: Error): void;
  ended(reason: string, error: StreamEnded): void;
  /** What the line is doing. */
  status: StatusListener;
}

export type OpenCarrier = (options: StreamOptions, events: CarrierEvents) => Carrier;
