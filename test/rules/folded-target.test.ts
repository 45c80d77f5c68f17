/** Who folds is no target of the Twirling Wedgie any more, also for somebody who was asked before (R-CORP-7, decision 2). */
import { expect, it } from 'vitest';
import { advanced } from '../../tools/simulation/view-invariants.ts';
import { watchGame } from '../../tools/simulation/watch-game.ts';

it('R-CORP-7, R-LEAVE-4: the answers of who is asked are listed anew when a possible target folds', () => {
  const plan = {
    preset: 'corporate',
    options: {
      'play.passLock': true,
      'join.choice': 'lower',
      'join.startScore': 'lowest',
      'leave.midHand': 'fold',
      'misdeal.rate': 0.2,
    },
    players: 6,
    hands: 1,
    seed: 397362051,
    humans: 3,
    overdue: 100,
    restless: 1,
  };
  expect(watchGame(plan, [advanced])).toBeNull();
});
