/** The presets that can be played, and for how many players each one is. */
import { PRESETS_NOT_BUILT } from './not-built.ts';
import { PRESETS } from './presets.ts';
import type { Preset } from './ruleset.ts';

export const BUILT_PRESETS: readonly Preset[] = (Object.keys(PRESETS) as Preset[]).filter(
  (preset) => !PRESETS_NOT_BUILT.includes(preset),
);

/** The numbers of players that a preset can be played with (R-TITLE-4, R-CORP-2). */
export function tableSizes(preset: string): { readonly min: number; readonly max: number } {
  return preset === 'corporate' ? { min: 4, max: 6 } : { min: 3, max: 12 };
}
