/** Counts what all nodes have seen of a caller, in windows; it may be away, and then each node counts for itself. */

export interface Told {
  /** Counted by all nodes together since the window began. */
  readonly used: number;
  /** Until the window ends. */
  readonly msLeft: number;
}

export interface Tally {
  /**
   * Adds to the window of a caller that is open, or begins one. Answers soon in any case, and never throws.
   * @returns `null` when nobody could say in time; whether it was added is not known then
   */
  add(caller: string, by: number, windowSeconds: number): Promise<Told | null>;
  /** Whether asking is worth while just now. */
  healthy(): boolean;
  close(): Promise<void>;
}
