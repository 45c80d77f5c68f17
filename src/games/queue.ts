/** Commands of one game wait for each other on this node: it avoids conflicts with oneself, and is no lock (decision 4). */

export interface Queue {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export function createQueue(): Queue {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, work) {
      const before = tails.get(key) ?? Promise.resolve();
      const mine = before.then(work, work);
      const tail = mine
        .catch(() => undefined)
        .finally(() => {
          if (tails.get(key) === tail) tails.delete(key);
        });
      tails.set(key, tail);
      return mine;
    },
  };
}
