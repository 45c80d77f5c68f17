/** Which other nodes are alive: each says so every ten seconds, in a message whose size does not depend on what it serves. */
import type { Bus } from '../ports/bus.ts';
import type { SystemClock } from '../ports/system.ts';

export interface LiveNodes {
  /** Other nodes that were heard of lately. */
  count(): number;
  /** A node has said something. */
  heard(node: string): void;
  /** Tells the others that this node ends. */
  close(): void;
}

const CHANNEL = 'nodes';
const SAY_EVERY_MS = 10_000;
const FORGET_AFTER_MS = 30_000;
/** More than any installation has; beyond it further nodes are not known as alive. */
const MAX_NODES = 1_000;

/** @param lost told of each node that has ended or has been silent for half a minute */
export async function createNodes(
  bus: Bus,
  clock: SystemClock,
  self: string,
  lost: (node: string) => void,
): Promise<LiveNodes> {
  const heardAt = new Map<string, number>();
  const say = (what: 'alive' | 'new' | 'ends'): void => bus.publish(CHANNEL, `${what} ${self}`);

  function heard(node: string): void {
    if (node !== self && (heardAt.has(node) || heardAt.size < MAX_NODES)) heardAt.set(node, clock.now());
  }

  function forget(node: string): void {
    if (heardAt.delete(node)) lost(node);
  }

  const unsubscribe = await bus.subscribe(CHANNEL, (text) => {
    const [what, node] = text.split(' ');
    if (node === undefined || node === self) return;
    if (what === 'ends') {
      forget(node);
      return;
    }
    heard(node);
    if (what === 'new') say('alive');
  });
  say('new');
  const stop = clock.every(SAY_EVERY_MS, () => {
    say('alive');
    for (const [node, at] of heardAt) if (clock.now() - at > FORGET_AFTER_MS) forget(node);
  });

  return {
    count: () => heardAt.size,
    heard,
    close() {
      stop();
      say('ends');
      unsubscribe().catch(() => undefined);
    },
  };
}
