/** A follower that keeps what it is sent, and rebuilds a game as a client that knows no rules would (PROTOCOL "Reading what you get"). */
import type { Identity } from '../../src/http/identity.ts';
import type { Follower, Following, TopicKind } from '../../src/streams/topics.ts';

export interface GameFrame {
  readonly type: string;
  readonly after?: number;
  readonly version: number;
  readonly events?: readonly { readonly version: number; readonly type: string }[];
  readonly view?: { readonly version: number };
  readonly you?: unknown;
  readonly state?: { readonly phase: string };
}

export interface Recorder extends Follower {
  readonly frames: GameFrame[];
  readonly texts: string[];
  ended: string | null;
  /** The version that the frames have led to; fails where a frame does not fit the one before. */
  version(): number;
  /** Waits until the frames have led to a version. */
  reached(version: number): Promise<void>;
}

export function recorder(gameId: string, identity: Identity, from: number | null = null): Recorder {
  const frames: GameFrame[] = [];
  const texts: string[] = [];
  const waiting = new Set<() => void>();
  let at = from;
  const self: Recorder = {
    topic: `game:${gameId}`,
    identity,
    frames,
    texts,
    ended: null,
    send(text) {
      const frame: GameFrame = JSON.parse(text);
      if (frame.type === 'presence') return;
      frames.push(frame);
      texts.push(text);
      if (frame.type === 'snapshot') at = frame.version;
      else if (frame.type === 'events') {
        if (frame.after !== at) throw new Error(`a frame after ${frame.after} came at version ${at}`);
        for (const event of frame.events ?? []) {
          if (event.version !== (at ?? 0) + 1) throw new Error(`event ${event.version} came at version ${at}`);
          at = event.version;
        }
        if (frame.version !== at) throw new Error(`a frame to ${frame.version} led to ${at}`);
      }
      for (const look of waiting) look();
    },
    end(code) {
      self.ended = code;
      for (const look of waiting) look();
    },
    version: () => at ?? 0,
    reached: (version) =>
      new Promise((resolve) => {
        const look = () => {
          if ((at ?? 0) < version) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
  return self;
}

/** Opens and begins, as the socket does once it has sent `subscribed`. */
export async function following(topic: TopicKind, follower: Recorder, after: number | null = null): Promise<Following> {
  const id = follower.topic.slice('game:'.length);
  const opened = await topic.open(id, after, follower);
  opened.begin();
  return opened;
}
