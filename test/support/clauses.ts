/** The clauses of the rules, and those that no test of the rules can exercise, each with its reason. */

/** How many clauses each family has; they are numbered from 1 without a gap. */
const FAMILIES: Readonly<Record<string, number>> = {
  TERM: 5,
  CARD: 7,
  SET: 8,
  SEAT: 8,
  TITLE: 6,
  DEAL: 5,
  REV: 17,
  TAX: 15,
  MEX: 9,
  LEAD: 4,
  PLAY: 13,
  TRICK: 6,
  OUT: 3,
  END: 4,
  RANK: 2,
  JOIN: 10,
  LEAVE: 10,
  SCORE: 10,
  GAME: 7,
  MIS: 2,
  COS: 1,
  CORP: 27,
  VIS: 5,
  INV: 5,
  ERR: 3,
};

/** `R-TERM-1` and so on, in the order of the rules. */
export const CLAUSES: readonly string[] = Object.entries(FAMILIES).flatMap(([family, count]) =>
  Array.from({ length: count }, (_, index) => `R-${family}-${index + 1}`),
);

const WORDS = 'says what words mean';
const PRESENTATION = 'is about presentation, which the rules leave to clients';

export const UNTESTED: Readonly<Record<string, string>> = {
  'R-TERM-1': WORDS,
  'R-TERM-2': WORDS,
  'R-TERM-5': WORDS,
  'R-CARD-7': PRESENTATION,
  'R-SEAT-7': PRESENTATION,
  'R-RANK-2': PRESENTATION,
  'R-COS-1': PRESENTATION,
};
