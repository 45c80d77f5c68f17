/** Waiting for a game to go on, without following it: for inboxes and long polls. */
import type { EventLog } from '../ports/event-log.ts';
import type { SystemClock } from '../ports/system.ts';
import { delayMsOf } from './access.ts';
import type { Channels } from './channels.ts';
import type { Past } from './past.ts';
import type { Seen } from './seen.ts';

export interface Watch {
  /** Tells of versions that a game has reached, until the returned function is called; some may be left out. */
  watch(gameId: string, reached: (version: number) => void): Promise<() => void>;
  /** Resolves when whoever has seen a game so may see more than a version, or after the time, or when the signal fires. */
  beyond(seen: Seen, version: number, ms: number, signal: AbortSignal): Promise<void>;
}

export interface WatchNeeds {
  readonly channels: Channels;
  readonly log: EventLog;
  readonly past: Past;
  readonly clock: SystemClock;
}

export function createWatch({ channels, log, past, clock }: WatchNeeds): Watch {
  async function beyond(gameId: string, version: number, ms: number, signal: AbortSignal): Promise<void> {
    const { waiting } = await channels.enter(gameId);
    try {
      // Asked after subscribing: what was appended in between would be missed otherwise.
      if (((await log.heads([gameId])).get(gameId) ?? 0) > version) return;
      let tell: (head: number) => void = () => undefined;
      const told = new Promise<void>((resolve) => {
        tell = (head) => {
          if (head > version) resolve();
        };
        waiting.add(tell);
      });
      await pause(ms, signal, told).finally(() => waiting.delete(tell));
    } finally {
      channels.leave(gameId);
    }
  }

  /** @param sooner may end it before its time */
  async function pause(ms: number, signal: AbortSignal, sooner?: Promise<void>): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        cancel();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const cancel = clock.after(ms, done);
      signal.addEventListener('abort', done);
      sooner?.then(done, done);
    });
  }

  async function beyondThen(gameId: string, version: number, delayMs: number, ms: number, signal: AbortSignal) {
    const end = clock.now() + ms;
    for (;;) {
      const { steps, next } = await past.due(gameId, version, delayMs);
      const left = end - clock.now();
      if (steps.length > 0 || left <= 0 || signal.aborted) return;
      if (next === null) await beyond(gameId, version, left, signal);
      else await pause(Math.min(left, Math.max(1, next - clock.now())), signal);
    }
  }

  return {
    async watch(gameId, reached) {
      const { waiting } = await channels.enter(gameId);
      waiting.add(reached);
      return () => {
        if (waiting.delete(reached)) channels.leave(gameId);
      };
    },

    async beyond({ state, delayed }, version, ms, signal) {
      const { gameId } = state.board;
      if (delayed) await beyondThen(gameId, version, delayMsOf(state), ms, signal);
      else await beyond(gameId, version, ms, signal);
    },
  };
}
