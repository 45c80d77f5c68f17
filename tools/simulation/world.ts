/** With what a simulated game is played: the rules, or others than the real ones, to see that their faults are noticed. */
import { purposeChance } from '../../src/bots/chance.ts';
import type { Random } from '../../src/rules/context.ts';
import * as dalmuti from '../../src/rules/dalmuti.ts';
import type { GamePlan } from './plan.ts';

/** The part of the rules that plays and shows a game. */
export type Rules = Pick<
  typeof dalmuti,
  'start' | 'initial' | 'decide' | 'evolve' | 'replay' | 'view' | 'disclose' | 'advance'
>;

export interface World {
  readonly rules: Rules;
  /** Streams that begin anew, for each decision. */
  readonly random: (plan: GamePlan) => Random;
}

export const WORLD: World = { rules: dalmuti, random: ({ seed }) => purposeChance(`${seed}`) };
