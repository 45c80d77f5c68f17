/** From random words to a uniform number below a bound, without the bias of a remainder. */

const WORDS = 2 ** 32;

/**
 * A uniform integer in 0..bound-1 by rejection: words of the last, incomplete run of `bound` are thrown away.
 *
 * @param nextWord uniform integers in 0..2^32-1
 * @throws RangeError when `bound` is not a whole number from 1 to 2^32
 */
export function uniform(nextWord: () => number, bound: number): number {
  if (!Number.isInteger(bound) || bound < 1 || bound > WORDS) {
    throw new RangeError(`A bound is a whole number from 1 to ${WORDS}, not ${bound}.`);
  }
  const usable = WORDS - (WORDS % bound);
  let word = nextWord();
  while (word >= usable) word = nextWord();
  return word % bound;
}
