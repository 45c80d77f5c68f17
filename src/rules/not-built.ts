/** The one list of options that RULES knows and this service does not play yet: per key the values that are built. */
import type { OptionValue } from './options.ts';

export const NOT_BUILT: Readonly<Record<string, readonly OptionValue[]>> = {
  'play.leadAfterOut': ['clockwise'],
};

/** Presets that need something from the list. */
export const PRESETS_NOT_BUILT: readonly string[] = [];
