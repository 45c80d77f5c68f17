/** A log that holds the first step of a game, so that a test decides what happens between a table's row and its game. */
import type { EventLog } from '../../../src/ports/event-log.ts';

/** Where a start is held: before its first event is appended, or after it, when the service has not heard of it yet. */
export type Where = 'before' | 'after';

export interface Gate {
  /** Resolves when the start waits here. */
  readonly reached: Promise<void>;
  open(): void;
}

export interface Gates {
  readonly log: EventLog;
  /** Holds the start of one game, once. */
  hold(gameId: string, where: Where): Gate;
}

interface Waiting {
  readonly where: Where;
  readonly arrive: () => void;
  readonly opened: Promise<void>;
}

export function gatedLog(log: EventLog): Gates {
  const waiting = new Map<string, Waiting>();
  return {
    log: {
      ...log,
      async append(step) {
        const gate = step.after === 0 ? waiting.get(step.gameId) : undefined;
        if (gate === undefined) return log.append(step);
        waiting.delete(step.gameId);
        if (gate.where === 'after') {
          const written = await log.append(step);
          gate.arrive();
          await gate.opened;
          return written;
        }
        gate.arrive();
        await gate.opened;
        return log.append(step);
      },
    },
    hold(gameId, where) {
      let arrive = () => {};
      let open = () => {};
      const reached = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      waiting.set(gameId, { where, arrive, opened });
      return { reached, open };
    },
  };
}
