/** What a comparison of two contracts finds, and which of it a client that was written before would notice. */

/** Who reads what a schema describes: the service (requests, frames from clients), or clients, when the service has written it. */
export type Direction = 'read' | 'written';

export interface Change {
  readonly severity: 'compatible' | 'breaking';
  /** The operation and which part of it: `POST /v1/tables, request`. */
  readonly operation: string;
  /** JSON pointer in the present document, or in the released one of what is gone. */
  readonly pointer: string;
  /** A sentence. */
  readonly what: string;
}

/**
 * What a change does to the values that a schema allows. `open`: more of them, of a kind that clients were told to expect
 * (docs/PROTOCOL.md, "Reading what you get" 2). `other`: it cannot be said, or something that clients rely on is gone.
 */
export type Effect = 'narrower' | 'wider' | 'open' | 'other';

/** For whom, and in which operation, something is found. */
export interface Finder {
  readonly direction: Direction;
  readonly operation: string;
}

/** The service may take more and may write less; not the other way round. */
export function judged({ direction, operation }: Finder, pointer: string, effect: Effect, what: string): Change {
  const breaking = effect === 'other' || effect === (direction === 'read' ? 'narrower' : 'wider');
  return { severity: breaking ? 'breaking' : 'compatible', operation, pointer, what };
}
