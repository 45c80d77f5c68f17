/** Carries hints inside one process: what a single node uses in place of Redis. */
import type { Bus } from '../ports/bus.ts';
import { createListeners } from './bus-listeners.ts';

/** @param onError hears of listeners that throw */
export function createLocalBus(onError: (error: unknown) => void = () => undefined): Bus {
  const listeners = createListeners(onError);
  let isOpen = true;
  return {
    publish: (channel, message) => {
      // As with a server in between, a publisher never runs a listener's code.
      if (isOpen) setImmediate(() => listeners.deliver(channel, message));
    },
    subscribe: async (channel, listener) => {
      const { remove } = listeners.add(channel, listener);
      return async () => {
        remove();
      };
    },
    onGap: () => () => undefined,
    healthy: () => isOpen,
    close: async () => {
      isOpen = false;
      listeners.clear();
    },
  };
}
