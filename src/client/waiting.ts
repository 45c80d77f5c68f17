/** How long to wait before trying again, and waiting that can be broken off. */

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 15_000;
const ACK_TIMEOUT_MS = 5000;

/** Doubles with each failure in a row, and half of it is chance, so that not everybody comes back at once. */
export function backoffMs(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.5 + Math.random() / 2);
}

/** How long a command waits for its answer before it is repeated on a new line: 5 seconds, then 10, then 15. */
export function ackTimeoutMs(attempts: number): number {
  return ACK_TIMEOUT_MS * Math.min(attempts + 1, 3);
}

/** @throws the signal's reason as soon as it is aborted */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** The promise, unless the signal is aborted first. @throws the signal's reason then */
export async function unless<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  let stop = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/**
 * A signal for one response: aborted with `signal`, and when nothing has come for too long. By hand, for
 * `AbortSignal.any` would keep every one of them as long as `signal` lives.
 */
export function watchedLine(
  signal: AbortSignal | undefined,
  silenceMs: number,
): { readonly signal: AbortSignal; heard(): void; stop(): void } {
  const line = new AbortController();
  if (signal?.aborted) line.abort(signal.reason);
  const forward = (): void => line.abort(signal?.reason);
  signal?.addEventListener('abort', forward, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => line.abort(new Error(`No data for ${silenceMs} ms.`)), silenceMs);
  };
  heard();
  return {
    signal: line.signal,
    heard,
    stop() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', forward);
    },
  };
}
