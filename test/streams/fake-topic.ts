/** A topic of the test's own: counts upwards, remembers who follows, and opens only when it may. */
import { problem } from '../../src/http/problem.ts';
import type { Follower, TopicKind } from '../../src/streams/topics.ts';

export interface Opened {
  readonly follower: Follower;
  readonly after: number | null;
  begun: boolean;
  closed: boolean;
}

export interface FakeTopic extends TopicKind {
  /** Every subscription that was opened, in order. */
  readonly opened: readonly Opened[];
  /** Those that were begun and not closed. */
  live(): readonly Opened[];
  /** The next version, to all who follow. */
  publish(): void;
  /** From now on opening waits until the returned function is called. */
  hold(): () => void;
  /** From now on opening fails with this. */
  failWith(error: unknown): void;
  finish(): void;
}

/** @param name what its frames are called, `events` for a history */
export function fakeTopic(kind: string, size = 0, snapshotSize = 0): FakeTopic {
  const opened: Opened[] = [];
  let version = 3;
  let over = false;
  let gate: Promise<void> = Promise.resolve();
  let failure: unknown = null;
  const padding = 'x'.repeat(size);
  const more = snapshotSize === 0 ? {} : { padding: 'x'.repeat(snapshotSize) };
  const live = () => opened.filter(({ begun, closed }) => begun && !closed);

  return {
    opened,
    live,
    publish() {
      version += 1;
      for (const { follower } of live()) {
        const { topic } = follower;
        follower.send(
          JSON.stringify({ type: 'events', topic, after: version - 1, version, events: [{ version }], padding }),
        );
      }
    },
    hold() {
      let release: () => void = () => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
    failWith(error) {
      failure = error;
    },
    finish() {
      over = true;
    },
    async open(id, after, follower) {
      await gate;
      if (failure !== null) throw failure;
      if (id === 'missing') throw problem('not_found', `No such ${kind}.`);
      const subscription: Opened = { follower, after, begun: false, closed: false };
      opened.push(subscription);
      const first = version;
      return {
        mode: after === null ? 'snapshot' : 'resume',
        version: first,
        over,
        head: () => version,
        begin() {
          subscription.begun = true;
          const { topic } = follower;
          if (after === null) {
            follower.send(
              JSON.stringify({ type: 'snapshot', topic, version: first, view: { version: first, ...more } }),
            );
          } else if (after < first) {
            const events = Array.from({ length: first - after }, (_, index) => ({ version: after + 1 + index }));
            follower.send(JSON.stringify({ type: 'events', topic, after, version: first, events }));
          }
        },
        close() {
          subscription.closed = true;
        },
      };
    },
  };
}
