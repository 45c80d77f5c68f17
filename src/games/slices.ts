/** Work on many entries without holding up the event loop: a bounded part of it in each turn. */

/** Entries handled in one turn of the event loop. */
export const SLICE = 200;

/** The first keys of a map, in its order. */
export function firstKeys<K>(map: ReadonlyMap<K, unknown>, max: number): K[] {
  const keys: K[] = [];
  for (const key of map.keys()) {
    if (keys.length === max) break;
    keys.push(key);
  }
  return keys;
}

/** Handles all entries of a map, one slice in each turn of the event loop; entries added meanwhile are handled as well. */
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
