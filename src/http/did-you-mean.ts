/** Guesses what a misspelt word was meant to be. */

const MIN_LENGTH = 3;

/** @returns the nearest of the known words when it is near enough to be meant, else `null` */
export function didYouMean(word: string, known: readonly string[]): string | null {
  const nearest = known
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance)[0];
  if (nearest === undefined) return null;
  const { candidate, distance: errors } = nearest;
  // Of two letters any other two are near: cards are listed, not guessed.
  return candidate.length >= MIN_LENGTH && errors <= Math.floor(candidate.length / 3) ? candidate : null;
}

/** Levenshtein's, where two letters that changed places count once. */
function distance(from: string, to: string): number {
  // Whoever sends a very long word gets no guess, so that guessing costs nothing.
  if (from.length > 64) return Number.POSITIVE_INFINITY;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[line - 1] === to[column - 1];
      const swapped = line > 1 && column > 1 && from[line - 1] === to[column - 2] && from[line - 2] === to[column - 1];
      next[column] = Math.min(
        at(row, column) + 1,
        at(next, column - 1) + 1,
        at(row, column - 1) + (same ? 0 : 1),
        swapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return at(row, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
