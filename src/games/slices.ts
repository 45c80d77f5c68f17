/** Long work in slices, so that other work of the event loop comes in between. */

/** Things handled in one turn of the event loop. */
export const SLICE = 200;

/** @returns the first keys of a map, at most `most` */
export function first<K>(map: ReadonlyMap<K, unknown>, most: number): K[] {
  const keys: K[] = [];
  for (const key of map.keys()) {
    if (keys.length === most) break;
    keys.push(key);
  }
  return keys;
}

/** Everything in a map, a slice in each turn of the event loop; what is added meanwhile comes as well. */
export function inSlices<K, V>(map: ReadonlyMap<K, V>, handle: (entry: [K, V]) => void): void {
  const entries = map.entries();
  const slice = (): void => {
    for (let left = SLICE; left > 0; left--) {
      const next = entries.next();
      if (next.done) return;
      handle(next.value);
    }
    setImmediate(slice);
  };
  slice();
}
