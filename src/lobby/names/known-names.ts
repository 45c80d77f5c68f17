/** All the names that a published source gives; a translation of one's own is no source, so a language may have few or none. */
import { DUTCH } from './dutch.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { KOREAN } from './korean.ts';
import type { NameSet } from './name-set.ts';
import { SPANISH } from './spanish.ts';

export const KNOWN_NAMES: readonly NameSet[] = [...ENGLISH, DUTCH, FRENCH, GERMAN, KOREAN, SPANISH];
