/** Carries hints between nodes over Redis pub/sub; Redis may be away for as long as it likes (decision 7). */
import { Redis } from 'ioredis';
import type { Bus } from '../ports/bus.ts';
import { createListeners } from './bus-listeners.ts';
import { redisConnection } from './redis-connection.ts';

export interface RedisBusOptions {
  /** `redis://user:password@host:port/number`, or `rediss://` */
  readonly url: string;
  /** Stands before every channel's name, so that several services can share one Redis. */
  readonly prefix?: string;
  /** Hears of connections that broke and of listeners that throw; everything goes on. */
  readonly onError?: (error: unknown) => void;
}

export interface RedisBus extends Bus {
  /** Since the start: messages handed to Redis, and messages that were dropped because it was away or did not take them. */
  counts(): { readonly sent: number; readonly dropped: number };
}

/** Published and not yet answered; beyond that Redis is as good as away. */
const mostUnanswered = 10_000;
/** Channels in one SUBSCRIBE. */
const channelsAtOnce = 1_000;

/** Connects in the background, so it succeeds while Redis is away. */
export function createRedisBus({ url, prefix = '', onError = () => undefined }: RedisBusOptions): RedisBus {
  const publisher = new Redis(url, {
    ...redisConnection,
    enableAutoPipelining: true,
    connectionName: 'dalmuti-publisher',
  });
  const subscriber = new Redis(url, {
    ...redisConnection,
    autoResubscribe: false,
    connectionName: 'dalmuti-subscriber',
  });
  const listeners = createListeners(onError);
  const gaps = createListeners(onError);
  let sent = 0;
  let dropped = 0;
  let unanswered = 0;
  let isOpen = true;

  publisher.on('error', onError);
  subscriber.on('error', onError);
  subscriber.on('message', (channel: string, message: string) => {
    listeners.deliver(channel.slice(prefix.length), message);
  });
  subscriber.on('ready', async () => {
    const channels = listeners.channels().map((channel) => prefix + channel);
    if (channels.length === 0) return;
    const parts = Array.from({ length: Math.ceil(channels.length / channelsAtOnce) }, (_, part) =>
      channels.slice(part * channelsAtOnce, (part + 1) * channelsAtOnce),
    );
    const answers = await Promise.allSettled(parts.map((part) => subscriber.subscribe(...part)));
    // Where one failed the connection has broken again, and the next one will tell.
    if (answers.every((answer) => answer.status === 'fulfilled')) gaps.deliver('', '');
  });

  return {
    publish: (channel, message) => {
      if (!isOpen || publisher.status !== 'ready' || unanswered >= mostUnanswered) {
        dropped += 1;
        return;
      }
      unanswered += 1;
      publisher.publish(prefix + channel, message).then(
        () => {
          unanswered -= 1;
          sent += 1;
        },
        () => {
          unanswered -= 1;
          dropped += 1;
        },
      );
    },
    subscribe: async (channel, listener) => {
      const { remove } = listeners.add(channel, listener);
      // While Redis is away the channel waits in `listeners` for the next connection, which tells of the gap.
      if (subscriber.status === 'ready') await subscriber.subscribe(prefix + channel).catch(() => undefined);
      return async () => {
        if (remove() && subscriber.status === 'ready') {
          await subscriber.unsubscribe(prefix + channel).catch(() => undefined);
        }
      };
    },
    onGap: (listener) => gaps.add('', listener).remove,
    healthy: () => isOpen && publisher.status === 'ready' && subscriber.status === 'ready',
    counts: () => ({ sent, dropped }),
    close: async () => {
      isOpen = false;
      listeners.clear();
      gaps.clear();
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
