/** Topic `game`: brings each step to those who follow the game on this node, once, in order, without a gap. */
import type { Directory } from '../identity/directory.ts';
import type { Bus } from '../ports/bus.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { SystemClock } from '../ports/system.ts';
import { disclose, view as viewOf } from '../rules/dalmuti.ts';
import type { GameEvent } from '../rules/events.ts';
import type { Viewer } from '../rules/public-events.ts';
import type { Seat } from '../rules/seats.ts';
import type { View } from '../rules/view.ts';
import type { Follower, Following, TopicKind } from '../streams/topics.ts';
import { delayMsOf, noSuchGame, seatOf } from './access.ts';
import { type Channel, createChannels } from './channels.ts';
import { DelayedFeed } from './delayed-feed.ts';
import { eventsFrame, type Feed, type Line, sendOn, ViewerFeed } from './feed.ts';
import { refuseUnknown, type States } from './load.ts';
import type { Past } from './past.ts';
import type { Presence } from './presence.ts';
import type { Eyes, Seen } from './seen.ts';
import { createWatch, type Watch } from './watch.ts';
import { type Names, playersIn, wireEvents, wireView } from './wire.ts';

export interface FollowNeeds {
  readonly log: EventLog;
  readonly states: States;
  readonly past: Past;
  readonly eyes: Eyes;
  readonly bus: Bus;
  readonly clock: SystemClock;
  readonly directory: Directory;
  readonly presence: Presence;
  readonly failed: (error: unknown) => void;
}

export interface Follow extends TopicKind, Watch {
  close(): Promise<void>;
}

const HEADS_EVERY_MS = 2000;
const HEADS_AT_ONCE = 500;
/** Who is further behind than this gets a snapshot instead of the history. */
const MOST_HISTORY = 1000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createFollow(needs: FollowNeeds): Follow {
  const { log, states, past, eyes, bus, clock, directory, presence, failed } = needs;
  const channels = createChannels(bus, failed);
  let asking = false;
  const stopAsking = clock.every(HEADS_EVERY_MS, () => void askHeads().catch(failed));
  const stopGaps = bus.onGap(() => void askHeads().catch(failed));
  presence.onChange(tellPresence);

  /**
   * Redis may have lost something without a word: the log's heads tell (decision 7). A part of the games at once, and one
   * round at a time: what is asked for meanwhile is asked by the next one.
   */
  async function askHeads(): Promise<void> {
    if (asking) return;
    asking = true;
    try {
      const followed = channels.gameIds();
      for (let from = 0; from < followed.length; from += HEADS_AT_ONCE) {
        const heads = await log.heads(followed.slice(from, from + HEADS_AT_ONCE));
        for (const [gameId, version] of heads) channels.heardOf(gameId, version);
      }
    } finally {
      asking = false;
    }
  }

  function tellPresence(gameId: string, playerId: string, connected: boolean): void {
    for (const feed of channels.known(gameId)?.feeds.values() ?? []) {
      // Who is there now would tell of the present.
      if (feed.delayed) continue;
      const seat = feed.view.seats.findLast(({ player }) => player === playerId)?.seat;
      if (seat === undefined) continue;
      for (const line of feed.lines) {
        const frame = { type: 'presence', topic: line.follower.topic, seats: [{ seat, connected }] };
        // Behind a snapshot that may have been made before.
        sendOn(line, JSON.stringify(frame));
      }
    }
  }

  async function read(gameId: string, viewer: Viewer, after: number, limit?: number) {
    const stored = await log.read(gameId, after, limit);
    return shown(
      stored.map(({ event }) => event),
      viewer,
    );
  }

  async function shown(stored: readonly GameEvent[], viewer: Viewer) {
    const events = stored.map((event) => {
      refuseUnknown(event);
      return disclose(event, viewer);
    });
    return { events, wire: wireEvents(events, await directory.players(playersIn(events))) };
  }

  async function open(gameId: string, after: number | null, follower: Follower): Promise<Following> {
    const channel = await channels.enter(gameId);
    try {
      const seen = await seenWhileArriving(channel, follower.identity.id);
      const feed = channel.feeds.get(seen.viewer) ?? feedFor(channel, seen);
      feed.heardOf(seen.state.board.version);
      return await join(channel, feed, after, follower);
    } catch (error) {
      channels.leave(gameId);
      throw error;
    }
  }

  /** With whose eyes a player sees the game, read once more when that seat's steps arrive: nothing falls in between. */
  async function seenWhileArriving({ gameId }: Channel, playerId: string): Promise<Seen> {
    let seen = await eyes.seenBy(gameId, playerId);
    for (;;) {
      const { viewer } = seen;
      if (viewer !== 'spectator') await channels.enterSeat(gameId, viewer);
      seen = await eyes.seenBy(gameId, playerId);
      // He may have sat down, or given up his seat, meanwhile.
      if (seen.viewer === viewer) return seen;
    }
  }

  function feedFor(channel: Channel, { viewer, view, state, delayed }: Seen): Feed {
    return delayed ? delayedFeed(channel, view, delayMsOf(state)) : newFeed(channel, viewer, view, delayMsOf(state));
  }

  function delayedFeed(channel: Channel, view: View, delayMs: number): Feed {
    const { gameId } = channel;
    const feed = new DelayedFeed(view, {
      clock,
      async readDue(after) {
        const { steps, next } = await past.due(gameId, after, delayMs);
        const read = await Promise.all(steps.map((step) => shown(step, 'spectator')));
        return { steps: read.map(({ events, wire }) => ({ events, text: JSON.stringify(wire) })), next };
      },
      mayBeSeated: () => void seatLookers(channel, feed).catch(failed),
      failed,
    });
    channel.feeds.set('spectator', feed);
    return feed;
  }

  /** A delayed feed hears much later of those who sit down, but they see the present at once. */
  async function seatLookers(channel: Channel, feed: Feed): Promise<void> {
    const state = await states.fresh(channel.gameId);
    if (state === null) return;
    for (const line of [...feed.lines]) {
      const seat = seatOf(state, line.follower.identity.id);
      if (seat !== null) await seatLines(channel, [line], seat);
    }
  }

  function newFeed(channel: Channel, viewer: Viewer, view: View, delayMs: number): ViewerFeed {
    const feed = new ViewerFeed(viewer, view, {
      readAfter: (who, after) => read(channel.gameId, who, after),
      seated(player, seat) {
        const lines = [...feed.lines].filter(({ follower }) => follower.identity.id === player);
        if (lines.length > 0) seatLines(channel, lines, seat).catch(failed);
      },
      unseated() {
        // Otherwise he looks on from his closed seat, which shows what a spectator sees.
        if (delayMs > 0) for (const line of feed.lines) turnOut(line);
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
    const feed = channel.feeds.get(seat) ?? newFeed(channel, seat, viewOf(state, seat), delayMsOf(state));
    feed.heardOf(state.board.version);
    const names = await directory.players(state.board.seats.map(({ player }) => player));
    for (const line of lines) {
      if (line.over || !leaveFeed(channel, line)) continue;
      line.feed = feed;
      feed.lines.add(line);
      sendOn(line, snapshotText(feed, feed.view, line.follower.topic, names));
    }
    dropUnused(channel, feed);
  }

  /** Nothing more of the present is for him; who subscribes again looks on like everybody else. */
  function turnOut(line: Line): void {
    line.over = true;
    line.feed.lines.delete(line);
    if (line.corked === null) line.follower.end('gone');
  }

  /** @returns whether the line was still there */
  function leaveFeed(channel: Channel, line: Line): boolean {
    const { feed } = line;
    if (!feed.lines.delete(line)) return false;
    dropUnused(channel, feed);
    return true;
  }

  function dropUnused(channel: Channel, feed: Feed): void {
    if (feed.lines.size > 0) return;
    feed.close();
    if (channel.feeds.get(feed.viewer) === feed) channel.feeds.delete(feed.viewer);
  }

  /** From here on steps collect on the line, and flow once `begin` has sent what leads to them. */
  async function join(channel: Channel, feed: Feed, after: number | null, follower: Follower): Promise<Following> {
    const { gameId } = channel;
    const line: Line = { follower, corked: [], feed, over: false };
    // First, so that the snapshot shows it and no frame has to.
    const leavePresence = presence.join(gameId, follower.identity.id);
    feed.lines.add(line);
    const joined = feed.view;
    let parted = false;
    const part = () => {
      if (parted) return false;
      parted = true;
      line.over = true;
      leaveFeed(channel, line);
      leavePresence();
      return true;
    };
    const resume = after !== null && after <= joined.version && joined.version - after <= MOST_HISTORY;
    try {
      const first = resume
        ? await historyFrame(gameId, feed.viewer, after, joined, follower.topic)
        : await snapshotFrame(feed, joined, follower.topic);
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
          if (line.over) follower.end('gone');
          else if (line.feed.view.phase === 'ended') follower.end('closed');
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

  async function snapshotFrame(feed: Feed, view: View, topic: string): Promise<string> {
    return snapshotText(feed, view, topic, await directory.players(view.seats.map(({ player }) => player)));
  }

  function snapshotText({ delayed }: Feed, view: View, topic: string, names: Names): string {
    const connected = (player: string) => !delayed && presence.isConnected(view.gameId, player);
    const wire = wireView(view, names, connected, new Date(clock.now()).toISOString());
    return JSON.stringify({ type: 'snapshot', topic, version: view.version, view: wire });
  }

  return {
    async open(id, after, follower) {
      if (id === null || !UUID.test(id)) throw noSuchGame();
      return open(id, after, follower);
    },

    ...createWatch({ channels, log, past, clock }),

    async close() {
      stopAsking();
      stopGaps();
      await channels.close();
    },
  };
}
