/** Topic `game`: brings each step to those who follow the game on this node, once, in order, without a gap. */
import type { Directory } from '../identity/directory.ts';
import type { Bus } from '../ports/bus.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { SystemClock } from '../ports/system.ts';
import { disclose, view as viewOf } from '../rules/dalmuti.ts';
import type { Viewer } from '../rules/public-events.ts';
import type { Seat } from '../rules/seats.ts';
import type { View } from '../rules/view.ts';
import type { Follower, Following, TopicKind } from '../streams/topics.ts';
import { noSuchGame, viewerOf } from './access.ts';
import { type Channel, createChannels } from './channels.ts';
import { eventsFrame, type Line, sendOn, ViewerFeed } from './feed.ts';
import { refuseUnknown, type States } from './load.ts';
import type { Presence } from './presence.ts';
import { type Names, playersIn, wireEvents, wireView } from './wire.ts';

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

const HEADS_EVERY_MS = 2000;
/** Who is further behind than this gets a snapshot instead of the history. */
const MOST_HISTORY = 1000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createFollow(needs: FollowNeeds): Follow {
  const { log, states, bus, clock, directory, presence, failed } = needs;
  const channels = createChannels(bus, failed);
  const stopAsking = clock.every(HEADS_EVERY_MS, () => void askHeads().catch(failed));
  const stopGaps = bus.onGap(() => void askHeads().catch(failed));
  presence.onChange(tellPresence);

  /** Redis may have lost something without a word: the log's heads tell (decision 7). */
  async function askHeads(): Promise<void> {
    const followed = channels.gameIds();
    if (followed.length === 0) return;
    for (const [gameId, version] of await log.heads(followed)) channels.heardOf(gameId, version);
  }

  function tellPresence(gameId: string, playerId: string, connected: boolean): void {
    for (const feed of channels.known(gameId)?.feeds.values() ?? []) {
      const seat = feed.view.seats.findLast(({ player }) => player === playerId)?.seat;
      if (seat === undefined) continue;
      for (const { follower, corked } of feed.lines) {
        const frame = { type: 'presence', topic: follower.topic, seats: [{ seat, connected }] };
        // A corked line has its snapshot still to come, which shows who is connected.
        if (corked === null) follower.send(JSON.stringify(frame));
      }
    }
  }

  async function read(gameId: string, viewer: Viewer, after: number, limit?: number) {
    const stored = await log.read(gameId, after, limit);
    const events = stored.map(({ event }) => {
      refuseUnknown(event);
      return disclose(event, viewer);
    });
    return { events, wire: wireEvents(events, await directory.players(playersIn(events))) };
  }

  async function open(gameId: string, after: number | null, follower: Follower): Promise<Following> {
    const channel = await channels.enter(gameId);
    try {
      const { viewer, state } = await seenBy(channel, follower.identity.id);
      const feed = channel.feeds.get(viewer) ?? newFeed(channel, viewer, viewOf(state, viewer));
      feed.heardOf(state.board.version);
      return await join(channel, feed, after, follower);
    } catch (error) {
      channels.leave(gameId);
      throw error;
    }
  }

  /** With whose eyes a player sees the game, read once more when that seat's steps arrive: nothing falls in between. */
  async function seenBy({ gameId }: Channel, playerId: string) {
    let seen = viewerOf(await states.fresh(gameId), playerId);
    for (;;) {
      const { viewer } = seen;
      if (viewer !== 'spectator') await channels.enterSeat(gameId, viewer);
      seen = viewerOf(await states.fresh(gameId), playerId);
      // He may have sat down, or given up his seat, meanwhile.
      if (seen.viewer === viewer) return seen;
    }
  }

  function newFeed(channel: Channel, viewer: Viewer, view: View): ViewerFeed {
    const feed = new ViewerFeed(viewer, view, {
      readAfter: (who, after) => read(channel.gameId, who, after),
      seated(player, seat) {
        const lines = [...feed.lines].filter(({ follower }) => follower.identity.id === player);
        if (lines.length > 0) seatLines(channel, lines, seat).catch(failed);
      },
      failed,
    });
    channel.feeds.set(viewer, feed);
    return feed;
  }

  /** Who sits down while he looks on, perhaps from a seat that he gave up, sees the game with his own eyes from then on: a snapshot replaces all. */
  async function seatLines(channel: Channel, lines: readonly Line[], seat: Seat): Promise<void> {
    const { gameId } = channel;
    await channels.enterSeat(gameId, seat);
    const state = await states.fresh(gameId);
    if (state === null) return;
    const feed = channel.feeds.get(seat) ?? newFeed(channel, seat, viewOf(state, seat));
    feed.heardOf(state.board.version);
    const names = await directory.players(state.board.seats.map(({ player }) => player));
    for (const line of lines) {
      if (!leaveFeed(channel, line)) continue;
      line.feed = feed;
      feed.lines.add(line);
      sendOn(line, snapshotText(feed.view, line.follower.topic, names));
    }
    if (feed.lines.size === 0) channel.feeds.delete(seat);
  }

  /** @returns whether the line was still there */
  function leaveFeed(channel: Channel, line: Line): boolean {
    const { feed } = line;
    if (!feed.lines.delete(line)) return false;
    if (feed.lines.size === 0) channel.feeds.delete(feed.viewer);
    return true;
  }

  /** From here on steps collect on the line, and flow once `begin` has sent what leads to them. */
  async function join(
    channel: Channel,
    feed: ViewerFeed,
    after: number | null,
    follower: Follower,
  ): Promise<Following> {
    const { gameId } = channel;
    const line: Line = { follower, corked: [], feed };
    feed.lines.add(line);
    const joined = feed.view;
    const leavePresence = presence.join(gameId, follower.identity.id);
    const part = () => {
      if (!leaveFeed(channel, line)) return false;
      leavePresence();
      return true;
    };
    const resume = after !== null && after <= joined.version && joined.version - after <= MOST_HISTORY;
    try {
      const first = resume
        ? await historyFrame(gameId, feed.viewer, after, joined, follower.topic)
        : await snapshotFrame(joined, follower.topic);
      return {
        mode: resume ? 'resume' : 'snapshot',
        version: joined.version,
        over: joined.phase === 'ended',
        head: () => line.feed.view.version,
        close() {
          if (part()) channels.leave(gameId);
        },
        begin() {
          if (first !== null) follower.send(first);
          for (const frame of line.corked ?? []) follower.send(frame);
          line.corked = null;
          if (line.feed.view.phase === 'ended') follower.end('closed');
        },
      };
    } catch (error) {
      part();
      throw error;
    }
  }

  /** Everything after a version in one frame: it leads to a state that is known, which one for each step would not. */
  async function historyFrame(gameId: string, viewer: Viewer, after: number, to: View, topic: string) {
    if (after === to.version) return null;
    const { wire } = await read(gameId, viewer, after, to.version - after);
    return eventsFrame(topic, after, to, JSON.stringify(wire));
  }

  async function snapshotFrame(view: View, topic: string): Promise<string> {
    return snapshotText(view, topic, await directory.players(view.seats.map(({ player }) => player)));
  }

  function snapshotText(view: View, topic: string, names: Names): string {
    const connected = (player: string) => presence.isConnected(view.gameId, player);
    const wire = wireView(view, names, connected, new Date(clock.now()).toISOString());
    return JSON.stringify({ type: 'snapshot', topic, version: view.version, view: wire });
  }

  return {
    async open(id, after, follower) {
      if (id === null || !UUID.test(id)) throw noSuchGame();
      return open(id, after, follower);
    },

    async watch(gameId, reached) {
      const { waiting } = await channels.enter(gameId);
      waiting.add(reached);
      return () => {
        if (waiting.delete(reached)) channels.leave(gameId);
      };
    },

    async beyond(gameId, version, ms, signal) {
      const { waiting } = await channels.enter(gameId);
      try {
        // Asked after subscribing: what was appended in between would be missed otherwise.
        if (((await log.heads([gameId])).get(gameId) ?? 0) > version || signal.aborted) return;
        await new Promise<void>((resolve) => {
          const tell = (head: number) => {
            if (head > version) done();
          };
          const done = () => {
            cancel();
            waiting.delete(tell);
            signal.removeEventListener('abort', done);
            resolve();
          };
          const cancel = clock.after(ms, done);
          waiting.add(tell);
          signal.addEventListener('abort', done);
        });
      } finally {
        channels.leave(gameId);
      }
    },

    async close() {
      stopAsking();
      stopGaps();
      await channels.close();
    },
  };
}
