/** `decide` accepts an answer to the game's question exactly when its canonical form is in `legal`. */
import { describe, it } from 'vitest';
import { leader, legalAccepted, legalList, othersRefused } from '../../../tools/simulation/question-invariants.ts';
import { holdsAlways, MINUTES } from './hold.ts';

describe('legal', { timeout: MINUTES }, () => {
  it('PROTOCOL legal: every member is accepted as it stands, and has its canonical form', () => {
    holdsAlways('legal is accepted', 10, legalAccepted);
  });

  it('PROTOCOL legal, R-ERR-3: anything else is refused, whoever sends it, and changes nothing', () => {
    holdsAlways('only legal is accepted', 13, othersRefused);
  });

  it('PROTOCOL legal: has fewer than 200 entries, `pass` last, and is there for exactly those who are awaited', () => {
    holdsAlways('legal list', 13, legalList);
  });

  it('R-INV-3: a leader always has a legal play', () => {
    holdsAlways('leader', 13, leader);
  });
});
