/** Who listens to which channel of a bus, inside this process. */

export type Listener = (message: string) => void;

export interface Listeners {
  /** `isFirst`: nobody listened to the channel before; `remove` tells whether nobody does any more. */
  add(channel: string, listener: Listener): { readonly isFirst: boolean; readonly remove: () => boolean };
  deliver(channel: string, message: string): void;
  channels(): readonly string[];
  clear(): void;
}

/** @param onError hears of listeners that throw; the others get the message all the same */
export function createListeners(onError: (error: unknown) => void): Listeners {
  const byChannel = new Map<string, Set<{ readonly listener: Listener }>>();
  return {
    add: (channel, listener) => {
      const entry = { listener };
      const known = byChannel.get(channel);
      const entries = known ?? new Set();
      entries.add(entry);
      byChannel.set(channel, entries);
      return {
        isFirst: known === undefined,
        remove: () => {
          const isLast = entries.delete(entry) && entries.size === 0 && byChannel.get(channel) === entries;
          if (isLast) byChannel.delete(channel);
          return isLast;
        },
      };
    },
    deliver: (channel, message) => {
      for (const { listener } of byChannel.get(channel) ?? []) {
        try {
          listener(message);
        } catch (error) {
          onError(error);
        }
      }
    },
    channels: () => [...byChannel.keys()],
    clear: () => byChannel.clear(),
  };
}
