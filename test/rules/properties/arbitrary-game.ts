/** Games for property tests: any plan that can be played, to be made smaller when it fails. */
import fc from 'fast-check';
import { BUILT_PRESETS, tableSizes } from '../../../src/rules/dalmuti.ts';
import { CHOICES, canBePlayed, type GamePlan } from '../../../tools/simulation/plan.ts';

export function gamePlans(): fc.Arbitrary<GamePlan> {
  return fc
    .record({
      preset: fc.constantFrom<string>(...BUILT_PRESETS),
      options: someOptions(),
      players: fc.integer({ min: 3, max: 12 }),
      hands: fc.integer({ min: 1, max: 3 }),
      seed: fc.integer({ min: 0, max: 0xffff_ffff }),
      humans: fc.integer({ min: 0, max: 3 }),
      overdue: fc.constantFrom(0, 0, 5, 40, 100),
      restless: fc.constantFrom(0, 0, 1, 4),
    })
    .map((plan) => ({ ...plan, players: withinTable(plan) }))
    .filter(canBePlayed);
}

function someOptions(): fc.Arbitrary<GamePlan['options']> {
  const each = CHOICES.map(({ key, values }) => fc.constantFrom(...values).map((value) => [key, value] as const));
  return fc.array(fc.oneof(...each), { maxLength: 14 }).map((entries) => Object.fromEntries(entries));
}

function withinTable({ preset, players }: Pick<GamePlan, 'preset' | 'players'>): number {
  const { min, max } = tableSizes(preset);
  return min + (players % (max - min + 1));
}
