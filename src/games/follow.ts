/** Topic `game`: brings each step to those who follow the game on this node, once, in order, without a gap. */
import type { Directory } from '../identity/directory.ts';
import type { Bus } from '../ports/bus.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { SystemClock } from '../ports/system.ts';
import { disclose, view as viewOf } from '../rules/dalmuti.ts';
import type { Viewer } from '../rules/public-events.ts';
import type { Follower, Following, TopicKind } from '../streams/topics.ts';
import { noSuchGame, viewerOf } from './access.ts';
import { eventsFrame, type Line, ViewerFeed } from './feed.ts';
import { refuseUnknown, type States } from './load.ts';
import type { Presence } from './presence.ts';
import { gameChannel, type PublishedStep, readStep, seatChannel } from './publish.ts';
import { playersIn, wireEvents, wireView } from './wire.ts';

export interface FollowNeeds {
  readonly log: EventLog;
  readonly states: States;
  readonly bus: Bus;
  readonly clock: SystemClock;
  readonly directory: Directory;
  readonly presence: Presence;
  readonly failed: (error: unknown) => void;
}

export interface Follow extends TopicKind {
  /** Tells of versions that a game has reached, until the returned function is called; some may be left out. */
  watch(gameId: string, reached: (version: number) => void): Promise<() => void>;
  /** Resolves when the game is beyond a version, or after the time, or when the signal fires. */
  beyond(gameId: string, version: number, ms: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** What of one game arrives at this node. */
interface Channel {
  readonly feeds: Map<Viewer, ViewerFeed>;
  readonly halves: Map<string, PublishedStep>;
  readonly waiting: Set<(version: number) => void>;
  readonly ready: Promise<() => Promise<void>>;
  readonly seats: Map<number, Promise<() => Promise<void>>>;
  users: number;
}

const HEADS_EVERY_MS = 2000;
/** Who is further behind than this gets a snapshot instead of the history. */
const MOST_HISTORY = 1000;
const MOST_HALVES = 32;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createFollow(needs: FollowNeeds): Follow {
  const { log, states, bus, clock, directory, presence, failed } = needs;
  const channels = new Map<string, Channel>();

  const stopAsking = clock.every(HEADS_EVERY_MS, () => void askHeads().catch(failed));
  const stopGaps = bus.onGap(() => void askHeads().catch(failed));
  presence.onChange((gameId, playerId, connected) => {
    for (const feed of channels.get(gameId)?.feeds.values() ?? []) {
      const seat = feed.view.seats.find(({ player }) => player === playerId)?.seat;
      if (seat === undefined) continue;
      for (const { follower, corked } of feed.lines) {
        const frame = { type: 'presence', topic: follower.topic, seats: [{ seat, connected }] };
        // A corked line has its snapshot still to come, which shows who is connected.
        if (corked === null) follower.send(JSON.stringify(frame));
      }
    }
  });

  /** Redis may have lost something without a word: the log's heads tell (decision 7). */
  async function askHeads(): Promise<void> {
    if (channels.size === 0) return;
    for (const [gameId, version] of await log.heads([...channels.keys()])) heardOf(gameId, version);
  }

  function heardOf(gameId: string, version: number): void {
    const channel = channels.get(gameId);
    for (const feed of channel?.feeds.values() ?? []) feed.heardOf(version);
    for (const tell of channel?.waiting ?? []) tell(version);
  }

  async function enter(gameId: string): Promise<Channel> {
    const known = channels.get(gameId);
    const channel = known ?? {
      feeds: new Map(),
      halves: new Map(),
      waiting: new Set(),
      ready: bus.subscribe(gameChannel(gameId), (text) => publicStep(gameId, readStep(text))),
      seats: new Map(),
      users: 0,
    };
    channels.set(gameId, channel);
    channel.users++;
    await channel.ready;
    return channel;
  }

  function leave(gameId: string, channel: Channel): void {
    channel.users--;
    if (channel.users > 0) return;
    channels.delete(gameId);
    const subscriptions = [channel.ready, ...channel.seats.values()];
    Promise.all(subscriptions.map(async (ready) => (await ready)())).catch(failed);
  }

  async function enterSeat(gameId: string, channel: Channel, seat: number): Promise<void> {
    const ready =
      channel.seats.get(seat) ??
      bus.subscribe(seatChannel(gameId, seat), (text) => {
        const half = readStep(text);
        channel.halves.set(`${seat}/${half.version}`, half);
        const oldest = channel.halves.keys().next();
        if (channel.halves.size > MOST_HALVES && !oldest.done) channel.halves.delete(oldest.value);
      });
    channel.seats.set(seat, ready);
    await ready;
  }

  function publicStep(gameId: string, step: PublishedStep): void {
    const channel = channels.get(gameId);
    if (channel === undefined) return;
    // The start names players, whom only the log's reader looks up; nobody can follow a game before its first event anyway.
    const named = playersIn(step.events).length > 0;
    for (const [viewer, feed] of channel.feeds) {
      if (named) feed.heardOf(step.version);
      else if (viewer === 'spectator' || !step.halves.includes(viewer)) {
        feed.step(step.after, step.version, step);
      } else {
        const half = channel.halves.get(`${viewer}/${step.version}`);
        channel.halves.delete(`${viewer}/${step.version}`);
        feed.step(step.after, step.version, half ?? null);
      }
    }
    for (const tell of channel.waiting) tell(step.version);
  }

  async function readAfter(gameId: string, viewer: Viewer, after: number) {
    const stored = await log.read(gameId, after);
    const events = stored.map(({ event }) => {
      refuseUnknown(event);
      return disclose(event, viewer);
    });
    return { events, wire: wireEvents(events, await directory.players(playersIn(events))) };
  }

  async function open(gameId: string, after: number | null, follower: Follower): Promise<Following> {
    const channel = await enter(gameId);
    try {
      const { viewer } = viewerOf(await states.fresh(gameId), follower.identity.id);
      if (viewer !== 'spectator') await enterSeat(gameId, channel, viewer);
      // Read once more now that everything will arrive: nothing can fall between the state and the bus.
      const { state } = viewerOf(await states.fresh(gameId), follower.identity.id);
      const feed = channel.feeds.get(viewer) ?? newFeed(gameId, viewer, viewOf(state, viewer));
      channel.feeds.set(viewer, feed);
      feed.heardOf(state.board.version);
      return await follow(gameId, channel, feed, after, follower);
    } catch (error) {
      leave(gameId, channel);
      throw error;
    }
  }

  function newFeed(gameId: string, viewer: Viewer, view: ReturnType<typeof viewOf>): ViewerFeed {
    return new ViewerFeed(viewer, view, (who, after) => readAfter(gameId, who, after), failed);
  }

  async function follow(
    gameId: string,
    channel: Channel,
    feed: ViewerFeed,
    after: number | null,
    follower: Follower,
  ): Promise<Following> {
    const line: Line = { follower, corked: [] };
    feed.lines.add(line);
    const joined = feed.view;
    const resume = after !== null && after <= joined.version && joined.version - after <= MOST_HISTORY;
    const left = presence.join(gameId, follower.identity.id);
    const close = () => {
      if (!feed.lines.delete(line)) return;
      left();
      if (feed.lines.size === 0) channel.feeds.delete(feed.viewer);
      leave(gameId, channel);
    };
    try {
      const first = resume
        ? await historyFrame(gameId, feed.viewer, after, joined, follower.topic)
        : await snapshotFrame(gameId, joined, follower.topic);
      return {
        mode: resume ? 'resume' : 'snapshot',
        version: joined.version,
        over: joined.phase === 'ended',
        head: () => feed.view.version,
        close,
        begin() {
          if (first !== null) follower.send(first);
          for (const frame of line.corked ?? []) follower.send(frame);
          line.corked = null;
          if (feed.view.phase === 'ended') follower.end('closed');
        },
      };
    } catch (error) {
      feed.lines.delete(line);
      left();
      if (feed.lines.size === 0) channel.feeds.delete(feed.viewer);
      throw error;
    }
  }

  /** Everything after a version in one frame: it leads to a state that is known, which one for each step would not. */
  async function historyFrame(
    gameId: string,
    viewer: Viewer,
    after: number,
    to: ReturnType<typeof viewOf>,
    topic: string,
  ) {
    if (after === to.version) return null;
    const stored = await log.read(gameId, after, to.version - after);
    const events = stored.map(({ event }) => disclose(event, viewer));
    const wire = wireEvents(events, await directory.players(playersIn(events)));
    return eventsFrame(topic, after, to, JSON.stringify(wire));
  }

  async function snapshotFrame(gameId: string, view: ReturnType<typeof viewOf>, topic: string): Promise<string> {
    const names = await directory.players(view.seats.map(({ player }) => player));
    const connected = (player: string) => presence.isConnected(gameId, player);
    const wire = wireView(view, names, connected, new Date(clock.now()).toISOString());
    return JSON.stringify({ type: 'snapshot', topic, version: view.version, view: wire });
  }

  return {
    async open(id, after, follower) {
      if (id === null || !UUID.test(id)) throw noSuchGame();
      return open(id, after, follower);
    },

    async watch(gameId, reached) {
      const channel = await enter(gameId);
      channel.waiting.add(reached);
      return () => {
        if (channel.waiting.delete(reached)) leave(gameId, channel);
      };
    },

    async beyond(gameId, version, ms, signal) {
      const channel = await enter(gameId);
      try {
        // Asked after subscribing: what was appended in between would be missed otherwise.
        if (((await log.heads([gameId])).get(gameId) ?? 0) > version || signal.aborted) return;
        await new Promise<void>((resolve) => {
          const tell = (head: number) => {
            if (head > version) done();
          };
          const done = () => {
            cancel();
            channel.waiting.delete(tell);
            signal.removeEventListener('abort', done);
            resolve();
          };
          const cancel = clock.after(ms, done);
          channel.waiting.add(tell);
          signal.addEventListener('abort', done);
        });
      } finally {
        leave(gameId, channel);
      }
    },

    async close() {
      stopAsking();
      stopGaps();
      await Promise.all([...channels.values()].map(async ({ ready }) => (await ready)()));
      channels.clear();
    },
  };
}
