/** What the line to the service is doing, for programs that show or log it. */

export type Status =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  /** The next attempt follows in `inMs` milliseconds. */
  | { readonly state: 'retrying'; readonly inMs: number; readonly reason: string }
  /** No further attempt; `code` as in `StreamEnded`. */
  | { readonly state: 'ended'; readonly code: string; readonly reason: string };

export type StatusListener = (status: Status) => void;

/** Reports each change; later than the change itself, so that a listener that throws breaks nothing. */
export function statusReporter(listener: StatusListener | undefined): StatusListener {
  let last: Status['state'] | null = null;
  return (status) => {
    if (listener === undefined || last === 'ended') return;
    if (status.state === last && status.state !== 'retrying') return;
    last = status.state;
    queueMicrotask(() => listener(status));
  };
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
