/** Carries hints between nodes: it may lose, delay or repeat, and who listens checks versions (decision 7). */

export interface Bus {
  /** Never waits, never throws, queues nothing while the connection is away. */
  publish(channel: string, message: string): void;
  /**
   * Resolves when messages will arrive, or at once while the connection is away: then they arrive after the next gap.
   * The returned function ends the subscription.
   */
  subscribe(channel: string, listener: (message: string) => void): Promise<() => Promise<void>>;
  /** Called after a connection was lost and is back: messages may have been missed. Returns its removal. */
  onGap(listener: () => void): () => void;
  /** Whether messages travel just now. */
  healthy(): boolean;
  close(): Promise<void>;
}
