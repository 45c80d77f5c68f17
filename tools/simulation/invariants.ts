/** Everything that holds of every game, whatever its ruleset: what is cheap to look at always, and what is dear now and then. */
import { conservation, deal, draw, history, sizes } from './card-invariants.ts';
import {
  classes,
  decided,
  ending,
  finishingOrder,
  points,
  replay,
  snapshot,
  termination,
  versions,
} from './hand-invariants.ts';
import type { Invariant } from './invariant.ts';
import {
  deadline,
  leader,
  legalAccepted,
  legalList,
  othersRefused,
  questionVersions,
  turn,
  windowAsksAll,
} from './question-invariants.ts';
import { advanced, sameKeys, secretAnswers, spectator, untouched } from './view-invariants.ts';

export const CHEAP: readonly Invariant[] = [
  conservation,
  sizes,
  deal,
  draw,
  turn,
  leader,
  finishingOrder,
  points,
  classes,
  termination,
  versions,
  deadline,
  windowAsksAll,
  ending,
];

/** Each takes longer than the game itself. */
export const DEAR: readonly Invariant[] = [
  untouched,
  history,
  legalList,
  legalAccepted,
  othersRefused,
  questionVersions,
  advanced,
  sameKeys,
  spectator,
  secretAnswers,
  replay,
  snapshot,
  decided,
];
