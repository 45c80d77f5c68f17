/** What a player may add to the chance of a game: printable ASCII, so that every language writes the same bytes for it. */

/** 1 to 128 characters, no line feed among them: a line of its own in what a stream's key is made of (docs/FAIRNESS.md). */
export const ENTROPY_PATTERN = /^[ -~]{1,128}$/;
