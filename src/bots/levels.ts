/** The built-in bots by the name that a table asks for. */
import { greedy } from './greedy.ts';
import type { Level, Policy } from './policy.ts';
import { random } from './random.ts';

export const POLICIES: Readonly<Record<Level, Policy>> = { random, greedy };
