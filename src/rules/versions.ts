/** Numbers that tell stored things of this code from those of an earlier or later one (decisions 9 and 14). */

/** Counts changes in the shape of `State`; a snapshot with another number is ignored. */
export const STATE_VERSION = 5;

/** Counts changes in what the rules decide; pinned by a game when it starts. */
export const RULES_VERSION = 1;
