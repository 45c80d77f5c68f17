/** Things that come one after another, for whoever reads them with `for await`. */

export interface Channel<T> extends AsyncIterableIterator<T> {
  put(item: T): void;
  /** Takes out what nobody has read yet and fits. */
  drop(fits: (item: T) => boolean): void;
  /** Nothing more comes; what is there is still read. */
  end(): void;
  /** Reading on throws, at once. */
  fail(error: unknown): void;
}

/**
 * @param signal when it is aborted, reading throws its reason
 * @param closed called once, when it ends, fails, or the reader leaves the loop
 */
export function channel<T>(signal: AbortSignal | undefined, closed: () => void): Channel<T> {
  let items: T[] = [];
  const readers: { resolve(result: IteratorResult<T>): void; reject(error: unknown): void }[] = [];
  let over: { readonly error: unknown } | 'ended' | null = null;

  function close(how: { readonly error: unknown } | 'ended'): void {
    if (over !== null) return;
    over = how;
    signal?.removeEventListener('abort', abort);
    if (how !== 'ended') items = [];
    for (const reader of readers.splice(0)) {
      if (how === 'ended') reader.resolve({ done: true, value: undefined });
      else reader.reject(how.error);
    }
    closed();
  }
  const abort = (): void => close({ error: signal?.reason });
  if (signal?.aborted) queueMicrotask(abort);
  else signal?.addEventListener('abort', abort, { once: true });

  return {
    put(item) {
      if (over !== null) return;
      const reader = readers.shift();
      if (reader === undefined) items.push(item);
      else reader.resolve({ done: false, value: item });
    },
    drop(fits) {
      items = items.filter((item) => !fits(item));
    },
    end: () => close('ended'),
    fail: (error) => close({ error }),
    next() {
      const [item] = items;
      if (items.length > 0 && item !== undefined) {
        items.shift();
        return Promise.resolve({ done: false, value: item });
      }
      if (over === 'ended') return Promise.resolve({ done: true, value: undefined });
      if (over !== null) {
        const { error } = over;
        over = 'ended';
        return Promise.reject(error);
      }
      return new Promise((resolve, reject) => readers.push({ resolve, reject }));
    },
    return() {
      items = [];
      close('ended');
      return Promise.resolve({ done: true, value: undefined });
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
