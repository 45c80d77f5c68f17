/** What somebody who looks for a game wants, and the ruleset that a group of such people plays. */
import { PRESETS_NOT_BUILT } from '../../rules/not-built.ts';
import { PRESETS } from '../../rules/presets.ts';
import type { RulesetFault } from '../../rules/resolve-ruleset.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { playable, refused } from '../playable.ts';

export interface MatchWish {
  readonly preset: string;
  /** Of how many the game may be. */
  readonly players: { readonly min: number; readonly max: number };
  /** `null` for no bots, however long it takes. */
  readonly botsAfterSeconds: number | null;
}

/** @throws Problem `ruleset_refused` for a preset or a number of players that cannot be played */
export function mustBePlayable({ preset, players }: MatchWish): void {
  const bounds = playable({ preset }, '#').players;
  playable({ preset, players }, '#');
  const faults = (['min', 'max'] as const)
    .filter((end) => players[end] < bounds.min || players[end] > bounds.max)
    .map((end): Omit<RulesetFault, 'key'> => {
      const reason = `players.${end} of preset ${preset} must be from ${bounds.min} to ${bounds.max}.`;
      return { pointer: `/players/${end}`, code: 'invalid_value', reason };
    });
  if (faults.length > 0) throw refused(faults, '#');
}

/** Whether this release plays it; the next one may know more, and leaves its tickets in the same database. */
export function isPlayed(preset: string): boolean {
  return Object.hasOwn(PRESETS, preset) && !PRESETS_NOT_BUILT.includes(preset);
}

/**
 * Never more players than everybody takes, also when somebody joins later. Fewer, as the preset has it: should somebody
 * leave, the others are not kept from playing on.
 *
 * @param most the largest game that everybody takes
 */
export function rulesetOfMatch(preset: string, most: number): Ruleset {
  const { min } = playable({ preset }, '#').players;
  return playable({ preset, players: { min, max: most } }, '#');
}
