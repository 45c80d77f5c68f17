/** One rate that all streams of a node share, so that their bytes cost the node a bounded part of its time. */
import type { SystemClock } from '../ports/system.ts';

export interface SharedRate {
  /** Resolves when the bytes may be sent, in the order of the calls. A stream that asks for one chunk at a time gets an equal part. */
  take(bytes: number): Promise<void>;
}

export interface SharedRateOptions {
  readonly bytesPerSecond: number;
  /** Bytes that are sent without waiting after a pause. */
  readonly burstBytes: number;
}

export function createSharedRate(clock: SystemClock, { bytesPerSecond, burstBytes }: SharedRateOptions): SharedRate {
  const burstMs = (burstBytes / bytesPerSecond) * 1000;
  /** When everything that was taken so far has been sent at the rate, in milliseconds since 1970. */
  let sentAt = 0;

  return {
    async take(bytes) {
      const now = clock.now();
      sentAt = Math.max(sentAt, now - burstMs) + (bytes / bytesPerSecond) * 1000;
      const wait = sentAt - now;
      if (wait > 0) await new Promise<void>((resolve) => clock.after(wait, resolve));
    },
  };
}
