/** One game as its delayed spectators follow it on this node: each step is read from the log when its time has come, and none is kept until then. */
import type { SystemClock } from '../ports/system.ts';
import { advance } from '../rules/dalmuti.ts';
import type { PublicEvent } from '../rules/public-events.ts';
import type { View } from '../rules/view.ts';
import { deliver, type Feed, type Line } from './feed.ts';

/** What of a game has become visible after a version, with names filled in for the wire, and when there is more. */
export type ReadDue = (after: number) => Promise<{
  readonly steps: readonly { readonly events: readonly PublicEvent[]; readonly text: string }[];
  readonly next: number | null;
}>;

export interface DelayedFeedKeeper {
  readonly clock: SystemClock;
  readonly readDue: ReadDue;
  /** Something has happened of which is not known what: one of those who look on may hold a seat by now. */
  readonly mayBeSeated: () => void;
  readonly failed: (error: unknown) => void;
}

const NONE = (): void => undefined;

export class DelayedFeed implements Feed {
  readonly viewer = 'spectator';
  readonly delayed = true;
  readonly lines = new Set<Line>();
  view: View;
  /** The highest version that this node has heard of; nobody here is told. */
  private head: number;
  private state: 'idle' | 'reading' | 'waiting' | 'closed' = 'idle';
  private heardMeanwhile = false;
  private cancel = NONE;
  private readonly keeper: DelayedFeedKeeper;

  constructor(view: View, keeper: DelayedFeedKeeper) {
    this.view = view;
    this.head = view.version;
    this.keeper = keeper;
  }

  step(after: number, version: number): void {
    if (after > this.head) this.keeper.mayBeSeated();
    this.hear(version);
  }

  heardOf(version: number): void {
    if (version > this.head) this.keeper.mayBeSeated();
    this.hear(version);
  }

  close(): void {
    this.state = 'closed';
    this.cancel();
  }

  private hear(version: number): void {
    this.head = Math.max(this.head, version);
    if (this.state === 'reading') this.heardMeanwhile = true;
    if (this.state === 'idle' && this.view.version < this.head) this.bringDue();
  }

  private bringDue(): void {
    this.state = 'reading';
    this.heardMeanwhile = false;
    this.readAll()
      .catch((error: unknown) => {
        this.keeper.failed(error);
        return null;
      })
      .then((next) => this.rest(next))
      .catch(this.keeper.failed);
  }

  /** @returns when the next step becomes visible */
  private async readAll(): Promise<number | null> {
    for (;;) {
      const { steps, next } = await this.keeper.readDue(this.view.version);
      if (this.isClosed()) return null;
      for (const { events, text } of steps) {
        const after = this.view.version;
        this.view = events.reduce(advance, this.view);
        deliver(this.lines, after, this.view, text);
      }
      if (steps.length === 0) return next;
    }
  }

  private rest(next: number | null): void {
    if (this.isClosed()) return;
    this.state = 'idle';
    if (next !== null) {
      const { clock } = this.keeper;
      this.state = 'waiting';
      this.cancel = clock.after(Math.max(1, next - clock.now()), () => this.bringDue());
    } else if (this.heardMeanwhile) this.bringDue();
  }

  /** Also while something is awaited. */
  private isClosed(): boolean {
    return this.state === 'closed';
  }
}
