/** The table that is asked for by lot: any edition and size, quick clocks, and every way of joining, leaving and agreeing. */
import { seededChance } from '../../../src/bots/chance.ts';
import type { Chance } from '../../../src/bots/policy.ts';

export interface Wish {
  readonly ruleset: {
    readonly preset: string;
    readonly players: { readonly min: number; readonly max: number };
    readonly scoring: { readonly mode: string; readonly bonus: string };
    readonly end: { readonly hands: number; readonly consent: string };
    readonly join: { readonly allowed: boolean; readonly choice: string; readonly startScore: string };
    readonly leave: { readonly midHand: string };
    readonly tax: { readonly timing: string; readonly peonPayment: string };
    readonly mex: { readonly enabled: boolean; readonly give: string; readonly take: string };
    readonly misdeal: { readonly mode: string; readonly rate: number };
  };
  readonly clock: Readonly<Record<string, number | null>>;
  readonly keepClasses: boolean;
}

/** What the tables of one evening are, one after another. */
export function* wishesOf(seed: string): Generator<Wish, never> {
  const chance = seededChance(`table life ${seed}/tables`);
  for (;;) yield drawWish(chance);
}

function drawWish(chance: Chance): Wish {
  const one = <T>(first: T, ...others: readonly T[]): T => [first, ...others][chance(others.length + 1)] ?? first;
  const preset = one('official-scored', 'dutch', 'wikipedia', 'corporate');
  const least = preset === 'corporate' ? 4 : 3;
  const min = least + chance(2);
  const max = preset === 'corporate' ? 6 : min + 1 + chance(12 - min);
  return {
    ruleset: {
      preset,
      players: { min, max },
      scoring: { mode: 'points', bonus: one('none', 'philanthropic', 'democratic') },
      end: { hands: 1 + chance(3), consent: one('unanimous', 'majority') },
      join: {
        // Else only bots may fill a table that has become too small.
        allowed: chance(6) > 0,
        choice: one('gd', 'lower', 'upper'),
        startScore: one('zero', 'lowest'),
      },
      leave: { midHand: one('bot', 'fold', 'void') },
      tax: { timing: one('sealed', 'sequential'), peonPayment: one('auto', 'manual') },
      mex: { enabled: chance(2) === 0, give: one('random', 'choice'), take: one('random', 'target-choice') },
      misdeal: { mode: one('off', 'off', 'simulated'), rate: 0.02 },
    },
    // The least that a table may ask for: whoever is silent is soon away.
    clock: {
      turnSeconds: 1,
      taxSeconds: 1,
      revolutionSeconds: 1,
      placementSeconds: 1,
      pauseSeconds: one(0, 0, 0.05),
      graceSeconds: one(0, 0.1),
      bankSeconds: one(null, 1),
    },
    keepClasses: chance(2) === 0,
  };
}
