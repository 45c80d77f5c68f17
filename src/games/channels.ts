/** What of the games reaches this node over the bus: one subscription for each game and each seat that somebody here follows. */
import type { Bus } from '../ports/bus.ts';
import type { Viewer } from '../rules/public-events.ts';
import type { Feed } from './feed.ts';
import { gameChannel, type PublishedStep, readStep, seatChannel } from './publish.ts';
import { playersIn } from './wire.ts';

/** One game as it arrives at this node. */
export interface Channel {
  readonly gameId: string;
  readonly feeds: Map<Viewer, Feed>;
  /** Told of versions that the game has reached. */
  readonly waiting: Set<(version: number) => void>;
}

export interface Channels {
  /** Each entering needs one leaving. Resolves when steps will arrive. */
  enter(gameId: string): Promise<Channel>;
  /** Lets a seat's own halves arrive as well, until the last one leaves. */
  enterSeat(gameId: string, seat: number): Promise<void>;
  leave(gameId: string): void;
  known(gameId: string): Channel | undefined;
  gameIds(): readonly string[];
  /** Somebody says that a game has come so far. */
  heardOf(gameId: string, version: number): void;
  close(): Promise<void>;
}

type Unsubscribe = () => Promise<void>;

interface Held extends Channel {
  readonly ready: Promise<Unsubscribe>;
  readonly seats: Map<number, Promise<Unsubscribe>>;
  /** Steps as single seats see them, until the public half has come: `seat/version`. */
  readonly halves: Map<string, PublishedStep>;
  users: number;
}

/** A half whose public half was lost is never asked for. */
const MOST_HALVES = 32;

export function createChannels(bus: Bus, failed: (error: unknown) => void): Channels {
  const channels = new Map<string, Held>();

  function opened(gameId: string): Held {
    return {
      gameId,
      feeds: new Map(),
      waiting: new Set(),
      ready: bus.subscribe(gameChannel(gameId), (message) => arrived(gameId, readStep(message))),
      seats: new Map(),
      halves: new Map(),
      users: 0,
    };
  }

  function arrived(gameId: string, step: PublishedStep): void {
    const channel = channels.get(gameId);
    if (channel === undefined) return;
    // The start names players, whom only the log's reader looks up; nobody follows a game before its first event anyway.
    const named = playersIn(step.events).length > 0;
    for (const [viewer, feed] of channel.feeds) {
      if (named) feed.heardOf(step.version);
      else feed.step(step.after, step.version, halfFor(channel, viewer, step));
    }
    for (const tell of channel.waiting) tell(step.version);
  }

  /** @returns `null` when the viewer's own half has not come; it will be read from the log */
  function halfFor(channel: Held, viewer: Viewer, step: PublishedStep): PublishedStep | null {
    if (viewer === 'spectator' || !step.halves.includes(viewer)) return step;
    const key = `${viewer}/${step.version}`;
    const half = channel.halves.get(key) ?? null;
    channel.halves.delete(key);
    return half;
  }

  function halfArrived(channel: Held, seat: number, half: PublishedStep): void {
    channel.halves.set(`${seat}/${half.version}`, half);
    const oldest = channel.halves.keys().next();
    if (channel.halves.size > MOST_HALVES && !oldest.done) channel.halves.delete(oldest.value);
  }

  async function unsubscribe({ ready, seats }: Held): Promise<void> {
    await Promise.all([ready, ...seats.values()].map(async (subscribed) => (await subscribed)()));
  }

  return {
    async enter(gameId) {
      const channel = channels.get(gameId) ?? opened(gameId);
      channels.set(gameId, channel);
      channel.users++;
      await channel.ready;
      return channel;
    },

    async enterSeat(gameId, seat) {
      const channel = channels.get(gameId);
      if (channel === undefined) throw new Error(`game ${gameId} has not been entered`);
      const ready =
        channel.seats.get(seat) ??
        bus.subscribe(seatChannel(gameId, seat), (message) => halfArrived(channel, seat, readStep(message)));
      channel.seats.set(seat, ready);
      await ready;
    },

    leave(gameId) {
      const channel = channels.get(gameId);
      if (channel === undefined) return;
      channel.users--;
      if (channel.users > 0) return;
      channels.delete(gameId);
      unsubscribe(channel).catch(failed);
    },

    known: (gameId) => channels.get(gameId),
    gameIds: () => [...channels.keys()],

    heardOf(gameId, version) {
      const channel = channels.get(gameId);
      for (const feed of channel?.feeds.values() ?? []) feed.heardOf(version);
      for (const tell of channel?.waiting ?? []) tell(version);
    },

    async close() {
      const held = [...channels.values()];
      channels.clear();
      await Promise.all(held.map(unsubscribe));
    },
  };
}
