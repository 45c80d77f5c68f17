/** From what somebody wants to play to the whole ruleset, or to a problem that says what is wrong with it. */
import { problem } from '../http/problem.ts';
import { type RulesetFault, type RulesetInput, resolveRuleset } from '../rules/resolve-ruleset.ts';
import type { Ruleset } from '../rules/ruleset.ts';

/**
 * @param wish of any shape
 * @param at pointer to where the wish stands in the body
 * @throws Problem `ruleset_refused`
 */
export function playable(wish: Readonly<Record<string, unknown>>, at: string): Ruleset {
  const resolved = resolveRuleset(wish as RulesetInput);
  if (resolved.ok) return resolved.ruleset;
  throw refused(resolved.faults, at);
}

/** As of any request, so many faults are told. */
const MOST = 20;

/** @param at as for `playable` */
export function refused(all: readonly Omit<RulesetFault, 'key'>[], at: string) {
  const faults = all.slice(0, MOST);
  return problem('ruleset_refused', faults.map(({ reason }) => reason).join(' '), {
    errors: faults.map(({ pointer, code, reason }) => ({ pointer: `${at}${pointer}`, code, detail: reason })),
  });
}
