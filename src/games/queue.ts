/** Work that waits its turn, in bounded lines that are served fairly: what one sender queues delays others by one turn at most. */
import { problem } from '../http/problem.ts';

export interface Queue {
  /**
   * @param key work under different keys never waits for each other: a game's id
   * @param sender who asks; each sender's own work keeps its order
   * @throws Problem `unavailable` at once when the sender, or everyone together, has too much waiting under this key
   */
  run<T>(key: string, sender: string, work: () => Promise<T>): Promise<T>;
  /** Pieces of work that wait under a key, without those being done. */
  waiting(key: string): number;
}

export interface QueueOptions {
  /** Pieces of work done at once under one key. */
  readonly atOnce: number;
  readonly maxPerSender: number;
  /** Of all senders under one key. */
  readonly maxWaiting: number;
  /** Senders that are served before all others. */
  readonly first?: ReadonlySet<string>;
}

interface Line {
  busy: number;
  waiting: number;
  /** In the order in which senders are served: a sender that was served goes to the end. */
  readonly senders: Map<string, (() => void)[]>;
}

export function createQueue({ atOnce, maxPerSender, maxWaiting, first = new Set() }: QueueOptions): Queue {
  const lines = new Map<string, Line>();

  function next({ senders }: Line): string | undefined {
    for (const sender of first) if (senders.has(sender)) return sender;
    return senders.keys().next().value;
  }

  function serve(key: string, line: Line): void {
    while (line.busy < atOnce) {
      const sender = next(line);
      if (sender === undefined) break;
      const [begin, ...rest] = line.senders.get(sender) ?? [];
      line.senders.delete(sender);
      if (rest.length > 0) line.senders.set(sender, rest);
      line.waiting--;
      line.busy++;
      begin?.();
    }
    if (line.busy === 0) lines.delete(key);
  }

  return {
    run(key, sender, work) {
      const line = lines.get(key) ?? { busy: 0, waiting: 0, senders: new Map() };
      const own = line.senders.get(sender) ?? [];
      if (own.length >= maxPerSender)
        return Promise.reject(tooMuch(`${own.length} requests of the same sender wait already.`));
      if (line.waiting >= maxWaiting) return Promise.reject(tooMuch('Too many requests wait already.'));
      lines.set(key, line);
      return new Promise((resolve, reject) => {
        own.push(() => {
          work()
            .then(resolve, reject)
            .finally(() => {
              line.busy--;
              serve(key, line);
            });
        });
        line.senders.set(sender, own);
        line.waiting++;
        serve(key, line);
      });
    },
    waiting: (key) => lines.get(key)?.waiting ?? 0,
  };
}

function tooMuch(what: string) {
  return problem('unavailable', `${what} Repeat the request with the same key later.`, { retryAfterSeconds: 1 });
}
