/** How every connection to Redis behaves: what cannot be said at once is not said later, and a dead one is found soon. */

export const redisConnection = {
  replyMapping: 'legacy',
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 5_000,
  keepAlive: 10_000,
  /** A reply that does not come within this means a dead connection, in milliseconds. */
  socketTimeout: 3_000,
  retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 6), 2_000) * (0.75 + Math.random() / 4),
} as const;
