/** Carries the news that a token is good no longer to every node, where it reaches open sockets. */
import { LRUCache } from 'lru-cache';
import type { Bus } from '../ports/bus.ts';

export interface Revocations {
  /** @param id of a player, of a bot's token, or of a family of refresh tokens */
  announce(id: string): void;
  /** Whether this node has heard of it; the database knows for certain. */
  has(id: string): boolean;
  /** @returns its removal */
  onRevoked(listener: (id: string) => void): () => void;
  /** News may have been missed: what was verified before must be looked up again. Returns its removal. */
  onGap(listener: () => void): () => void;
  close(): Promise<void>;
}

const CHANNEL = 'identity:revoked';
const MOST = 50_000;

export async function createRevocations(bus: Bus): Promise<Revocations> {
  const heard = new LRUCache<string, true>({ max: MOST });
  const listeners = new Set<(id: string) => void>();

  function hear(id: string): void {
    if (heard.has(id)) return;
    heard.set(id, true);
    for (const listener of listeners) listener(id);
  }

  const unsubscribe = await bus.subscribe(CHANNEL, hear);
  return {
    announce(id) {
      hear(id);
      bus.publish(CHANNEL, id);
    },
    has: (id) => heard.has(id),
    onRevoked(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onGap: (listener) => bus.onGap(listener),
    close: unsubscribe,
  };
}
