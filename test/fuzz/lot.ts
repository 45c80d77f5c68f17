/** Chance of one request: everything about it follows from a seed and its number. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';

export interface Lot {
  draw<T>(values: fc.Arbitrary<T>): T;
  /** @throws Error when there is nothing to choose from */
  one<T>(of: readonly T[]): T;
  /** @param percent how often of a hundred times it happens */
  happens(percent: number): boolean;
}

export function lotOf(seed: string, number: number): Lot {
  const numeric = createHash('sha256').update(`${seed} ${number}`).digest().readInt32BE();
  const [generate] = fc.sample(fc.gen(), { seed: numeric, numRuns: 1 });
  if (generate === undefined) throw new Error('fast-check made nothing');
  const draw: Lot['draw'] = (values) => generate(() => values) as never;
  return {
    draw,
    one(of) {
      if (of.length === 0) throw new Error('nothing to choose from');
      return draw(fc.constantFrom(...of));
    },
    happens: (percent) => draw(fc.noBias(fc.integer({ min: 0, max: 99 }))) < percent,
  };
}
