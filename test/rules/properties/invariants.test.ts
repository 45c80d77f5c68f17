/** What holds at every event of every game, whatever the ruleset (R-INV-1..5). */
import { describe, it } from 'vitest';
import { conservation, deal, draw, history, sizes } from '../../../tools/simulation/card-invariants.ts';
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
} from '../../../tools/simulation/hand-invariants.ts';
import { turn } from '../../../tools/simulation/question-invariants.ts';
import { holdsAlways, MINUTES } from './hold.ts';

describe('invariants', { timeout: MINUTES }, () => {
  it('R-INV-1: hands, trick and put-aside cards are the deck, at every event', () => {
    holdsAlways('conservation', 20, conservation);
  });

  it('R-VIS-3: the open history and the trick show every card that was played', () => {
    holdsAlways('history', 10, history);
  });

  it('R-INV-2: after every step of play one active player has the turn, and never the one who made the last play', () => {
    holdsAlways('turn', 20, turn);
  });

  it('R-INV-4, R-RANK-1: the finishing order is a permutation of the players dealt in, and the next order', () => {
    holdsAlways('finishing order', 20, finishingOrder);
  });

  it('R-SCORE-4: the points of a hand sum to n(n-1)/2, and totals add up', () => {
    holdsAlways('points', 20, points);
  });

  it('R-GAME-2, R-GAME-3, R-GAME-6: a game ends after its hands, when its time is up, or abandoned', () => {
    holdsAlways('end', 20, ending);
  });

  it('R-TITLE-6, R-REV-8: classes change between hands, or by a greater revolution, and never else', () => {
    holdsAlways('classes', 20, classes);
  });

  it('R-TAX-15, R-MEX-4: no exchange changes the size of a hand', () => {
    holdsAlways('sizes', 20, sizes);
  });

  it('R-DEAL-5, R-DEAL-1: a hand is dealt in one event, the whole deck, from the Greater Peon', () => {
    holdsAlways('deal', 20, deal);
  });

  it('R-CORP-26, R-TRICK-6: a hand ends within the deck, though Ratbert may come back, and a trick when all have passed', () => {
    holdsAlways('termination', 20, termination);
  });

  it('R-SEAT-1: cards are drawn without replacement', () => {
    holdsAlways('draw', 20, draw);
  });

  it('R-INV-5: replaying the events gives the same state, also from their JSON and from a snapshot in between', () => {
    holdsAlways('replay', 13, replay, snapshot);
  });

  it('decision 1: a decision gives the state that its events lead to', () => {
    holdsAlways('decided state', 8, decided);
  });

  it('promise 1: versions are gapless from 1', () => {
    holdsAlways('versions', 8, versions);
  });
});
