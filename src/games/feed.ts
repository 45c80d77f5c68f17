/** One game as one viewer follows it on this node in the present: his view, advanced by what the bus brings and refilled from the log. */

import { advance } from '../rules/dalmuti.ts';
import type { PublicEvent, Viewer } from '../rules/public-events.ts';
import type { Seat } from '../rules/seats.ts';
import type { View } from '../rules/view.ts';
import type { Follower } from '../streams/topics.ts';
import type { PublishedStep } from './publish.ts';
import { frameState, wireYou } from './wire.ts';

/** Events above a version as this viewer may see them, with names already filled in for the wire. */
export type ReadAfter = (
  viewer: Viewer,
  after: number,
) => Promise<{ readonly events: readonly PublicEvent[]; readonly wire: readonly object[] }>;

/** What a follower is sent; corked until `subscribed` and its first frames are out. */
export interface Line {
  readonly follower: Follower;
  corked: string[] | null;
  /** Another one from the moment at which somebody who looks on sits down. */
  feed: Feed;
  /** Nothing more comes on it: whoever holds it has left, or is to be told so. */
  over: boolean;
}

/** What a feed needs of whoever keeps it. */
export interface FeedKeeper {
  readonly readAfter: ReadAfter;
  /** Somebody has sat down in the running game, perhaps one of those who follow it here. */
  readonly seated: (player: string, seat: Seat) => void;
  /** The seat is closed, and whoever held it is none of its viewers any more. */
  readonly unseated: () => void;
  readonly failed: (error: unknown) => void;
}

/** One game as one viewer follows it on this node. */
export interface Feed {
  readonly viewer: Viewer;
  readonly delayed: boolean;
  readonly lines: Set<Line>;
  readonly view: View;
  /** A step has arrived. @param half the events as this viewer may see them; `null` when his half of them has not come */
  step(after: number, version: number, half: Pick<PublishedStep, 'events' | 'text'> | null): void;
  /** Somebody says that the game has come so far. */
  heardOf(version: number): void;
  /** Nobody follows it any more. */
  close(): void;
}

export class ViewerFeed implements Feed {
  readonly viewer: Viewer;
  readonly delayed = false;
  readonly lines = new Set<Line>();
  view: View;
  /** The highest version that this node has heard of. */
  private head: number;
  private refilling = false;
  private readonly keeper: FeedKeeper;

  constructor(viewer: Viewer, view: View, keeper: FeedKeeper) {
    this.viewer = viewer;
    this.view = view;
    this.head = view.version;
    this.keeper = keeper;
  }

  step(after: number, version: number, half: Pick<PublishedStep, 'events' | 'text'> | null): void {
    if (version <= this.view.version) return;
    this.head = Math.max(this.head, version);
    if (half === null || this.refilling || after !== this.view.version) {
      this.refill();
      return;
    }
    this.apply(half.events, half.text);
  }

  heardOf(version: number): void {
    this.head = Math.max(this.head, version);
    if (this.view.version < this.head) this.refill();
  }

  close(): void {
    // It keeps nothing going: refilling ends where nobody follows.
  }

  private apply(events: readonly PublicEvent[], text: string): void {
    const after = this.view.version;
    this.view = events.reduce(advance, this.view);
    deliver(this.lines, after, this.view, text);
    if (this.viewer !== 'spectator' && this.view.seats[this.viewer]?.state === 'left') this.keeper.unseated();
    for (const event of events) if (event.type === 'newcomerArrived') this.keeper.seated(event.player, event.seat);
  }

  /** Reads what is missing from the log, however much it is, until nothing that was heard of is missing. */
  private refill(): void {
    if (this.refilling) return;
    this.refilling = true;
    const read = async (): Promise<void> => {
      while (this.view.version < this.head && this.lines.size > 0) {
        const { events, wire } = await this.keeper.readAfter(this.viewer, this.view.version);
        if (events.length === 0) break;
        this.apply(events, JSON.stringify(wire));
      }
    };
    read()
      .catch(this.keeper.failed)
      .finally(() => {
        this.refilling = false;
      });
  }
}

/** @param view as it is after the events */
export function deliver(lines: ReadonlySet<Line>, after: number, view: View, text: string): void {
  for (const line of lines) {
    sendOn(line, eventsFrame(line.follower.topic, after, view, text));
    if (view.phase === 'ended' && line.corked === null) line.follower.end('closed');
  }
}

export function sendOn(line: Line, frame: string): void {
  if (line.corked === null) line.follower.send(frame);
  else line.corked.push(frame);
}

/** One text for all followers of a viewer but for the topic; `view` is the view after the events. */
export function eventsFrame(topic: string, after: number, view: View, events: string): string {
  return `{"type":"events","topic":${JSON.stringify(topic)},"after":${after},"version":${view.version},"events":${events},"state":${JSON.stringify(frameState(view))},"you":${JSON.stringify(wireYou(view.you))}}`;
}
