/** The only door into the rules: everything else imports the game from here, and types from the files that own them. */
export { askedSince } from './board/questions.ts';
export { BUILT_PRESETS, tableSizes } from './built-presets.ts';
export { decide } from './decide.ts';
export { disclose } from './disclose.ts';
export { evolve, initial, replay } from './evolve.ts';
export { legal, onTimeout } from './legal.ts';
export { advance, view } from './look.ts';
export { NOT_BUILT, PRESETS_NOT_BUILT } from './not-built.ts';
export { OPTIONS } from './options.ts';
export { DEFAULT_PRESET, PRESETS } from './presets.ts';
export { resolveRuleset } from './resolve-ruleset.ts';
export type { GameSetup } from './setup.ts';
export { start } from './start.ts';
export { RULES_VERSION, STATE_VERSION } from './versions.ts';
