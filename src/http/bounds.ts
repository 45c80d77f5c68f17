/** What is bounded by its size or number and not by time; stands in the contract and, where a client can mind it, in `welcome`. */

export interface Bound {
  /** Of what there is a most, in words. */
  readonly of: string;
  readonly most: number;
  /** What has a bound of its own. */
  readonly per: string;
  /** What happens beyond it. */
  readonly beyond: string;
}

export const BOUNDS = {
  bodyBytes: { of: 'bytes of a body', most: 65_536, per: 'request', beyond: '413 `payload_too_large`' },
  frameBytes: { of: 'bytes of a frame', most: 16_384, per: 'frame', beyond: 'closed with 1009' },
  topics: { of: 'topics', most: 200, per: 'socket', beyond: '409 `too_many_topics`' },
  sockets: { of: 'sockets', most: 20, per: 'player on a node', beyond: 'the oldest is closed with 4009' },
  eventStreams: {
    of: 'streams of server-sent events',
    most: 50,
    per: 'player on a node',
    beyond: 'the oldest is closed with 4009',
  },
  strangers: {
    of: 'sockets that have not said yet who they are',
    most: 200,
    per: 'address on a node',
    beyond: 'the new one is closed with 4029',
  },
  lines: {
    of: 'sockets, event streams and long polls',
    most: 1000,
    per: 'address on a node',
    beyond: 'the new one is closed with 4029, or answered 429 `rate_limited`',
  },
  connections: {
    of: 'connections of whatever kind, where no proxy is trusted',
    most: 2000,
    per: 'address on a node',
    beyond: 'the new one is reset',
  },
  unreadBytes: {
    of: 'bytes that no pong of yours acknowledges',
    most: 1_048_576,
    per: 'socket',
    beyond: 'closed with 4008',
  },
  eventStreamBytes: {
    of: 'bytes of a response of server-sent events, after its first frame',
    most: 1_048_576,
    per: 'response',
    beyond: 'the response ends; ask again with `Last-Event-ID`',
  },
} as const satisfies Record<string, Bound>;
