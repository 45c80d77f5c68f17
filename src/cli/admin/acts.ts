/** Everything that `dalmuti admin` can do. */
import type { Act } from './act.ts';
import { gameActs } from './game-acts.ts';
import { playerActs } from './player-acts.ts';

export const acts: readonly Act[] = [...gameActs, ...playerActs];
