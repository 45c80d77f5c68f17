/** A view is a function of the state, and advances by its own viewer's events to the same (decision 2). */
import { describe, it } from 'vitest';
import { deadline, windowAsksAll } from '../../../tools/simulation/question-invariants.ts';
import { advanced, sameKeys, secretAnswers, spectator, untouched } from '../../../tools/simulation/view-invariants.ts';
import { holdsAlways, MINUTES } from './hold.ts';

describe('views', { timeout: MINUTES }, () => {
  it('decision 2: advance(view(s, V), disclose(e, V)) is view(evolve(s, e), V), for every viewer and event', () => {
    holdsAlways('advance', 8, advanced);
  });

  it('R-ERR-3, decision 1: nothing that is handed in is ever changed', () => {
    holdsAlways('frozen', 6, untouched);
  });

  it('promise 3: events of all viewers have the same version, type and keys', () => {
    holdsAlways('keys', 8, sameKeys);
  });

  it('R-VIS-1, R-VIS-5: a spectator sees what is public, and no card that lies in a hand or was given in secret', () => {
    holdsAlways('spectator', 10, spectator);
  });

  it('R-REV-4: the window looks the same for all until it closes', () => {
    holdsAlways('window', 10, windowAsksAll, secretAnswers);
  });

  it('promise 5: a deadline changes only when what is awaited changes', () => {
    holdsAlways('deadline', 10, deadline);
  });
});
