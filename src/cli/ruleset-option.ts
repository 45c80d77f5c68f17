/** The option `--ruleset`: which presets there are to choose from, and for how many players each one is. */

import { BUILT_PRESETS, tableSizes } from '../rules/dalmuti.ts';
import type { Preset } from '../rules/ruleset.ts';
import { type CommandSpec, type Parsed, UsageError } from './command.ts';

export const RULESETS = BUILT_PRESETS.join(', ');

/** @throws UsageError for a preset that is not there, or is not for so many players */
export function readRuleset(spec: CommandSpec, given: Parsed, players: number | null): Preset {
  const preset = given.choice('ruleset', BUILT_PRESETS);
  const { min, max } = tableSizes(preset);
  if (players !== null && (players < min || players > max)) {
    throw new UsageError(spec.name, `The ruleset ${preset} is for ${min} to ${max} players, not ${players}.`);
  }
  return preset;
}
